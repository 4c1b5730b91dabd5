/// The parts of a library that cannot be read as they were written.
public struct LibraryDamage: Hashable, Sendable {
    /// A part that can be made again from the items.
    public enum DerivedPart: String, Hashable, Sendable, CaseIterable {
        /// The inverted index of the passages.
        case postings
        /// The index of exact words.
        case fullText = "full text"
        /// The passages' vectors.
        case vectors
    }

    /// An item that cannot be read, with the files to import it from again.
    public struct DamagedItem: Hashable, Sendable {
        /// The item's id, if that can be read.
        public var id: ItemID?
        /// The files that hold it.
        public var sources: [String]

        /// A damaged item.
        public init(id: ItemID?, sources: [String]) {
            (self.id, self.sources) = (id, sources)
        }
    }

    /// The derived parts that are damaged.
    public var derived: [DerivedPart] = []
    /// The items that are damaged.
    public var items: [DamagedItem] = []
    /// The other tables that are damaged, by name.
    public var tables: [String] = []

    /// No damage.
    public init() {}

    /// True if nothing was found.
    public var isEmpty: Bool { derived.isEmpty && items.isEmpty && tables.isEmpty }
}
