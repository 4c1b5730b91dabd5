/// A failure as listed: the path, the place in it, a stable code, and a sentence without any of the item's text.
public struct StoredFailure: Hashable, Sendable {
    /// The file.
    public var path: String
    /// The place in the file, or `nil` for all of it.
    public var place: String?
    /// The kind of failure.
    public var code: String
    /// A sentence that says what happened and what to do.
    public var reason: String
    /// True if an attachment failed, not an item.
    public var isAttachment: Bool

    /// A failure.
    public init(path: String, place: String?, code: String, reason: String, isAttachment: Bool) {
        self.path = path
        self.place = place
        self.code = code
        self.reason = reason
        self.isAttachment = isAttachment
    }
}

/// Some of the failures listed, and how many there are.
public struct FailurePage: Hashable, Sendable {
    /// All failures.
    public var total: Int
    /// Those of the page, by path.
    public var failures: [StoredFailure]

    /// A page of `total` failures.
    public init(total: Int, failures: [StoredFailure]) {
        self.total = total
        self.failures = failures
    }
}
