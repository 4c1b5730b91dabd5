/// The result of a deletion.
public struct Deletion: Hashable, Sendable {
    /// The number of deleted items, attachments included.
    public var items: Int
    /// The number of threads without remaining items.
    public var threads: Int

    /// A deletion of nothing by default.
    public init(items: Int = 0, threads: Int = 0) {
        self.items = items
        self.threads = threads
    }
}
