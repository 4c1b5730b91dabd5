import RecallText

/// The marks before quoted lines: `> `.
enum QuoteMarks {
    /// A text with spaces for the marks of those lines in the ranges that do not begin one; so all offsets stay.
    ///
    /// - Complexity: O(*n*).
    static func blanked(_ text: String, in ranges: [Range<Int>]) -> String {
        var bytes = Array(text.utf8)
        for range in ranges {
            var isStart = false
            for index in range.clamped(to: 0..<bytes.count) {
                let byte = bytes[index]
                if byte == UInt8(ascii: ">"), isStart {
                    bytes[index] = UInt8(ascii: " ")
                } else {
                    isStart = byte == UInt8(ascii: "\n") || isStart && byte.isASCIISpace
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
