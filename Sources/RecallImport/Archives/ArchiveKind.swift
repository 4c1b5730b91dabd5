import CLibArchive
import RecallCore

/// The kinds of archives.
enum ArchiveKind: String, Sendable {
    case zip
    /// A tar archive, compressed or not, or one compressed file.
    case tar
    case sevenZip = "7z"
    case rar
    /// One value that gzip compressed, whatever it is: never looked for in a file.
    case gzip
    /// A store of Outlook: folders of mails.
    case outlookStore = "pst"

    /// The kind of an archive that begins with `head`; `nil` if it is none.
    init?(head: [UInt8]) {
        if head.starts(with: [0x50, 0x4B, 3, 4]) {
            self = .zip
        } else if head.starts(with: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]) {
            self = .sevenZip
        } else if head.starts(with: Array("Rar!".utf8) + [0x1A, 7]) {
            self = .rar
        } else if OutlookStore.begins(head) {
            self = .outlookStore
        } else if Self.compressed.contains(where: { head.starts(with: $0) }) || Self.isTar(head) {
            self = .tar
        } else {
            return nil
        }
    }

    /// gzip (RFC 1952), bzip2, xz and Zstandard (RFC 8878).
    private static let compressed: [[UInt8]] = [
        [0x1F, 0x8B, 8], Array("BZh".utf8), [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], [0x28, 0xB5, 0x2F, 0xFD],
    ]

    private static func isTar(_ head: [UInt8]) -> Bool {
        head.count >= 512 && head[257..<262].elementsEqual("ustar".utf8)
    }

    /// A member's path without what every program for archives takes off: the `./` that tar puts before it, and the root's `/`.
    func relative(_ path: String) -> String {
        guard self == .tar else { return path }
        var rest = path[...]
        while rest.hasPrefix("./") || rest.hasPrefix("/") { rest = rest.dropFirst(rest.hasPrefix("/") ? 1 : 2) }
        return String(rest)
    }

    /// The kind, for people to read.
    var name: String {
        switch self {
        case .zip: "zip file"
        case .tar, .gzip: "compressed file"
        case .sevenZip: "7z file"
        case .rar: "RAR file"
        case .outlookStore: "store of Outlook"
        }
    }

    /// Makes libarchive read this kind, and no other.
    func support(_ archive: OpaquePointer) {
        switch self {
        case .zip: archive_read_support_format_zip(archive)
        case .sevenZip: archive_read_support_format_7zip(archive)
        case .rar:
            archive_read_support_format_rar(archive)
            archive_read_support_format_rar5(archive)
        case .tar:
            archive_read_support_format_tar(archive)
            // Zeros end it only where nothing follows them: a header may have become zeros, and two archives one file.
            archive_read_set_option(archive, "tar", "read_concatenated_archives", "1")
            archive_read_support_format_raw(archive)
            archive_read_support_filter_gzip(archive)
            archive_read_support_filter_bzip2(archive)
            archive_read_support_filter_xz(archive)
            archive_read_support_filter_zstd(archive)
        case .gzip:
            archive_read_support_format_raw(archive)
            archive_read_support_filter_gzip(archive)
        case .outlookStore: break
        }
    }

    /// Extensions of archives, in lower case.
    static let extensions: Set = [
        "zip", "tar", "gz", "tgz", "bz2", "tbz2", "tbz", "xz", "txz", "zst", "7z", "rar", "pst", "ost", "jex",
        "bear2bk", "bearbk", "textpack",
    ]
}
