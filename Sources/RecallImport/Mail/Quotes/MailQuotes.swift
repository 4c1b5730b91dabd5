/// Tells what the author of a mail wrote from what is there besides: quoted mail, the lines that introduce it,
/// signatures, notices of lists and lawyers, armor. What is left is what the mail says.
public enum MailQuotes {
    /// The relation of a mail to earlier mail, by its subject.
    public enum Relation: Sendable {
        case original, reply, forward
    }

    /// The UTF-8 byte ranges of `text` that its author wrote, ascending, at line boundaries, without white space around
    /// them. None, if all of it is quoted. In a forward, what is forwarded counts as the author's.
    ///
    /// - Parameters:
    ///   - text: UTF-8 with LF line ends.
    ///   - relation: what the subject says. Where a reply has nothing but what it quotes, there is nothing; any other
    ///     mail with nothing above a quoted one is a forward.
    ///   - sender: the author's name, which is a signature where it ends the text.
    /// - Complexity: O(*n*).
    public static func authoredRanges(in text: [UInt8], relation: Relation = .reply, sender: String = "") -> [Range<
        Int
    >] {
        text.withUnsafeBufferPointer { text in
            var lines = MailLines(text)
            lines.markEncodedBlocks()
            lines.markOtherQuotes()
            lines.markQuotedHistory(relation)
            lines.markAttributions()
            lines.markWrappedQuotes()
            lines.markNotices()
            lines.markSignatures(sender: Array(sender.utf8))
            let authored = lines.authoredRanges
            guard authored.isEmpty, relation == .forward || lines.hasForward else { return authored }
            lines.keepQuotes()
            return lines.authoredRanges
        }
    }

    /// The same for a string.
    public static func authoredRanges(in text: String, relation: Relation = .reply, sender: String = "") -> [Range<Int>]
    {
        authoredRanges(in: Array(text.utf8), relation: relation, sender: sender)
    }
}
