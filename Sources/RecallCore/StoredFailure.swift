/// An import failure, as listed: path, position, stable code and a message without any of the item's text.
public struct StoredFailure: Hashable, Sendable {
    /// The file.
    public var path: String
    /// The position in the file; `nil` if the whole file failed.
    public var place: String?
    /// The kind of failure.
    public var code: String
    /// A sentence with the cause and a remedy.
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

/// One page of the failures, with their total.
public struct FailurePage: Hashable, Sendable {
    /// The total number of failures.
    public var total: Int
    /// The failures of the page, ordered by path.
    public var failures: [StoredFailure]
    /// The place of the last one, after which the next page begins; `nil` if nothing follows.
    public var end: FailureListPosition?

    /// A page of `total` failures.
    public init(total: Int, failures: [StoredFailure], end: FailureListPosition? = nil) {
        self.total = total
        self.failures = failures
        self.end = end
    }
}

/// A place in the list of failures. It stays the same when failures come and go.
public struct FailureListPosition: Hashable, Sendable {
    /// The failure's path.
    public var path: String
    /// The failure's row in its library.
    public var row: Int64

    /// The place of a failure.
    public init(path: String, row: Int64) {
        self.path = path
        self.row = row
    }
}
