public import RecallCore

/// A unit of import: a file with the files that belong to it, or a folder of one format. Progress and "already
/// imported" are recorded per unit.
public struct SourceUnit: Hashable, Sendable {
    /// The absolute path of the main file, or of the folder; of what is in an archive, the archive's path and the path in it.
    public var path: String
    /// The path that the file or folder is read from: another one only for what was unpacked.
    public var location: String
    /// The path of what the person named for import: the file itself or a folder above it.
    public var root: String
    /// The detected format.
    public var format: SourceFormat
    /// The paths to read further files from that belong to it: a database's log, what is in the folder.
    public var furtherFiles: [String]
    /// The bytes of all its files.
    public var byteCount: Int
    /// The time of the last change of any of its files, in nanoseconds since 1970.
    public var modified: Int64

    /// A unit as found by walking `root`.
    public init(
        path: String, location: String? = nil, root: String, format: SourceFormat, furtherFiles: [String] = [],
        byteCount: Int, modified: Int64
    ) {
        self.path = path
        self.location = location ?? path
        self.root = root
        self.format = format
        self.furtherFiles = furtherFiles
        self.byteCount = byteCount
        self.modified = modified
    }
}

extension SourceUnit {
    /// The bytes of the file of a name that lies beside the main one and belongs to it; `nil` without it, or if it is longer than `limit`.
    func companion(_ name: String, limit: Int) -> [UInt8]? {
        guard let path = furtherFiles.first(where: { AbsolutePath.name($0) == name }),
            let bytes = try? RegularFile(path: path).bytes(limit: limit + 1), bytes.count <= limit
        else { return nil }
        return bytes
    }
}

/// Reads the items of one format from a unit, in the order of its files.
///
/// Requirements: a bad item is an `ImportRecord.failure`, and reading continues; only problems of the whole unit are
/// thrown, as an `ImportFailure`. Memory does not grow with the file. Reading the same unit again gives equal
/// records, and reading from an emitted cursor gives the records after it. Files are never written.
public protocol SourceReader: Sendable {
    /// Reads `unit` from `cursor` on, and calls `emit` with each record and the cursor after it. Stops and rethrows
    /// if `emit` throws.
    func read(
        _ unit: SourceUnit, from cursor: SourceCursor,
        emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws
}
