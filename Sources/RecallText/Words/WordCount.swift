/// The number of words of a text as encoders split it: at spaces and signs, and around each ideograph. So a run of
/// clusters, in a script that is written without spaces, is one word.
package enum WordCount {
    /// The words of `text`.
    package static func written(_ text: String) -> Int {
        var text = text
        return text.withUTF8 { bytes in
            var scanner = WordScanner(bytes)
            var (count, end) = (0, -1)
            while let word = scanner.next() {
                if word.unit != .cluster || word.range.lowerBound != end { count += 1 }
                end = word.unit == .cluster ? word.range.upperBound : -1
            }
            return count
        }
    }
}
