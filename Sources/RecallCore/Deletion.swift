/// The result of a deletion.
public struct Deletion: Hashable, Sendable {
    /// Items, those that came with others included.
    public var items: Int
    /// Threads of which nothing is left.
    public var threads: Int

    /// Nothing, unless told.
    public init(items: Int = 0, threads: Int = 0) {
        self.items = items
        self.threads = threads
    }
}
