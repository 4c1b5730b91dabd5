/// The unit that is embedded, ranked, shown and cited: one message, one paragraph, up to about 128 tokens.
///
/// Kept as a reference into its item's own text, never as copied or re-joined text.
public struct Passage: Hashable, Sendable {
    /// The item whose text it is part of.
    public var item: ItemID
    /// The UTF-8 byte range in the item's `text`, at character boundaries.
    public var range: Range<Int>

    /// The part of `item`'s text in `range`.
    public init(item: ItemID, range: Range<Int>) {
        self.item = item
        self.range = range
    }
}
