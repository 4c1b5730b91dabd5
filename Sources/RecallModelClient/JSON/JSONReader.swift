/// A reader of JSON (RFC 8259) with a bounded depth; for what models write, a lenient one too.
///
/// The lenient one also takes: a comma before a closing bracket, single quotes, names without quotes, `True`, `False` and
/// `None`, line breaks in strings, and an end in the middle of a string, an array or an object.
struct JSONReader {
    /// JSON that cannot be read.
    struct Malformed: Error {}

    private let bytes: [UInt8]
    private let isLenient: Bool
    private var position = 0
    private static let depth = 64

    /// A reader at the beginning of `bytes`.
    init(_ bytes: [UInt8], isLenient: Bool) {
        (self.bytes, self.isLenient) = (bytes, isLenient)
    }

    /// True if nothing but blanks is left.
    mutating func isAtEnd() -> Bool {
        skipBlanks()
        return position == bytes.count
    }

    /// Passes these bytes if they are next; blanks before them too.
    mutating func skip(_ characters: StaticString) -> Bool {
        skipBlanks()
        let wanted = UnsafeBufferPointer(start: characters.utf8Start, count: characters.utf8CodeUnitCount)
        guard bytes[position...].starts(with: wanted) else { return false }
        position += wanted.count
        return true
    }

    /// The next value.
    mutating func value() throws(Malformed) -> JSONValue {
        try value(in: 0)
    }

    private mutating func value(in depth: Int) throws(Malformed) -> JSONValue {
        skipBlanks()
        guard depth < Self.depth, let byte = peek else { throw Malformed() }
        switch byte {
        case UInt8(ascii: "{"): return try object(in: depth + 1)
        case UInt8(ascii: "["): return try array(in: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "'") where isLenient: return .string(try string())
        default: return try word()
        }
    }

    private mutating func object(in depth: Int) throws(Malformed) -> JSONValue {
        var members: [JSONValue.Member] = []
        position += 1
        while try isInside(UInt8(ascii: "}"), isFirst: members.isEmpty) {
            let name = try name()
            skipBlanks()
            if peek == nil, isLenient { break }
            guard peek == UInt8(ascii: ":") else { throw Malformed() }
            position += 1
            if isLenient, isAtEnd() { break }
            members.append(JSONValue.Member(name: name, value: try value(in: depth)))
        }
        return .object(members)
    }

    private mutating func array(in depth: Int) throws(Malformed) -> JSONValue {
        var values: [JSONValue] = []
        position += 1
        while try isInside(UInt8(ascii: "]"), isFirst: values.isEmpty) { values.append(try value(in: depth)) }
        return .array(values)
    }

    /// Passes a comma, or the closing bracket. True if another element follows.
    private mutating func isInside(_ closing: UInt8, isFirst: Bool) throws(Malformed) -> Bool {
        if isAtEnd() {
            if isLenient { return false }
            throw Malformed()
        }
        if peek == closing { return pass() }
        if isFirst { return true }
        guard peek == UInt8(ascii: ",") else { throw Malformed() }
        position += 1
        skipBlanks()
        guard isLenient, peek == closing || peek == nil else { return true }
        return pass()
    }

    /// Passes a closing bracket.
    private mutating func pass() -> Bool {
        position = min(position + 1, bytes.count)
        return false
    }

    private mutating func name() throws(Malformed) -> String {
        if peek == UInt8(ascii: "\"") || (isLenient && peek == UInt8(ascii: "'")) { return try string() }
        let start = position
        while isLenient, let byte = peek, Self.isWord(byte) { position += 1 }
        guard position > start else { throw Malformed() }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    // MARK: Words and numbers

    private mutating func word() throws(Malformed) -> JSONValue {
        let start = position
        while let byte = peek, Self.isWord(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".") {
            position += 1
        }
        switch String(decoding: bytes[start..<position], as: UTF8.self) {
        case "null": return .null
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "None" where isLenient: return .null
        case "True" where isLenient: return .bool(true)
        case "False" where isLenient: return .bool(false)
        case let digits where Self.isNumber(digits): return .number(digits)
        default: throw Malformed()
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`
    private static func isNumber(_ text: String) -> Bool {
        text.utf8.count <= 64 && text.wholeMatch(of: /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+\-]?[0-9]+)?/) != nil
    }

    // MARK: Strings

    private mutating func string() throws(Malformed) -> String {
        let quote = bytes[position]
        position += 1
        var text: [UInt8] = []
        while let byte = peek {
            position += 1
            switch byte {
            case quote: return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try unescape(into: &text)
            case ..<0x20 where !isLenient: throw Malformed()
            default: text.append(byte)
            }
        }
        guard isLenient else { throw Malformed() }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func unescape(into text: inout [UInt8]) throws(Malformed) {
        guard let byte = peek else {
            if isLenient { return }
            throw Malformed()
        }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "u"): text += Array(String(try scalar()).utf8)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        default:
            guard isLenient else { throw Malformed() }
            text.append(byte)
        }
    }

    /// The scalar of four hexadecimal digits, or of two surrogates; of half a pair the replacement character.
    private mutating func scalar() throws(Malformed) -> Unicode.Scalar {
        let first = try hexadecimal()
        guard (0xD800..<0xDC00).contains(first), bytes[position...].starts(with: [0x5C, 0x75]) else {
            return Unicode.Scalar(first) ?? "\u{FFFD}"
        }
        let before = position
        position += 2
        let second = try hexadecimal()
        guard (0xDC00..<0xE000).contains(second) else {
            position = before
            return "\u{FFFD}"
        }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
    }

    private mutating func hexadecimal() throws(Malformed) -> UInt32 {
        let digits = String(decoding: bytes[position...].prefix(4), as: UTF8.self)
        guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else {
            throw Malformed()
        }
        position += 4
        return value
    }

    // MARK: Bytes

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
    }
}

extension JSONValue {
    /// The value of a JSON text; `nil` if it is none.
    package init?(_ bytes: [UInt8]) {
        var reader = JSONReader(bytes, isLenient: false)
        guard let value = try? reader.value(), reader.isAtEnd() else { return nil }
        self = value
    }
}
