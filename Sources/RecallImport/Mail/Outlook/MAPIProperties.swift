import Foundation
import RecallCore

/// The properties of a message, a recipient or an attachment of Outlook, by their ids ([MS-OXPROPS]).
struct MAPIProperties {
    /// The id of a property: the upper half of its tag.
    enum ID: UInt16 {
        case messageClass = 0x001A, subject = 0x0037, clientSubmitTime = 0x0039, sentRepresentingName = 0x0042
        case sentRepresentingAddress = 0x0065, transportHeaders = 0x007D
        case recipientType = 0x0C15, senderName = 0x0C1A, senderAddress = 0x0C1F
        case displayCC = 0x0E03, displayTo = 0x0E04, deliveryTime = 0x0E06, flags = 0x0E07
        case body = 0x1000, compressedRTF = 0x1009, html = 0x1013
        case messageID = 0x1035, references = 0x1039, inReplyTo = 0x1042
        case displayName = 0x3001, emailAddress = 0x3003, creationTime = 0x3007
        case attachedData = 0x3701, attachedShortName = 0x3704, attachedName = 0x3707, attachedType = 0x370E
        case attachedContentID = 0x3712
        case recipientSMTPAddress = 0x39FE
        case internetCodePage = 0x3FDE, messageCodePage = 0x3FFD
        case senderSMTPAddress = 0x5D01, sentRepresentingSMTPAddress = 0x5D02
    }

    /// The lower half of a tag: the type of the value ([MS-OXCDATA] 2.11.1).
    enum ValueType {
        static let integer16 = 0x02
        static let integer32 = 0x03
        static let boolean = 0x0B
        static let object = 0x0D
        static let integer64 = 0x14
        static let narrowText = 0x1E
        static let wideText = 0x1F
        static let time = 0x40
        static let binary = 0x102
    }

    private enum Value {
        case integer(UInt64)
        case bytes([UInt8], type: Int)
    }

    private var values: [UInt16: Value] = [:]
    /// The code page of texts of one byte a character, unless the properties name one.
    var codePage = 1252

    /// Sets a property of `type` to a value of at most eight bytes.
    mutating func set(_ id: Int, integer: UInt64) {
        values[UInt16(truncatingIfNeeded: id)] = .integer(integer)
    }

    /// Sets a property of `type`: a text or bytes.
    mutating func set(_ id: Int, type: Int, _ bytes: [UInt8]) {
        values[UInt16(truncatingIfNeeded: id)] = .bytes(bytes, type: type)
    }

    mutating func set(_ id: ID, integer: UInt64) { values[id.rawValue] = .integer(integer) }

    mutating func set(_ id: ID, bytes: [UInt8]) { values[id.rawValue] = .bytes(bytes, type: ValueType.binary) }

    /// Sets a text in the code page of these properties, which has to be UTF-8.
    mutating func set(_ id: ID, text: String) {
        values[id.rawValue] = .bytes(Array(text.utf8), type: ValueType.narrowText)
    }

    /// A text without spaces around it; `nil` if there is none or it is empty.
    func text(_ id: ID) -> String? { text(id.rawValue) }

    private func text(_ id: UInt16) -> String? {
        guard case .bytes(let bytes, let type)? = values[id] else { return nil }
        let text = type == ValueType.wideText ? bytes.utf16Text : narrow(bytes)
        // Foundation's character sets took half the time in which a store is unpacked.
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !Self.isBlank($0) }),
            let last = scalars.lastIndex(where: { !Self.isBlank($0) })
        else { return nil }
        return String(scalars[first...last])
    }

    /// True for spaces, line breaks, and characters that control.
    private static func isBlank(_ scalar: UnicodeScalar) -> Bool {
        guard !scalar.isASCII else { return scalar.value <= 0x20 || scalar.value == 0x7F }
        return switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// The ids of what a contact has: names, numbers, addresses, a company.
    static let contact: ClosedRange<UInt16> = 0x3A02...0x3A64

    /// The texts of a contact, in the order of their ids, each once.
    var contactTexts: [String] {
        var seen: Set<String> = []
        return values.keys.filter(Self.contact.contains).sorted().compactMap(text).filter { seen.insert($0).inserted }
    }

    func bytes(_ id: ID) -> [UInt8]? {
        guard case .bytes(let bytes, _)? = values[id.rawValue], !bytes.isEmpty else { return nil }
        return bytes
    }

    func isText(_ id: ID) -> Bool {
        guard case .bytes(_, let type)? = values[id.rawValue] else { return false }
        return type == ValueType.wideText
    }

    func integer(_ id: ID) -> Int? {
        guard case .integer(let value)? = values[id.rawValue] else { return nil }
        return Int(value & 0xFFFF_FFFF)
    }

    /// A time: stored as 100 nanoseconds since 1601.
    func date(_ id: ID) -> Date? {
        guard case .integer(let ticks)? = values[id.rawValue], ticks > 0 else { return nil }
        return Date(timeIntervalSince1970: Double(ticks) / 1e7 - 11_644_473_600)
    }

    private func narrow(_ bytes: [UInt8]) -> String {
        var defects: Set<Defect> = []
        let page = integer(.messageCodePage) ?? integer(.internetCodePage) ?? codePage
        let text = CharsetDecoder.utf8(bytes.prefix { $0 != 0 } + [], charset: Self.charset(page), &defects)
        return String(decoding: text, as: UTF8.self)
    }

    /// The charset's name of a code page of Windows.
    static func charset(_ codePage: Int) -> String {
        switch codePage {
        case 20_127: "us-ascii"
        case 65_001: "utf-8"
        case 28_591...28_605: "iso-8859-\(codePage - 28_590)"
        case 20_866: "koi8-r"
        case 21_866: "koi8-u"
        case 50_220...50_222: "iso-2022-jp"
        case 51_932: "euc-jp"
        case 51_949: "euc-kr"
        case 52_936: "hz-gb-2312"
        case 54_936: "gb18030"
        default: "cp\(codePage)"
        }
    }
}
