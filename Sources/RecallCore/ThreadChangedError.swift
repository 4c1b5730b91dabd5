/// A thread that has other items than the person was told of.
public struct ThreadChangedError: Error, Hashable, CustomStringConvertible {
    /// The number of its items.
    public let items: Int

    /// The error.
    public init(items: Int) { self.items = items }

    /// The problem, and a remedy.
    public var description: String {
        "The thread has \(items) item\(items == 1 ? "" : "s") now, so nothing was deleted. Look at it again, then delete it."
    }
}
