package import RecallCore

/// A file whose format is being detected: its name, its first bytes, and findings in them, each computed once.
package final class SniffedFile {
    /// The number of bytes to inspect.
    static let headBytes = 16 << 10

    /// The name in its folder.
    let name: String
    /// The extension in lower case, without the dot.
    package let fileExtension: String
    /// True if the person named this very file: then what is not clearly something else is read as text.
    package let isNamed: Bool
    /// The first bytes.
    package let head: [UInt8]
    /// True if the file begins as a zip archive does.
    package let isZip: Bool
    /// True if the file begins as an archive does.
    var isArchive: Bool { ArchiveKind(head: head) != nil }
    /// True if the first bytes are not text.
    package private(set) lazy var isBinary = TextCharset.isBinary(head)
    /// The last bytes; `nil` if they cannot be read.
    private(set) lazy var tail: [UInt8]? = try? file.bytes(from: max(0, file.byteCount - 2_048), limit: 2_048)
    /// The mail sniffer's findings in the first bytes.
    private(set) lazy var mail = MailSniffer(head: head)

    /// The path, and the size in bytes.
    var path: String { file.path }
    var byteCount: Int { file.byteCount }

    private let file: RegularFile
    private var members: Set<String>?
    /// True if some of an archive's members need a password, as far as `archiveMembers` found out.
    private(set) var isEncryptedArchive = false

    /// Opens the file at `path`.
    init(path: String, isNamed: Bool) throws(ImportFailure) {
        self.isNamed = isNamed
        name = AbsolutePath.name(path)
        fileExtension = AbsolutePath.fileExtension(path)
        file = try RegularFile(path: path)
        head = try file.bytes(limit: Self.headBytes)
        isZip = head.starts(with: [0x50, 0x4B, 3, 4])
    }

    /// At most `limit` bytes from `offset` on, for formats that the first bytes do not tell.
    func bytes(from offset: Int, limit: Int) throws(ImportFailure) -> [UInt8] {
        try file.bytes(from: offset, limit: limit)
    }

    /// True if the extension is one of `extensions` and the file is no archive.
    package func isText(named extensions: Set<String>) -> Bool {
        !isZip && extensions.contains(fileExtension)
    }

    /// The names in an archive whose own name does not tell its format; empty for any other file.
    ///
    /// - Throws: `ImportFailure` if the archive has no directory.
    package func archiveMembers() throws(ImportFailure) -> Set<String> {
        guard isZip, ["zip", ""].contains(fileExtension) else { return [] }
        if let members { return members }
        let directory = try ZipDirectory(file)
        let names = Set(directory.names)
        isEncryptedArchive = directory.isEncrypted
        guard !names.isEmpty else {
            throw ImportFailure(
                .malformed, path: file.path,
                reason: "The zip file is cut off or damaged: its list of contents is missing. Get it again.")
        }
        members = names
        return names
    }
}
