import CGMime
import RecallCore

/// A line of a calendar or a contact, unfolded: a name, parameters and a value (RFC 5545, 3.1; RFC 6350, 3.3).
struct ContentLine {
    /// The name in capitals, without the group that some programs put before it (`item1.EMAIL`).
    let name: String
    /// That group, which connects lines: a label is one of its own.
    let group: String?
    /// The values of the parameters, by name in capitals; in vCard 2.1 a value may stand alone, and is one of `TYPE`.
    let parameters: [String: [String]]
    /// The value as it is written.
    let value: String

    /// The line that `bytes` hold; `nil` if they are none.
    init?(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        let text = TextCharset.decode(bytes).text
        let scalars = text.unicodeScalars
        var isQuoted = false
        let colon = scalars.indices.first { index in
            if scalars[index] == "\"" { isQuoted.toggle() }
            // Exchange writes `TZID=tzone://Microsoft/Utc:` without quotation marks.
            return scalars[index] == ":" && !isQuoted && !text[..<index].hasSuffix("TZID=tzone")
        }
        guard let colon, colon > text.startIndex else { return nil }
        let head = Self.split(text[..<colon], at: ";")
        let names = head[0].split(separator: ".")
        name = (names.last ?? "").uppercased()
        group = names.count > 1 ? String(names[0]) : nil
        parameters = Self.parameters(head.dropFirst())
        let rest = String(text[scalars.index(after: colon)...])
        let isQuotedPrintable = parameters["ENCODING"]?.first?.uppercased() == "QUOTED-PRINTABLE"
        if isQuotedPrintable {
            value = Self.decodedQuotedPrintable(rest, charset: parameters["CHARSET"]?.first)
        } else if let charset = parameters["CHARSET"]?.first, String(validating: bytes, as: UTF8.self) == nil {
            // What is before the colon is ASCII.
            value = Self.text(Array(bytes.dropFirst(text[...colon].utf8.count)), charset: charset)
        } else {
            value = rest
        }
    }

    private static func parameters(_ parts: some Sequence<Substring>) -> [String: [String]] {
        var parameters: [String: [String]] = [:]
        for part in parts {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let isAlone = pair.count < 2
            let isEncoding = isAlone && part.uppercased() == "QUOTED-PRINTABLE"
            let name = isAlone ? (isEncoding ? "ENCODING" : "TYPE") : pair[0].uppercased()
            let values = split(pair[pair.count - 1], at: ",").map { $0.trimming { $0 == "\"" } }
            parameters[name, default: []] += values.map(String.init)
        }
        return parameters
    }

    private static func decodedQuotedPrintable(_ text: String, charset: String?) -> String {
        let bytes = Array(text.utf8)
        let decoded = bytes.withUnsafeBufferPointer {
            TransferEncoding.decode($0, GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE)
        }
        return Self.text(decoded, charset: charset)
    }

    private static func text(_ bytes: [UInt8], charset: String?) -> String {
        guard let charset else { return TextCharset.decode(bytes).text }
        return String(decoding: HTMLCharset.decode(bytes, declared: charset).text, as: UTF8.self)
    }

    /// The parts between separators that are not in quotation marks; at least one.
    private static func split(_ text: Substring, at separator: Character) -> [Substring] {
        var isQuoted = false
        return text.split(omittingEmptySubsequences: false) { character in
            if character == "\"" { isQuoted.toggle() }
            return character == separator && !isQuoted
        }
    }

    /// The value as a text (RFC 5545, 3.3.11): `\n`, `\,`, `\;` and `\\` stand for what they say.
    var text: String { Self.unescaped(value[...]) }

    /// The texts in a list of them, such as categories (RFC 5545, 3.8.1.2).
    var list: [String] {
        var (texts, current, isEscaped) = ([String](), "", false)
        for character in value {
            // vCalendar 1.0 has semicolons between them.
            if !isEscaped, character == "," || character == ";" {
                texts.append(Self.unescaped(current[...]))
                current = ""
            } else {
                current.append(character)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        return texts + [Self.unescaped(current[...])]
    }

    /// The components of a structured value, such as a name (RFC 6350, 6.2.2).
    var components: [String] {
        var (components, current, isEscaped) = ([String](), "", false)
        for character in value {
            if character == ";", !isEscaped {
                components.append(Self.unescaped(current[...]))
                current = ""
            } else {
                current.append(character)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        return components + [Self.unescaped(current[...])]
    }

    private static func unescaped(_ text: Substring) -> String {
        guard text.contains("\\") else { return String(text) }
        var (result, isEscaped) = ("", false)
        for character in text {
            if isEscaped {
                result.append(character == "n" || character == "N" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                result.append(character)
            }
        }
        return result
    }
}

extension Substring {
    func trimming(_ isOuter: (Character) -> Bool) -> Substring {
        var rest = self
        while let first = rest.first, isOuter(first) { rest.removeFirst() }
        while let last = rest.last, isOuter(last) { rest.removeLast() }
        return rest
    }
}

/// The components of a file of content lines, one after the other: `BEGIN:VEVENT` to `END:VEVENT`, with all lines between.
struct ContentLineReader {
    /// A component.
    struct Component {
        /// The name in capitals: `VEVENT`.
        let name: String
        /// Its lines, without those of components within it.
        let lines: [ContentLine]
        /// The byte offset after it.
        let end: Int
        /// The number of its first line.
        let lineNumber: Int
        /// True if the file ends in it.
        let isCut: Bool
        /// True if `lines` are not all: one is too long to be read, or there are too many.
        let isShortened: Bool

        /// The first line of a name.
        func first(_ name: String) -> ContentLine? { lines.first { $0.name == name } }
        /// The lines of a name.
        func all(_ name: String) -> [ContentLine] { lines.filter { $0.name == name } }
    }

    /// A line of the file, without what ends it; without its bytes if it is too long.
    private struct PhysicalLine {
        var bytes: [UInt8]
        var end: Int
        var isTooLong: Bool
    }

    /// In bytes.
    static let longestLine = 1 << 20
    private static let mostLines = 10_000

    private let names: Set<String>
    private var lines: ByteLineReader
    private var number = 0
    private var longLines = 0
    private var end: Int
    /// The line after the one that was read last, which may belong to it.
    private var ahead: PhysicalLine?
    /// The lines outside of components of these names, such as a calendar's own name.
    private(set) var outside: [ContentLine] = []

    /// The components of `names` in a file, from the byte `offset` on.
    init(_ file: RegularFile, of names: Set<String>, from offset: Int) {
        self.names = names
        end = offset
        lines = ByteLineReader(file: file, longest: Self.longestLine, from: offset)
    }

    /// The entries of a calendar.
    init(entriesOf file: RegularFile) {
        self.init(file, of: ["VEVENT", "VTODO", "VJOURNAL"], from: 0)
    }

    /// The next component, or `nil` after the last.
    mutating func next() throws(ImportFailure) -> Component? {
        while let line = try nextLine() {
            guard let line else { continue }
            if line.name == "BEGIN", names.contains(line.value.uppercased()) {
                return try component(line.value.uppercased())
            }
            if outside.count < 100 { outside.append(line) }
        }
        return nil
    }

    private mutating func component(_ name: String) throws(ImportFailure) -> Component {
        let (first, longBefore) = (number, longLines)
        var (found, inner, count, isCut) = ([ContentLine](), [String](), 0, true)
        while let line = try nextLine() {
            guard let line else { continue }
            count += 1
            if line.name == "END", inner.isEmpty || line.value.uppercased() == name {
                isCut = false
                break
            }
            if line.name == "END" {
                inner.removeLast()
            } else if line.name == "BEGIN" {
                inner.append(line.value)
            } else if inner.isEmpty, count <= Self.mostLines {
                found.append(line)
            }
        }
        return Component(
            name: name, lines: found, end: end, lineNumber: first, isCut: isCut,
            isShortened: longLines > longBefore || count > Self.mostLines)
    }

    /// The next line with those that continue it; `nil` in it if it is none.
    private mutating func nextLine() throws(ImportFailure) -> ContentLine?? {
        var line = ahead
        ahead = nil
        if line == nil { line = try physicalLine() }
        guard let first = line else { return nil }
        var (bytes, lineEnd) = (first.bytes, first.end)
        if first.isTooLong { longLines += 1 }
        number += 1
        let isQuotedPrintable = bytes.prefix(200).firstOccurrence(of: "QUOTED-PRINTABLE") != nil
        while let next = try physicalLine() {
            let isFolded = next.bytes.first == 0x20 || next.bytes.first == 0x09
            let isSoft = isQuotedPrintable && bytes.last == UInt8(ascii: "=")
            guard isFolded || isSoft else {
                ahead = next
                break
            }
            number += 1
            lineEnd = next.end
            guard bytes.count + next.bytes.count <= Self.longestLine else {
                // A picture is no text that would be missed.
                if !Self.isMedia(bytes) { longLines += 1 }
                continue
            }
            if isSoft { bytes.removeLast() }
            bytes += isFolded && !isSoft ? next.bytes.dropFirst() : next.bytes[...]
        }
        end = lineEnd
        return .some(ContentLine(bytes))
    }

    private static func isMedia(_ line: [UInt8]) -> Bool {
        let name = String(decoding: line.prefix(6), as: UTF8.self).uppercased()
        return ["PHOTO", "LOGO", "SOUND", "ATTACH"].contains(where: name.hasPrefix)
    }

    private mutating func physicalLine() throws(ImportFailure) -> PhysicalLine? {
        guard let line = try lines.next() else { return nil }
        var bytes: [UInt8] = line.isTooLong ? [] : lines.withBytes(of: line) { Array($0) }
        if bytes.last == 0x0D { bytes.removeLast() }
        return PhysicalLine(bytes: bytes, end: line.end, isTooLong: line.isTooLong)
    }
}
