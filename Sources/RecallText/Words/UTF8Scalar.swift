/// A character that is not ASCII.
enum UTF8Scalar {
    /// The character at `position`, which advances past it, at most to the end.
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> UInt32 {
        let lead = bytes[position]
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
        var value = UInt32(lead) & (0xFF >> UInt32(length + 1))
        let end = min(position + length, bytes.count)
        for index in position + 1..<max(end, position + 1) { value = value << 6 | UInt32(bytes[index] & 0x3F) }
        position = end
        return value
    }
}
