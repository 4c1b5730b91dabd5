/// Classes of ASCII characters; no other byte belongs to any of them.
extension UInt8 {
    @inlinable @inline(__always)
    package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

    @inlinable @inline(__always)
    package var isASCIIDigit: Bool { self &- 0x30 < 10 }

    @inlinable @inline(__always)
    package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

    /// A space, a tab, or one of the four signs that end lines and pages.
    @inlinable @inline(__always)
    package var isASCIISpace: Bool { self == 0x20 || self &- 0x09 < 5 }

    /// A letter in lower case, any other byte as it is.
    @inlinable @inline(__always)
    package var asciiLowercase: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    /// The value of a hexadecimal digit in either case.
    @inlinable
    package var asciiHexValue: UInt8? {
        if isASCIIDigit { return self - 0x30 }
        return (self | 0x20) &- 0x61 < 6 ? (self | 0x20) - 0x57 : nil
    }

    /// True if a word may have the byte in UTF-8: a letter or a digit, or a byte of a character that is not ASCII.
    @inlinable @inline(__always)
    package var mayBeOfWord: Bool { self >= 0x80 || isASCIIAlphanumeric }
}
