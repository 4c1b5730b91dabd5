/// An imported file that was not read to its end.
public struct UnfinishedSource: Hashable, Sendable {
    /// The absolute path.
    public var path: String
    /// The items read from it so far.
    public var items: Int
    /// Its items that could not be read so far.
    public var failures: Int
    /// The bytes before the place where the next import goes on.
    public var bytesRead: Int
    /// The size in bytes when it was read.
    public var bytes: Int

    /// A file as stored.
    public init(path: String, items: Int, failures: Int, bytesRead: Int, bytes: Int) {
        self.path = path
        self.items = items
        self.failures = failures
        self.bytesRead = bytesRead
        self.bytes = bytes
    }
}
