extension String {
    /// The text of a UTF-8 byte range, clamped to the string and to whole characters.
    package func utf8Slice(_ range: Range<Int>) -> String {
        let bytes = utf8
        let lower = bytes.index(bytes.startIndex, offsetBy: min(range.lowerBound, bytes.count))
        let upper = bytes.index(bytes.startIndex, offsetBy: min(range.upperBound, bytes.count))
        return String(self[lower..<upper])
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The text of a range of bytes that are UTF-8, clamped to them and to whole characters.
    package func utf8Slice(_ range: Range<Int>) -> String {
        let characters = characterStart(range.lowerBound)..<characterStart(range.upperBound)
        return String(decoding: UnsafeBufferPointer(rebasing: self[characters]), as: UTF8.self)
    }

    /// The beginning of the character that a byte is part of.
    private func characterStart(_ position: Int) -> Int {
        var start = Swift.min(position, count)
        while start > 0, start < count, self[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }
}
