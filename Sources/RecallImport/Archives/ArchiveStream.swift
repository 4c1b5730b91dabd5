import CLibArchive
import RecallCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// libarchive's state while it goes through one archive.
final class ArchiveStream {
    /// An entry of any type.
    struct Header {
        var entry: ArchiveReader.Entry
        var isRegular: Bool
        var isFolder: Bool
        var isLink: Bool
        /// The time of last change, in nanoseconds since 1970; `nil` if the archive does not tell.
        var modified: Int64?

        /// The entry if it is a file with a plain relative path.
        var asFile: ArchiveReader.Entry? {
            isRegular && ArchiveReader.isPlain(entry.path) ? entry : nil
        }
    }

    private let archive: OpaquePointer
    private let path: String
    private let kind: ArchiveKind
    private var isOpen = true
    /// True if a header of a tar archive could not be read, and the next one that can was looked for.
    private(set) var lostHeader = false
    /// The archive, if it is read from memory.
    private let memory: UnsafeMutableRawBufferPointer?

    /// - Parameter inOrder: true to find the files of a zip file by the headers before them, without its directory.
    init(_ origin: ArchiveReader.Origin, _ kind: ArchiveKind = .zip, inOrder: Bool = false) throws {
        guard let archive = archive_read_new() else { fatalError("out of memory") }
        self.archive = archive
        self.kind = kind
        if kind == .zip, inOrder { archive_read_support_format_zip_streamable(archive) } else { kind.support(archive) }
        let status: Int32
        switch origin {
        case .path(let path):
            self.path = path
            memory = nil
            status = archive_read_open_filename(archive, path, 1 << 16)
        case .descriptor(let descriptor):
            path = ""
            memory = nil
            status = archive_read_open_fd(archive, descriptor, 1 << 16)
        case .bytes(let bytes):
            path = ""
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
            copy.copyBytes(from: bytes)
            memory = copy
            status = archive_read_open_memory(archive, copy.baseAddress, copy.count)
        }
        guard status == ARCHIVE_OK else { throw unopened }
    }

    deinit {
        close()
    }

    /// True if the archive is one compressed file, which has no name in it.
    var namesNothing: Bool { archive_format(archive) == ARCHIVE_FORMAT_RAW }

    /// True if all of the archive is compressed as one.
    var isCompressed: Bool { archive_filter_code(archive, 0) != ARCHIVE_FILTER_NONE }

    /// Frees what libarchive holds.
    func close() {
        guard isOpen else { return }
        isOpen = false
        archive_read_free(archive)
        memory?.deallocate()
    }

    /// The failure if the archive could not be opened: libarchive does not distinguish unreadable files from short
    /// ones that are not archives.
    private var unopened: ImportFailure {
        guard path.isEmpty || access(path, R_OK) == 0 else {
            return failure(.unreadable, "The archive cannot be opened: \(String(cString: strerror(errno))).")
        }
        return failure(.malformed, "The archive is damaged or is no \(kind.name). Export or save it again.")
    }

    /// The next entry, or `nil` at the end.
    func next() throws -> Header? {
        try ArchiveLocale.whileUTF8(nextHeader)
    }

    private func nextHeader() throws -> Header? {
        var entry: OpaquePointer?
        var status = archive_read_next_header(archive, &entry)
        // After a damaged header libarchive goes on at the next block.
        while status == ARCHIVE_RETRY, kind == .tar {
            lostHeader = true
            status = archive_read_next_header(archive, &entry)
        }
        switch status {
        case ARCHIVE_OK, ARCHIVE_WARN: break
        case ARCHIVE_EOF: return nil
        default: throw unread
        }
        let type = UInt32(archive_entry_filetype(entry))
        let name = archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry)
        return Header(
            entry: ArchiveReader.Entry(
                path: kind.relative(name.map { String(cString: $0) } ?? ""),
                byteCount: archive_entry_size_is_set(entry) != 0 ? Int(archive_entry_size(entry)) : nil,
                isEncrypted: archive_entry_is_encrypted(entry) != 0),
            isRegular: type == 0o100000 && archive_entry_hardlink(entry) == nil, isFolder: type == 0o040000,
            isLink: type == 0o120000 || archive_entry_hardlink(entry) != nil, modified: Self.modified(entry))
    }

    /// The failure where no next entry can be found: some archives hide even their names behind a password.
    private var unread: ImportFailure {
        archive_read_has_encrypted_entries(archive) == 1
            ? locked : failure(.malformed, "The archive is damaged or is no \(kind.name). Export or save it again.")
    }

    private var locked: ImportFailure {
        failure(.encrypted, "The archive needs a password; remove it and import again.")
    }

    private static func modified(_ entry: OpaquePointer?) -> Int64? {
        guard archive_entry_mtime_is_set(entry) != 0 else { return nil }
        let (nanoseconds, isTooLarge) = Int64(archive_entry_mtime(entry)).multipliedReportingOverflow(by: 1_000_000_000)
        return isTooLarge ? nil : nanoseconds
    }

    /// The bytes of the longest block that `read` hands over.
    static let mostBlockBytes = 1 << 16

    /// Hands over the current entry's bytes block by block, at most `mostBlockBytes` each.
    ///
    /// - Throws: `ImportFailure` when it needs a password, is damaged or goes over a limit.
    func read(
        _ entry: ArchiveReader.Entry, limits: ArchiveReader.Limits, atMost room: Int,
        _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        guard !entry.isEncrypted else { throw locked }
        let start = archive_filter_bytes(archive, -1)
        var count = 0
        try withUnsafeTemporaryAllocation(byteCount: Self.mostBlockBytes, alignment: 16) { block in
            while true {
                let got = archive_read_data(archive, block.baseAddress, block.count)
                guard got != 0 else { return }
                guard got > 0 else { throw failure(.malformed, "An entry of the archive is damaged.") }
                count += got
                let packed = max(0, Int(archive_filter_bytes(archive, -1) - start)) + 1 << 16
                guard count <= min(limits.entryBytes, room), count <= 1 << 20 || count / limits.ratio <= packed else {
                    throw failure(.overLimit, "An entry of the archive unpacks to more than Recall's limits.")
                }
                try body(UnsafeRawBufferPointer(rebasing: block[..<got]))
            }
        }
    }

    /// A failure of this archive.
    func failure(_ code: ImportFailure.Code, _ reason: String) -> ImportFailure {
        ImportFailure(code, path: path, reason: reason)
    }
}
