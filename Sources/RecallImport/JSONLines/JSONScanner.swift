/// Where and why text is not JSON (RFC 8259).
struct JSONSyntaxError: Error {
    /// The byte offset in the text.
    var offset: Int
    /// What is wrong and how to mend it.
    var message: String
    /// Whether the text just ends too early.
    var isCut = false
}

/// Reads JSON (RFC 8259, strictly) from bytes that are valid UTF-8, value by value, without building a tree.
struct JSONScanner {
    /// The type of a value, as its first byte tells.
    enum ValueType: String {
        case string = "a string", number = "a number", object = "an object", array = "an array"
        case boolean = "true or false", null
    }

    /// The deepest nesting of values that is read.
    static let maximumDepth = 100

    private let bytes: UnsafeBufferPointer<UInt8>
    /// The byte offset of what is read next.
    private(set) var offset = 0
    /// How many lone surrogates were replaced by U+FFFD.
    private(set) var replacedSurrogates = 0

    /// A scanner at the start of `bytes`, which must outlive it.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Skips white space, and tells whether the end is reached.
    mutating func isAtEnd() -> Bool {
        skipWhiteSpace()
        return offset == bytes.count
    }

    /// The type of the next value.
    mutating func peekType() throws(JSONSyntaxError) -> ValueType {
        skipWhiteSpace()
        guard offset < bytes.count else { throw cut() }
        switch bytes[offset] {
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
        case UInt8(ascii: "n"): return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        default: throw error("a value was expected here: a string in double quotes, a number, true, false or null")
        }
    }

    /// Skips white space and the byte `expected`.
    mutating func expect(_ expected: Unicode.Scalar) throws(JSONSyntaxError) {
        guard try skip(expected) else { throw error("\"\(expected)\" was expected here") }
    }

    /// Skips white space, and `wanted` if that comes next; tells whether it did.
    mutating func skip(_ wanted: Unicode.Scalar) throws(JSONSyntaxError) -> Bool {
        skipWhiteSpace()
        guard offset < bytes.count else { throw cut() }
        guard bytes[offset] == UInt8(ascii: wanted) else { return false }
        offset += 1
        return true
    }

    /// Skips a value of any type.
    mutating func skipValue(depth: Int = 0) throws(JSONSyntaxError) {
        guard depth < Self.maximumDepth else { throw error("values are nested too deep: at most \(Self.maximumDepth)") }
        switch try peekType() {
        case .string: _ = try string()
        case .number: try skipNumber()
        case .boolean: try skipWord(bytes[offset] == UInt8(ascii: "t") ? "true" : "false")
        case .null: try skipWord("null")
        case .array: try skipArray(depth: depth)
        case .object: try skipObject(depth: depth)
        }
    }

    private mutating func skipArray(depth: Int) throws(JSONSyntaxError) {
        try expect("[")
        if try skip("]") { return }
        repeat { try skipValue(depth: depth + 1) } while try skip(",")
        try expect("]")
    }

    private mutating func skipObject(depth: Int) throws(JSONSyntaxError) {
        try expect("{")
        if try skip("}") { return }
        repeat {
            _ = try key()
            try skipValue(depth: depth + 1)
        } while try skip(",")
        try expect("}")
    }

    /// A key of an object, with the colon after it.
    mutating func key() throws(JSONSyntaxError) -> String {
        skipWhiteSpace()
        guard offset < bytes.count else { throw cut() }
        guard bytes[offset] == UInt8(ascii: "\"") else {
            throw error("a key in double quotes was expected here (no comma after the last one)")
        }
        let key = try string()
        try expect(":")
        return key
    }

    /// The literal `word`, of which the first letter is there.
    mutating func skipWord(_ word: StaticString) throws(JSONSyntaxError) {
        for i in 0..<word.utf8CodeUnitCount {
            guard offset < bytes.count else { throw cut() }
            guard bytes[offset] == word.utf8Start[i] else { throw error("\(word) was expected here") }
            offset += 1
        }
    }

    private mutating func skipNumber() throws(JSONSyntaxError) {
        if bytes[offset] == UInt8(ascii: "-") { offset += 1 }
        let start = offset
        try skipDigits()
        if bytes[start] == UInt8(ascii: "0"), offset > start + 1 { throw error("a number must not begin with 0") }
        if current == UInt8(ascii: ".") {
            offset += 1
            try skipDigits()
        }
        guard current == UInt8(ascii: "e") || current == UInt8(ascii: "E") else { return }
        offset += 1
        if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { offset += 1 }
        try skipDigits()
    }

    private mutating func skipDigits() throws(JSONSyntaxError) {
        let start = offset
        while let digit = current, digit &- 0x30 < 10 { offset += 1 }
        guard offset > start else { throw offset < bytes.count ? error("a digit was expected here") : cut() }
    }

    private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipWhiteSpace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            default: return
            }
        }
    }

    private func error(_ message: String) -> JSONSyntaxError {
        JSONSyntaxError(offset: offset, message: message)
    }

    private func cut() -> JSONSyntaxError {
        JSONSyntaxError(
            offset: bytes.count, message: "the line ends in the middle of the item: it was cut off. Write it again",
            isCut: true)
    }
}

extension JSONScanner {
    /// The string that comes next, with its escapes resolved.
    mutating func string() throws(JSONSyntaxError) -> String {
        try expect("\"")
        let start = offset
        try skipPlainBytes()
        if bytes[offset] == UInt8(ascii: "\"") {
            offset += 1
            return String(decoding: bytes[start..<offset - 1], as: UTF8.self)
        }
        return try stringWithEscapes(from: start)
    }

    private mutating func stringWithEscapes(from start: Int) throws(JSONSyntaxError) -> String {
        var result: [UInt8] = []
        var plain = start
        while true {
            result.append(contentsOf: bytes[plain..<offset])
            guard bytes[offset] == UInt8(ascii: "\\") else { break }
            try appendEscape(to: &result)
            plain = offset
            try skipPlainBytes()
        }
        offset += 1
        return String(decoding: result, as: UTF8.self)
    }

    /// Goes to the next quote or backslash.
    private mutating func skipPlainBytes() throws(JSONSyntaxError) {
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
            guard byte >= 0x20 else {
                throw error("a control character in a string: write a line end as \\n, a tab as \\t")
            }
            offset += 1
        }
        throw cut()
    }

    private mutating func appendEscape(to result: inout [UInt8]) throws(JSONSyntaxError) {
        guard offset + 1 < bytes.count else { throw cut() }
        offset += 2
        switch bytes[offset - 1] {
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "\""): result.append(0x22)
        case UInt8(ascii: "\\"): result.append(0x5C)
        case UInt8(ascii: "/"): result.append(0x2F)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "u"): result.append(contentsOf: try unicodeEscape().utf8)
        default:
            offset -= 2
            throw error("there is no such escape: write a backslash itself as \\\\")
        }
    }

    /// The character of `\uXXXX`, whose `\u` is read, or of a pair of them (RFC 8259, 7).
    private mutating func unicodeEscape() throws(JSONSyntaxError) -> Character {
        let unit = try hexDigits()
        if let scalar = Unicode.Scalar(unit) { return Character(scalar) }
        let afterFirst = offset
        if unit < 0xDC00, offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "\\"),
            bytes[offset + 1] == UInt8(ascii: "u")
        {
            offset += 2
            let low = try hexDigits()
            if 0xDC00...0xDFFF ~= low, let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) {
                return Character(scalar)
            }
            offset = afterFirst
        }
        replacedSurrogates += 1
        return "\u{FFFD}"
    }

    private mutating func hexDigits() throws(JSONSyntaxError) -> UInt32 {
        guard offset + 4 <= bytes.count else { throw cut() }
        var value: UInt32 = 0
        for byte in bytes[offset..<offset + 4] {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - 0x30)
            case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
                value = value << 4 | UInt32((byte | 0x20) - 0x57)
            default: throw error("four hexadecimal digits were expected after \\u")
            }
        }
        offset += 4
        return value
    }
}
