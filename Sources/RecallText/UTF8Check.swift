/// Finds what is not UTF-8 (RFC 3629).
package enum UTF8Check {
    /// The offset of the first byte that does not belong to a valid UTF-8 sequence, or `nil` if all do.
    ///
    /// - Complexity: O(*n*); ASCII goes eight bytes at a time.
    package static func firstInvalidByte(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let raw = UnsafeRawBufferPointer(bytes)
        var i = 0
        while i < raw.count {
            if raw[i] < 0x80 {
                i += 1
                while i + 8 <= raw.count,
                    raw.loadUnaligned(fromByteOffset: i, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
                {
                    i += 8
                }
                continue
            }
            guard let length = sequenceLength(in: raw, at: i) else { return i }
            i += length
        }
        return nil
    }

    /// The length of the sequence of two to four bytes at `i`, or `nil` if it is not valid (RFC 3629, 4).
    private static func sequenceLength(in bytes: UnsafeRawBufferPointer, at i: Int) -> Int? {
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch bytes[i] {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard i + length <= bytes.count, second ~= bytes[i + 1],
            bytes[i + 2..<max(i + length, i + 2)].allSatisfy({ $0 & 0xC0 == 0x80 })
        else { return nil }
        return length
    }
}
