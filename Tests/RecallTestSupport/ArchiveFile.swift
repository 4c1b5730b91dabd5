import CLibArchive
import Foundation
import RecallImport

/// Writes archives of every kind that Recall reads, with libarchive.
public enum ArchiveFile {
    /// The kinds, by the extension of their files.
    public enum Kind: String, CaseIterable, Sendable {
        case zip, tar, tgz = "tar.gz", tbz = "tar.bz2", txz = "tar.xz", zst = "tar.zst", sevenZip = "7z"
        /// One compressed file without a name.
        case gzip = "gz"
    }

    /// A member: a file, or a link to a target.
    public struct Member: Sendable {
        var path: String
        var bytes: [UInt8]
        var link: String?
        var modified: Int

        /// A file with a text.
        public init(_ path: String, _ text: String, modified: Int = 1_700_000_000) {
            (self.path, bytes, self.modified) = (path, Array(text.utf8), modified)
        }

        /// A file with these bytes.
        public init(_ path: String, bytes: [UInt8], modified: Int = 1_700_000_000) {
            (self.path, self.bytes, self.modified) = (path, bytes, modified)
        }

        /// A symbolic link.
        public init(_ path: String, linkTo target: String) {
            (self.path, bytes, link, modified) = (path, [], target, 1_700_000_000)
        }
    }

    /// Writes an archive of members in this order, and returns its bytes.
    public static func bytes(_ kind: Kind, _ members: [Member]) throws -> [UInt8] {
        let path = NSTemporaryDirectory() + "archive-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        guard let archive = archive_write_new(), let entry = archive_entry_new() else {
            throw CocoaError(.fileWriteUnknown)
        }
        defer {
            archive_entry_free(entry)
            archive_write_free(archive)
        }
        prepare(archive, kind)
        guard archive_write_open_filename(archive, path) == ARCHIVE_OK else { throw CocoaError(.fileWriteUnknown) }
        for member in members {
            archive_entry_clear(entry)
            archive_entry_set_pathname_utf8(entry, member.path)
            archive_entry_set_perm(entry, 0o644)
            archive_entry_set_filetype(entry, member.link == nil ? 0o100000 : 0o120000)
            archive_entry_set_mtime(entry, member.modified, 0)
            if let link = member.link { archive_entry_set_symlink(entry, link) }
            archive_entry_set_size(entry, Int64(member.bytes.count))
            guard ArchiveLocale.whileUTF8({ archive_write_header(archive, entry) }) == ARCHIVE_OK else {
                throw CocoaError(.fileWriteUnknown)
            }
            _ = member.bytes.withUnsafeBytes { archive_write_data(archive, $0.baseAddress, $0.count) }
        }
        guard archive_write_close(archive) == ARCHIVE_OK else { throw CocoaError(.fileWriteUnknown) }
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private static func prepare(_ archive: OpaquePointer, _ kind: Kind) {
        switch kind {
        case .zip: archive_write_set_format_zip(archive)
        case .sevenZip: archive_write_set_format_7zip(archive)
        case .gzip: archive_write_set_format_raw(archive)
        default: archive_write_set_format_pax_restricted(archive)
        }
        switch kind {
        case .tgz, .gzip: archive_write_add_filter_gzip(archive)
        case .tbz: archive_write_add_filter_bzip2(archive)
        case .txz: archive_write_add_filter_xz(archive)
        case .zst: archive_write_add_filter_zstd(archive)
        default: break
        }
    }
}
