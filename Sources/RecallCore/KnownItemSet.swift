/// Queries whose target item is known, made from the user's own items (`recall eval make`).
///
/// The queries contain words of the user's texts, so they are stored in the library's folder, readable by the owner
/// only.
public struct KnownItemSet: Hashable, Sendable, Codable {
    /// The remembered detail that a query is made from.
    public enum Category: String, Sendable, Codable, CaseIterable {
        /// Rare words of one sentence, shuffled.
        case words
        /// A sentence without a third of its words.
        case sentence
        /// Most words of the title.
        case title
        /// The sender's name and some words.
        case sender
        /// Some words, and the month in which it was written.
        case month
    }

    /// A query and its target item.
    public struct Query: Hashable, Sendable, Codable {
        /// A hash of the item, the category and the text.
        public var id: String
        /// The text of the query.
        public var text: String
        /// The remembered detail it is made from.
        public var category: Category
        /// The item's kind.
        public var kind: ItemKind
        /// The item's id.
        public var item: String

        /// A query for an item.
        public init(_ text: String, _ category: Category, of item: Item) {
            self.text = text
            self.category = category
            kind = item.kind
            self.item = item.id.description
            id = ItemID(identifying: [self.item, category.rawValue, text]).description
        }
    }

    private var version = 1
    /// The seed of the random choices.
    public var seed: UInt64
    /// The queries.
    public var queries: [Query]

    /// Queries.
    public init(seed: UInt64, queries: [Query]) {
        self.seed = seed
        self.queries = queries
    }
}

extension LibraryLocation {
    /// The file of the library's evaluation queries.
    public var knownItemSet: String { folder + "/evaluation.json" }
}
