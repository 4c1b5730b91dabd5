import RecallCore

/// Reads zip archives with limits, so that a small file cannot become a large one. Nothing is unpacked to disk, but by
/// `extract(entriesWithPrefix:to:)`.
///
/// Only regular files with plain relative names are seen: links, devices, absolute names and names with `..` are passed
/// over, and archives within archives are entries like others.
public struct ArchiveReader: Sendable {
    /// How much is read of an archive.
    public struct Limits: Sendable {
        /// Bytes that one entry may unpack to.
        public var entryBytes: Int
        /// Bytes that all entries that are read may unpack to.
        public var totalBytes: Int
        /// Unpacked to packed size of an entry, after its first megabyte.
        public var ratio: Int
        /// Entries that are looked at.
        public var entries: Int

        /// For archives of unknown origin.
        public static let untrusted = Limits(
            entryBytes: ImportLimits.archiveEntryBytes, totalBytes: ImportLimits.archiveBytes,
            ratio: ImportLimits.archiveRatio, entries: ImportLimits.archiveEntries)
        /// For archives whose hash is known, with a model's weights in them.
        public static let trusted = Limits(
            entryBytes: 300 << 20, totalBytes: 600 << 20, ratio: ImportLimits.archiveRatio,
            entries: ImportLimits.archiveEntries)
    }

    /// One file in an archive.
    public struct Entry: Sendable, Hashable {
        /// The relative path in the archive, with `/`: for comparing, never a path to open.
        public var path: String
        /// The unpacked size that the archive tells, which may be wrong.
        public var byteCount: Int?
        /// Whether a password is needed.
        public var isEncrypted: Bool
    }

    /// Where the archive is.
    enum Origin: Sendable {
        case path(String)
        /// A descriptor that can be sought in; it stays open.
        case descriptor(Int32)
    }

    let origin: Origin
    let limits: Limits

    /// A reader of the zip file at `path`.
    public init(path: String, limits: Limits = .untrusted) {
        origin = .path(path)
        self.limits = limits
    }

    /// A reader of the zip file that is open as `descriptor`.
    init(descriptor: Int32, limits: Limits = .untrusted) {
        origin = .descriptor(descriptor)
        self.limits = limits
    }

    /// The files in the archive, in its order; at most `limits.entries`, the rest is not looked at.
    ///
    /// - Throws: `ImportFailure`.
    public func entries() throws -> [Entry] {
        var entries: [Entry] = []
        try walk { entry, _ in
            entries.append(entry)
            return entries.count < limits.entries
        }
        return entries
    }

    /// The contents of the files whose path `predicate` holds for, by path. Of several with one path the first is read.
    ///
    /// - Throws: `ImportFailure`: `.encrypted`, `.overLimit`, `.malformed`, …
    public func contents(where predicate: (String) -> Bool) throws -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        var total = 0
        try walk { entry, stream in
            guard predicate(entry.path), contents[entry.path] == nil else { return true }
            let bytes = try read(entry, stream, atMost: limits.totalBytes - total)
            total += bytes.count
            contents[entry.path] = bytes
            return true
        }
        return contents
    }

    /// Hands over the files one by one until `body` returns `false`.
    func walk(_ body: (Entry, ArchiveStream) throws -> Bool) throws {
        let stream = try ArchiveStream(origin)
        defer { stream.close() }
        var count = 0
        while let entry = try stream.next() {
            count += 1
            guard count <= limits.entries else {
                throw stream.failure(.overLimit, "The archive has more than \(limits.entries) entries.")
            }
            guard let entry = entry.asFile else { continue }
            guard try body(entry, stream) else { return }
        }
    }

    private func read(_ entry: Entry, _ stream: ArchiveStream, atMost room: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try stream.read(entry, limits: limits, atMost: room) { bytes.append(contentsOf: $0) }
        return bytes
    }
}

extension ArchiveReader {
    /// Whether each component of `path` is a plain name, so that the path stays in the folder it is relative to.
    static func isPlain(_ path: String) -> Bool {
        !path.isEmpty && !path.contains("\\") && !path.utf8.contains(0)
            && path.split(separator: "/", omittingEmptySubsequences: false)
                .allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }
}
