/// Iterates over the characters of UTF-8 bytes, with the needs of chat exports: digits of every script, and
/// zero-width marks to skip.
struct ScalarCursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The byte offset of the current character, and of the one after it.
    private(set) var offset = 0
    private var next = 0
    /// The current character, or 0 at the end.
    private(set) var scalar: UInt32 = 0

    /// A cursor at the first character of `bytes`.
    init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) {
        self.bytes = bytes
        next = start
        advance()
    }

    /// True at the end of the text.
    var isAtEnd: Bool { offset == bytes.count }

    /// Goes to the next character. Bytes that are not UTF-8 count as U+FFFD each.
    mutating func advance() {
        offset = next
        guard offset < bytes.count else {
            scalar = 0
            return
        }
        let first = bytes[offset]
        guard first >= 0x80 else {
            scalar = UInt32(first)
            next = offset + 1
            return
        }
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard first >= 0xC2, offset + length <= bytes.count else {
            scalar = 0xFFFD
            next = offset + 1
            return
        }
        scalar = UInt32(first & (0x7F >> UInt8(length)))
        for byte in bytes[offset + 1..<offset + length] { scalar = scalar << 6 | UInt32(byte & 0x3F) }
        next = offset + length
    }

    /// Passes over directional marks and byte order marks.
    mutating func skipMarks() {
        while Self.isMark(scalar) { advance() }
    }

    /// Skips white space and marks; returns true if there was white space.
    @discardableResult
    mutating func skipSpace() -> Bool {
        var found = false
        while Self.isSpace(scalar) || Self.isMark(scalar) {
            found = found || Self.isSpace(scalar)
            advance()
        }
        return found
    }

    /// Passes over `wanted`, if it is there.
    mutating func skip(_ wanted: Unicode.Scalar) -> Bool {
        guard scalar == wanted.value else { return false }
        advance()
        return true
    }

    /// A number of one to four digits, with how many there were.
    mutating func number() -> (value: Int, digits: Int)? {
        var value = 0
        var digits = 0
        while let digit = Self.digitValue(scalar) {
            guard digits < 4 else { return nil }
            value = value * 10 + digit
            digits += 1
            advance()
        }
        return digits > 0 ? (value, digits) : nil
    }

    /// The value of a decimal digit of any script in which chats are exported.
    static func digitValue(_ scalar: UInt32) -> Int? {
        if scalar < 0x80 { return scalar &- 0x30 < 10 ? Int(scalar - 0x30) : nil }
        for zero: UInt32 in zeros where scalar &- zero < 10 { return Int(scalar - zero) }
        return nil
    }

    /// Arabic, Persian, N'Ko, Devanagari, Bengali, Gurmukhi, Gujarati, Oriya, Tamil, Telugu, Kannada, Malayalam, Thai,
    /// Lao, Tibetan, Myanmar, Khmer, full width.
    private static let zeros: [UInt32] = [
        0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xE50, 0xED0, 0xF20, 0x1040,
        0x17E0, 0xFF10,
    ]

    /// Marks of direction and byte order, which have no width.
    static func isMark(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x200B...0x200F, 0x202A...0x202E, 0x2060, 0x2066...0x2069, 0x061C, 0xFEFF: true
        default: false
        }
    }

    /// White space within a line, with the spaces that do not break and the narrow ones.
    static func isSpace(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x20, 0x09, 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }
}
