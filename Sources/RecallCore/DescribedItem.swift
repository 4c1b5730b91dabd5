/// An item with its language, parent, sources and the message that it answers.
public struct DescribedItem: Hashable, Sendable {
    /// The item.
    public var item: Item
    /// The language that its author wrote it in; `nil` if it could not be detected.
    public var language: Language?
    /// The item whose attachment it is.
    public var parent: ItemSummary.Parent?
    /// The message that it answers, if that is in the library.
    public var answered: ListedItem?
    /// The files it was found in, by path.
    public var sources: [ItemSource]
    /// True if one of the files may hold it as it was sent: attachments, and a page.
    public var hasOriginal: Bool
    /// True if the page is worth asking for: it was sent as HTML, or that is not known.
    public var hasHTML: Bool
    /// True for an event or a contact that its file has no longer.
    public var isFormer: Bool

    /// An item without further properties by default.
    public init(
        _ item: Item, language: Language? = nil, parent: ItemSummary.Parent? = nil, answered: ListedItem? = nil,
        sources: [ItemSource] = [], hasOriginal: Bool = false, hasHTML: Bool = false,
        isFormer: Bool = false
    ) {
        self.item = item
        self.language = language
        self.parent = parent
        self.answered = answered
        self.sources = sources
        self.hasOriginal = hasOriginal
        self.hasHTML = hasHTML
        self.isFormer = isFormer
    }
}
