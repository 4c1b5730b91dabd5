import RecallCore

/// Reads zip archives within limits, so that a small file cannot expand into a huge one. Only
/// `extract(entriesWithPrefix:to:)` writes to disk.
///
/// Yields only regular files with plain relative names. Links, devices, absolute names and names with `..` are
/// skipped; archives within archives are entries like others.
public struct ArchiveReader: Sendable {
    /// Limits on reading an archive.
    public struct Limits: Sendable {
        /// The maximum unpacked size of one entry, in bytes.
        public var entryBytes: Int
        /// The maximum unpacked size of all entries together, in bytes.
        public var totalBytes: Int
        /// The maximum compression ratio of an entry, applied after its first megabyte.
        public var ratio: Int
        /// The maximum number of entries.
        public var entries: Int

        /// For archives of unknown origin.
        public static let untrusted = Limits(
            entryBytes: ImportLimits.archiveEntryBytes, totalBytes: ImportLimits.archiveBytes,
            ratio: ImportLimits.archiveRatio, entries: ImportLimits.archiveEntries)
        /// For archives with a known hash that contain a model's weights.
        public static let trusted = Limits(
            entryBytes: 300 << 20, totalBytes: 600 << 20, ratio: ImportLimits.archiveRatio,
            entries: ImportLimits.archiveEntries)
    }

    /// One file in an archive.
    public struct Entry: Sendable, Hashable {
        /// The relative path in the archive, with `/`: for comparing, never a path to open.
        public var path: String
        /// The unpacked size that the archive declares, which may be wrong.
        public var byteCount: Int?
        /// True if the entry is encrypted.
        public var isEncrypted: Bool
    }

    /// The source of an archive.
    enum Origin: Sendable {
        case path(String)
        /// A seekable descriptor, which stays open.
        case descriptor(Int32)
        /// An archive in memory.
        case bytes([UInt8])
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

    /// A reader of the zip file in `bytes`.
    init(bytes: [UInt8], limits: Limits = .untrusted) {
        origin = .bytes(bytes)
        self.limits = limits
    }

    /// The files in the archive, in its order; at most `limits.entries`.
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

    /// The contents, by path, of the files whose path satisfies `predicate`. If a path occurs several times, the
    /// first file is read.
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

    /// Calls `body` with each file until it returns `false`.
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
    /// True if each component of `path` is a plain name, so that the path stays within its base folder.
    static func isPlain(_ path: String) -> Bool {
        path.isPlainPath && !path.utf8.contains(UInt8(ascii: "\\"))
    }
}
