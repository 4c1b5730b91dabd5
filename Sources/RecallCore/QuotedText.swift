/// The words of somebody else in the text of a mail: of a mail that it forwards, or quotes while the library lacks the original.
public struct QuotedText: Hashable, Sendable {
    /// The UTF-8 byte range in the item's text.
    public var range: Range<Int>
    /// The author, by the line above it, which whoever quotes may have changed; `nil` if none says it.
    public var author: Participant?

    /// A quoted text.
    public init(range: Range<Int>, author: Participant?) {
        self.range = range
        self.author = author
    }
}
