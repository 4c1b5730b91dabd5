public import RecallCore

/// The numbers of what a deletion took away.
public struct DeletionPayload: Encodable, Sendable {
    let items, threads: Int

    /// A deletion as sent.
    public init(_ deletion: Deletion) {
        (items, threads) = (deletion.items, deletion.threads)
    }
}

/// The number of items that deleting a source would take away.
public struct DeletionPreviewPayload: Encodable, Sendable {
    let items: Int

    /// A preview of a deletion of `items` items.
    public init(items: Int) {
        self.items = items
    }
}
