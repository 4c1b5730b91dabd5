/// The result of a deletion.
public struct Deletion: Hashable, Sendable {
    /// The number of deleted items, attachments included.
    public var items: Int
    /// The number of threads without remaining items.
    public var threads: Int

    /// The place of the text that was deleted.
    public var text: DeletedText

    /// A deletion of nothing by default.
    public init(items: Int = 0, threads: Int = 0, text: DeletedText = .gone) {
        self.items = items
        self.threads = threads
        self.text = text
    }
}

/// The place of a text that was deleted.
public enum DeletedText: Hashable, Sendable {
    /// It is in no file of the library.
    case gone
    /// Nothing finds it, but its words are still in the library's files: in the log, because another process reads, or in
    /// indexes that are not purged yet. The next opening for writing removes them.
    case remains
}
