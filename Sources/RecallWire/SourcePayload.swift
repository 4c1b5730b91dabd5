public import RecallCore

/// A file that was imported.
public struct SourcePayload: Encodable, Sendable {
    let id, path, format: String
    let items, failures, bytes: Int
    let isComplete: Bool

    /// A file as sent.
    public init(_ source: SourceFileSummary) {
        (id, path, format) = (String(source.id), source.path, source.format)
        (items, failures, bytes) = (source.items, source.failures, source.bytes)
        isComplete = source.isComplete
    }
}

/// The files that were imported.
public struct SourceListPayload: Encodable, Sendable {
    let sources: [SourcePayload]

    /// A list as sent.
    public init(_ sources: [SourceFileSummary]) {
        self.sources = sources.map(SourcePayload.init)
    }
}

/// A part of a file, or all of it, that could not be imported.
public struct FailurePayload: Encodable, Sendable {
    let path: String
    let place: String?
    let code, message: String
    let isAttachment: Bool

    /// A failure as sent.
    public init(_ failure: StoredFailure) {
        (path, place, code, message) = (failure.path, failure.place, failure.code, failure.reason)
        isAttachment = failure.isAttachment
    }
}

/// A page of failures.
public struct FailureListPayload: Encodable, Sendable {
    let total: Int
    let failures: [FailurePayload]

    /// A page as sent.
    public init(_ page: FailurePage) {
        total = page.total
        failures = page.failures.map(FailurePayload.init)
    }
}

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
