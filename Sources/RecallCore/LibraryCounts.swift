/// The amount that a library holds, and that part of it which is ready for semantic retrieval.
public struct LibraryCounts: Hashable, Sendable {
    /// Items by kind, attachments with text among the documents.
    public var items: [ItemKind: Int]
    /// Items that came as attachments.
    public var attachmentItems: Int
    /// Threads.
    public var threads: Int
    /// Passages.
    public var passages: Int
    /// Passages with a vector that searches use.
    public var embeddedPassages: Int
    /// Failures listed: items and attachments.
    public var failures: Int
    /// The bytes of the database on disk, its log included.
    public var byteCount: Int

    /// The counts of a library, all zero by default.
    public init(
        items: [ItemKind: Int] = [:], attachmentItems: Int = 0, threads: Int = 0, passages: Int = 0,
        embeddedPassages: Int = 0, failures: Int = 0, byteCount: Int = 0
    ) {
        self.items = items
        self.attachmentItems = attachmentItems
        self.threads = threads
        self.passages = passages
        self.embeddedPassages = embeddedPassages
        self.failures = failures
        self.byteCount = byteCount
    }
}
