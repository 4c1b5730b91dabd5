/// Separates the author's own text of a mail from quoted mail, attribution lines, signatures, notices of lists and
/// lawyers, and armor.
public enum MailQuotes {
    /// The relation of a mail to earlier mail, by its subject.
    public enum Relation: Sendable {
        case original, reply, forward
    }

    /// The UTF-8 byte ranges of `text` written by its author, ascending, at line boundaries, trimmed of white space.
    /// Empty if everything is quoted. In a forward, the forwarded text counts as the author's.
    ///
    /// - Parameters:
    ///   - text: UTF-8 with LF line ends.
    ///   - relation: the relation by the subject. A reply that only quotes has no authored text; any other mail
    ///   without text above a quoted one is treated as a forward.
    ///   - sender: the author's name, which is treated as a signature at the end of the text.
    /// - Complexity: O(*n*).
    public static func authoredRanges(in text: [UInt8], relation: Relation = .reply, sender: String = "") -> [Range<
        Int
    >] {
        text.withUnsafeBufferPointer { lines(of: $0, relation: relation, sender: sender).authoredRanges }
    }

    /// The lines of a text, each with its classification.
    static func lines(of text: Bytes, relation: Relation, sender: String) -> MailLines {
        var lines = MailLines(text)
        lines.markEncodedBlocks()
        lines.markOtherQuotes()
        lines.markQuotedHistory(relation)
        lines.markAttributions()
        lines.markWrappedQuotes()
        lines.markNotices()
        lines.markSignatures(sender: Array(sender.utf8))
        if relation == .forward || lines.hasForward, !lines.hasAuthored { lines.keepQuotes() }
        return lines
    }

    /// The same for a string.
    public static func authoredRanges(in text: String, relation: Relation = .reply, sender: String = "") -> [Range<Int>]
    {
        authoredRanges(in: Array(text.utf8), relation: relation, sender: sender)
    }
}
