/// A JSON text (RFC 8259) as a value: for the small settings files of a model, where Foundation's start-up would cost
/// more than everything else.
enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// Members in their order; of members of one name the last counts.
    case object([Member])

    struct Member: Hashable, Sendable {
        var name: String
        var value: JSONValue
    }

    /// Why bytes are not JSON.
    struct SyntaxError: Error, Hashable {
        /// Where reading stopped, in bytes.
        var offset: Int
    }

    /// The value of a whole JSON text. Linear; nesting deeper than 64 is refused.
    init(parsing bytes: [UInt8]) throws(SyntaxError) {
        var parser = JSONParser(bytes: bytes)
        self = try parser.document()
    }

    /// The value of a member of an object.
    subscript(name: String) -> JSONValue? {
        members?.last { $0.name == name }?.value
    }

    var members: [Member]? { if case .object(let members) = self { members } else { nil } }
    var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    var string: String? { if case .string(let string) = self { string } else { nil } }
    var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
    var double: Double? { if case .number(let number) = self { number } else { nil } }
    /// A number that is whole and fits.
    var int: Int? { double.flatMap(Int.init(exactly:)) }
    /// Whole numbers and nothing else.
    var ints: [Int]? {
        let numbers = elements?.map(\.int)
        return numbers.map { $0.compactMap(\.self) }.flatMap { $0.count == numbers?.count ? $0 : nil }
    }
    var int32: Int32? { int.flatMap(Int32.init(exactly:)) }
}

private struct JSONParser {
    let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var failure: JSONValue.SyntaxError { .init(offset: position) }

    mutating func document() throws(JSONValue.SyntaxError) -> JSONValue {
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw failure }
        return value
    }

    private mutating func value() throws(JSONValue.SyntaxError) -> JSONValue {
        depth += 1
        defer { depth -= 1 }
        skipSpace()
        guard depth <= 64, position < bytes.count else { throw failure }
        switch bytes[position] {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object() throws(JSONValue.SyntaxError) -> JSONValue {
        position += 1
        var members: [JSONValue.Member] = []
        if takes(UInt8(ascii: "}")) { return .object([]) }
        repeat {
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw failure }
            let name = try string()
            guard takes(UInt8(ascii: ":")) else { throw failure }
            members.append(.init(name: name, value: try value()))
        } while takes(UInt8(ascii: ","))
        guard takes(UInt8(ascii: "}")) else { throw failure }
        return .object(members)
    }

    private mutating func array() throws(JSONValue.SyntaxError) -> JSONValue {
        position += 1
        var elements: [JSONValue] = []
        if takes(UInt8(ascii: "]")) { return .array([]) }
        repeat { elements.append(try value()) } while takes(UInt8(ascii: ","))
        guard takes(UInt8(ascii: "]")) else { throw failure }
        return .array(elements)
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONValue.SyntaxError) -> JSONValue {
        let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[position...].starts(with: expected) else { throw failure }
        position += expected.count
        return value
    }

    private mutating func number() throws(JSONValue.SyntaxError) -> JSONValue {
        let digits = bytes[position...].prefix { byte in
            switch byte {
            case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"),
                UInt8(ascii: "E"):
                true
            default: false
            }
        }
        guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "."),
            let number = Double(String(decoding: digits, as: UTF8.self))
        else { throw failure }
        position += digits.count
        return .number(number)
    }

    private mutating func string() throws(JSONValue.SyntaxError) -> String {
        position += 1
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "\""), bytes[position] != UInt8(ascii: "\\") {
            guard bytes[position] >= 0x20 else { throw failure }
            position += 1
        }
        var content = Array(bytes[start..<position])
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            guard bytes[position] >= 0x20 else { throw failure }
            if bytes[position] == UInt8(ascii: "\\") {
                try escape(into: &content)
            } else {
                content.append(bytes[position])
                position += 1
            }
        }
        guard position < bytes.count, let string = String(validating: content, as: UTF8.self) else { throw failure }
        position += 1
        return string
    }

    private mutating func escape(into content: inout [UInt8]) throws(JSONValue.SyntaxError) {
        guard position + 1 < bytes.count else { throw failure }
        let byte = bytes[position + 1]
        position += 2
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0c)
        case UInt8(ascii: "n"): content.append(0x0a)
        case UInt8(ascii: "r"): content.append(0x0d)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"): content.append(contentsOf: Array(String(try escapedScalar()).utf8))
        default: throw failure
        }
    }

    private mutating func escapedScalar() throws(JSONValue.SyntaxError) -> Unicode.Scalar {
        let unit = try hexadecimal()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xdc00, bytes[position...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
            throw failure
        }
        position += 2
        let low = try hexadecimal()
        guard 0xdc00...0xdfff ~= low, let scalar = Unicode.Scalar(0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00))
        else {
            throw failure
        }
        return scalar
    }

    private mutating func hexadecimal() throws(JSONValue.SyntaxError) -> UInt32 {
        let digits = bytes[position...].prefix(4)
        guard digits.count == 4, digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-"),
            let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw failure }
        position += 4
        return unit
    }

    /// Whether `byte` is next behind white space; it is taken then.
    private mutating func takes(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[position]) { position += 1 }
    }
}
