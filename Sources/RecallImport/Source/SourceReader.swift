/// One file to import: the unit of progress and of "already imported".
public struct SourceUnit: Hashable, Sendable {
    /// The absolute path.
    public var path: String
    /// The path of what the person named for import: the file itself or a folder above it.
    public var root: String
    /// What the file was recognised as.
    public var format: SourceFormat
    /// The size in bytes.
    public var byteCount: Int
    /// The time of last change, in nanoseconds since 1970.
    public var modified: Int64

    /// A file as found by walking `root`.
    public init(path: String, root: String, format: SourceFormat, byteCount: Int, modified: Int64) {
        self.path = path
        self.root = root
        self.format = format
        self.byteCount = byteCount
        self.modified = modified
    }
}

/// How far a file is read: where the next record begins, in a number that only its reader understands
/// (a byte offset, a count of records). Stored with the records before it, so that a later run goes on there.
public typealias ReadPosition = Int64

/// Reads the items of one format from a file, in the order of the file.
///
/// The law for all readers: a bad item is an `ImportRecord.failure` and reading goes on; only what concerns the whole
/// file is thrown, as an `ImportFailure`. Memory does not grow with the file. Reading the same file again gives equal
/// records, and reading from a position that was emitted gives the records after it. The file is never written.
public protocol SourceReader: Sendable {
    /// Reads `unit` from `position` (0: from its start), and hands over each record with the position after it.
    /// Stops, rethrowing, when `emit` throws.
    func read(
        _ unit: SourceUnit, from position: ReadPosition,
        emit: (ImportRecord, ReadPosition) async throws -> Void
    ) async throws
}
