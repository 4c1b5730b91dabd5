extension String {
    /// The text of a UTF-8 byte range, clamped to the string and to whole characters.
    package func utf8Slice(_ range: Range<Int>) -> String {
        let bytes = utf8
        let lower = bytes.index(bytes.startIndex, offsetBy: min(range.lowerBound, bytes.count))
        let upper = bytes.index(bytes.startIndex, offsetBy: min(range.upperBound, bytes.count))
        return String(self[lower..<upper])
    }
}
