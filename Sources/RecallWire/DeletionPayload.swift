public import RecallCore

/// The counts of a deletion.
public struct DeletionPayload: Encodable, Sendable {
    let items, threads: Int

    /// A deletion as sent.
    public init(_ deletion: Deletion) {
        (items, threads) = (deletion.items, deletion.threads)
    }
}

/// The number of items that deleting a source would delete.
public struct DeletionPreviewPayload: Encodable, Sendable {
    let items: Int

    /// A preview of a deletion of `items` items.
    public init(items: Int) {
        self.items = items
    }
}
