import Foundation
import RecallCore
import RecallText

/// Reads the text of an RTF document: paragraphs, lists and tables, then its notes; without headers, footers, comments and
/// deleted text.
///
/// - Complexity: O(*n*) in the bytes; memory for the text and 1,000 nested groups.
struct RTFDocument {
    private typealias Destination = RTFWords.Destination

    /// The state that a group inherits and that ends with it.
    private struct Group {
        var destination = Destination.text
        var font = 0
        /// The characters after `\u` that stand for it in older programs.
        var fallbackLength = 1
        var isHidden = false
        var isDeleted = false
    }

    private static let deepest = 1_000

    private let bytes: [UInt8]
    private var position = 0
    private var group = Group()
    private var groups: [Group] = []
    /// Groups that are open beyond those that are kept.
    private var tooDeep = 0
    /// True after `\*`: the destination may be passed over by who does not know it.
    private var isOptional = false

    private var layout = TextLayout(limit: ImportLimits.textBytes)
    private var notes = TextLayout(limit: ImportLimits.textBytes)
    private var inRow = false
    /// True until the text after a table begins.
    private var isAfterRow = false
    private var title: [UInt8] = []
    private var dates: [Destination: DateComponents] = [:]
    private var defects: Set<Defect> = []

    /// Bytes in a code page, waiting for those that belong to them.
    private var encoded: [UInt8] = []
    /// A high surrogate that waits for the low one.
    private var surrogate: UInt16?
    private var charactersToSkip = 0
    private var codePage = 1252
    private var fontPages: [Int: Int] = [:]

    /// The text of the document in `bytes`.
    static func text(of bytes: [UInt8]) -> ExtractedText {
        var document = RTFDocument(bytes: bytes)
        document.read()
        return document.extracted
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var extracted: ExtractedText {
        var (layout, defects) = (layout, defects)
        if !notes.bytes.isEmpty {
            layout.requireBreak(2)
            layout.isPreformatted = true
            notes.bytes.withUnsafeBufferPointer { layout.write($0) }
        }
        if layout.isTruncated { defects.insert(.truncatedText) }
        if !layout.hiddenRanges.isEmpty { defects.insert(.hiddenText) }
        if layout.bytes.isEmpty { defects.insert(.noText) }
        return ExtractedText(
            text: String(decoding: layout.bytes, as: UTF8.self),
            title: String(decoding: title, as: UTF8.self).split { $0.isWhitespace }.joined(separator: " "),
            created: date(.created), modified: date(.modified), hiddenRanges: layout.hiddenRanges, defects: defects)
    }

    /// A date of the document, which has no zone: that of this machine.
    private func date(_ destination: Destination) -> Date? {
        guard let parts = dates[destination], (1981..<2200).contains(parts.year ?? 0),
            (1...12).contains(parts.month ?? 0), (1...31).contains(parts.day ?? 0),
            (0..<24).contains(parts.hour ?? 0), (0..<60).contains(parts.minute ?? 0)
        else { return nil }
        return Calendar(identifier: .gregorian).date(from: parts)
    }

    // MARK: Syntax

    private mutating func read() {
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "{"): open()
            case UInt8(ascii: "}"): close()
            case UInt8(ascii: "\\"): readControl()
            case 0x0A, 0x0D, 0x00: break
            default: writeByte(byte)
            }
        }
        flush()
        if !groups.isEmpty { defects.insert(.badStructure) }
    }

    private mutating func open() {
        flush()
        charactersToSkip = 0
        guard groups.count < Self.deepest else {
            tooDeep += 1
            _ = defects.insert(.overLimit)
            return
        }
        groups.append(group)
        isOptional = false
    }

    private mutating func close() {
        flush()
        charactersToSkip = 0
        guard tooDeep == 0 else {
            tooDeep -= 1
            return
        }
        if group.destination == .note { notes.requireBreak(2) }
        group = groups.popLast() ?? Group()
    }

    private mutating func readControl() {
        guard position < bytes.count else { return }
        let byte = bytes[position]
        guard byte.isASCIILetter else {
            position += 1
            return readSymbol(byte)
        }
        let start = position
        while position < bytes.count, bytes[position].isASCIILetter, position - start < 32 { position += 1 }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        let number = readNumber()
        if position < bytes.count, bytes[position] == 0x20 { position += 1 }
        if word == "u" { return writeUnit(number ?? 0) }
        if word == "bin" {
            position = min(bytes.count, position + max(0, number ?? 0))
            return
        }
        guard charactersToSkip == 0 else {
            charactersToSkip -= 1
            return
        }
        flush()
        obey(word, number)
        isOptional = false
    }

    private mutating func readNumber() -> Int? {
        let start = position
        if position < bytes.count, bytes[position] == UInt8(ascii: "-") { position += 1 }
        while position < bytes.count, bytes[position].isASCIIDigit, position - start < 11 { position += 1 }
        return Int(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func readSymbol(_ symbol: UInt8) {
        switch symbol {
        case UInt8(ascii: "'"):
            let digits = String(decoding: bytes[position..<min(position + 2, bytes.count)], as: UTF8.self)
            position = min(position + 2, bytes.count)
            guard let byte = UInt8(digits, radix: 16) else { return }
            guard charactersToSkip == 0 else {
                charactersToSkip -= 1
                return
            }
            surrogate = nil
            encoded.append(byte)
        case UInt8(ascii: "*"): isOptional = true
        case UInt8(ascii: "~"): write(" ")
        case UInt8(ascii: "_"): write("-")
        case UInt8(ascii: "-"): break
        case 0x0A, 0x0D: obey("par", nil)
        case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"): writeByte(symbol)
        default: break
        }
    }

    // MARK: Control words

    private mutating func obey(_ word: String, _ number: Int?) {
        if let destination = RTFWords.destinations[word] { return enter(destination) }
        if isOptional { return enter(RTFWords.knownOptional.contains(word) ? group.destination : .dropped) }
        switch word {
        case "ansicpg": codePage = number ?? codePage
        case "mac": codePage = 10_000
        case "pc": codePage = 437
        case "pca": codePage = 850
        case "uc": group.fallbackLength = max(0, number ?? 1)
        case "f": group.font = number ?? 0
        case "fcharset": if group.destination == .fonts { fontPages[group.font] = RTFWords.pages[number ?? 0] }
        case "plain": (group.isHidden, group.isDeleted) = (false, false)
        case "v": group.isHidden = number != 0
        case "deleted": group.isDeleted = number != 0
        case "yr", "mo", "dy", "hr", "min": readDate(word, number)
        default: obeyInText(word)
        }
    }

    private mutating func enter(_ destination: Destination) {
        isOptional = false
        guard group.destination != .dropped else { return }
        group.destination = destination
        if destination == .note { notes.requireBreak(2) }
    }

    private mutating func readDate(_ word: String, _ number: Int?) {
        guard [.created, .modified].contains(group.destination) else { return }
        switch word {
        case "yr": dates[group.destination, default: DateComponents()].year = number
        case "mo": dates[group.destination, default: DateComponents()].month = number
        case "dy": dates[group.destination, default: DateComponents()].day = number
        case "hr": dates[group.destination, default: DateComponents()].hour = number
        default: dates[group.destination, default: DateComponents()].minute = number
        }
    }

    private mutating func obeyInText(_ word: String) {
        guard group.destination == .text || group.destination == .note else { return }
        switch word {
        case "par", "sect", "page": breakText(inRow ? 1 : 2)
        case "line", "lbr": breakText(1)
        case "tab": writeTab()
        case "intbl":
            guard !inRow, group.destination == .text else { return }
            layout.beginRow()
            (inRow, isAfterRow) = (true, false)
        case "cell", "nestcell": layout.beginCell()
        case "row", "nestrow":
            layout.endRow()
            (inRow, isAfterRow) = (false, true)
        case "pard": if inRow, group.destination == .text { layout.endListItem() }
        case "listtext", "pntext":
            layout.beginListItem(indentedBy: 0)
            group.destination = .dropped
        default: if let text = RTFWords.characters[word] { write(text) }
        }
    }

    private mutating func breakText(_ count: Int) {
        if group.destination == .note { notes.requireBreak(count) } else { layout.requireBreak(count) }
    }

    // MARK: Text

    private mutating func writeByte(_ byte: UInt8) {
        guard charactersToSkip == 0 else {
            charactersToSkip -= 1
            return
        }
        surrogate = nil
        // The second byte of a character of two may stand there as it is.
        if byte >= 0x80 || (!encoded.isEmpty && encoded.count % 2 == 1 && RTFWords.doubleBytePages.contains(page)) {
            return encoded.append(byte)
        }
        flush()
        let start = position - 1
        while position < bytes.count, Self.isPlain(bytes[position]) { position += 1 }
        write(bytes[start..<position])
    }

    /// True for a byte that stands for itself.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && ![UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\\")].contains(byte)
    }

    /// A UTF-16 code unit, signed.
    private mutating func writeUnit(_ number: Int) {
        flush()
        charactersToSkip = group.fallbackLength
        let unit = UInt16(truncatingIfNeeded: number)
        if UTF16.isLeadSurrogate(unit) {
            surrogate = unit
            return
        }
        let units = [surrogate, unit].compactMap(\.self)
        surrogate = nil
        write(String(decoding: units, as: UTF16.self))
    }

    private mutating func writeTab() {
        if group.destination == .note { return write(" ") }
        layout.isPreformatted = true
        write("\t")
        layout.isPreformatted = false
    }

    private var page: Int { fontPages[group.font] ?? codePage }

    /// Writes the bytes that wait.
    private mutating func flush() {
        guard !encoded.isEmpty else { return }
        let name = page == 10_000 ? "macintosh" : "cp\(page)"
        let text = CharsetDecoder.utf8(encoded, charset: name, &defects)
        encoded = []
        write(text[...])
    }

    private mutating func write(_ text: String) { write(Array(text.utf8)[...]) }

    private mutating func write(_ text: ArraySlice<UInt8>) {
        guard !group.isDeleted else { return }
        switch group.destination {
        case .text:
            if isAfterRow {
                layout.requireBreak(2)
                isAfterRow = false
            }
            layout.isHidden = group.isHidden
            text.withUnsafeBufferPointer { layout.write($0) }
        case .note: if !group.isHidden { text.withUnsafeBufferPointer { notes.write($0) } }
        case .title: if title.count < 4_096 { title += text }
        default: break
        }
    }
}
