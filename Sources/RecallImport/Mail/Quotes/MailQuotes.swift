/// Tells what the author of a mail wrote from what was quoted or added.
public enum MailQuotes {
    /// The ranges of `text` its author wrote.
    public static func authoredRanges(in text: [UInt8], isForward: Bool = false) -> [Range<Int>] {
        text.isEmpty ? [] : [0..<text.count]
    }
}
