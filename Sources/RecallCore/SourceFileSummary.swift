/// An imported file, as listed.
public struct SourceFileSummary: Hashable, Sendable {
    /// Its id within the library.
    public var id: SourceRow
    /// The absolute path.
    public var path: String
    /// The format it was read as.
    public var format: String
    /// The number of its items in the library, attachments included.
    public var items: Int
    /// The number of its items that could not be read.
    public var failures: Int
    /// The size in bytes when it was read.
    public var bytes: Int
    /// True if it was read to its end.
    public var isComplete: Bool
    /// True if the file is not there any more. What came from it stays.
    public var isGone = false
    /// The folder that it is listed under together with other files of few items; `nil` if it stands for itself.
    public var folder: String?

    /// A file as listed.
    public init(id: SourceRow, path: String, format: String, items: Int, failures: Int, bytes: Int, isComplete: Bool) {
        self.id = id
        self.path = path
        self.format = format
        self.items = items
        self.failures = failures
        self.bytes = bytes
        self.isComplete = isComplete
    }
}

/// A file in which an item was found.
public struct ItemSource: Hashable, Sendable {
    /// The absolute path.
    public var path: String
    /// The format it was read as.
    public var format: String
    /// The position of the item's record, in the reader's notation; `nil` if it was imported by a version that did
    /// not store it.
    public var cursor: String?

    /// A file with an item at `cursor`.
    public init(path: String, format: String, cursor: String?) {
        self.path = path
        self.format = format
        self.cursor = cursor
    }
}
