/// Tells what the author of a mail wrote from what is there besides: quoted mail, the lines that introduce it,
/// signatures, notices of lists and lawyers, armor. What is left is what the mail says.
public enum MailQuotes {
    /// The UTF-8 byte ranges of `text` that its author wrote, ascending, at line boundaries, without white space around
    /// them. None, if all of it is quoted. In a forward, what is forwarded counts as the author's.
    ///
    /// - Parameters:
    ///   - text: UTF-8 with LF line ends.
    ///   - isForward: whether the subject says that the mail is a forward.
    ///   - sender: the author's name, which is a signature where it ends the text.
    /// - Complexity: O(*n*).
    public static func authoredRanges(in text: [UInt8], isForward: Bool = false, sender: String = "") -> [Range<Int>] {
        text.withUnsafeBufferPointer { text in
            var lines = MailLines(text)
            lines.markEncodedBlocks()
            lines.markBarQuotes()
            lines.markQuotedHistory(isForward: isForward)
            lines.markAttributions()
            lines.markWrappedQuotes()
            lines.markNotices()
            lines.markSignatures(sender: Array(sender.utf8))
            return lines.authoredRanges
        }
    }

    /// The same for a string.
    public static func authoredRanges(in text: String, isForward: Bool = false, sender: String = "") -> [Range<Int>] {
        authoredRanges(in: Array(text.utf8), isForward: isForward, sender: sender)
    }
}
