/// A syntax error in JSON (RFC 8259) and its position.
package struct JSONSyntaxError: Error {
    /// The byte offset in the text.
    package var offset: Int
    /// The problem and a remedy.
    package var message: String
    /// True if the text ends too early.
    package var isCut = false
}

/// Reads JSON (RFC 8259, strictly) from bytes that are valid UTF-8, value by value, without building a tree.
package struct JSONScanner {
    /// The type of a value, by its first byte.
    package enum ValueType: String {
        case string = "a string", number = "a number", object = "an object", array = "an array"
        case boolean = "true or false", null
    }

    /// The deepest nesting of values that is read.
    static let maximumDepth = 100

    /// The text.
    let bytes: UnsafeBufferPointer<UInt8>
    /// The byte offset of what is read next.
    package var offset = 0
    /// The number of lone surrogates replaced by U+FFFD.
    package var replacedSurrogates = 0

    /// A scanner at the start of `bytes`, which must outlive it.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Skips white space; true at the end.
    package mutating func isAtEnd() -> Bool {
        skipWhiteSpace()
        return offset == bytes.count
    }

    /// The type of the next value.
    package mutating func peekType() throws(JSONSyntaxError) -> ValueType {
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
    package mutating func expect(_ expected: Unicode.Scalar) throws(JSONSyntaxError) {
        guard try skip(expected) else { throw error("\"\(expected)\" was expected here") }
    }

    /// Skips white space and, if it comes next, `wanted`; returns true if it was skipped.
    package mutating func skip(_ wanted: Unicode.Scalar) throws(JSONSyntaxError) -> Bool {
        skipWhiteSpace()
        guard offset < bytes.count else { throw cut() }
        guard bytes[offset] == UInt8(ascii: wanted) else { return false }
        offset += 1
        return true
    }

    /// Skips a value of any type.
    package mutating func skipValue(depth: Int = 0) throws(JSONSyntaxError) {
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
    package mutating func key() throws(JSONSyntaxError) -> String {
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

    mutating func skipNumber() throws(JSONSyntaxError) {
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
        while let digit = current, digit.isASCIIDigit { offset += 1 }
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

    /// An error at the current position.
    func error(_ message: String) -> JSONSyntaxError {
        JSONSyntaxError(offset: offset, message: message)
    }

    /// The text ends too early.
    func cut() -> JSONSyntaxError {
        JSONSyntaxError(offset: bytes.count, message: "the text ends in the middle of a value", isCut: true)
    }
}
