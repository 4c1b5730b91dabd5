public import RecallCore

extension SourceFormat {
    /// An archive of files, whose content is imported as that of a folder.
    public static let archive = SourceFormat("archive", singular: "archive", plural: "archives", isContainer: true)
}

/// The content of archives, as far as it decides whether one that nobody named is imported.
///
/// Folders hold archives of everything: programs, pictures, backups. One is imported with its folder only if it is certainly an
/// export; any is when it is named.
enum ArchiveContent {
    /// True for a compressed mailbox or mail: `2024.mbox.gz`.
    static func isMail(compressedAt path: String) -> Bool {
        ["gz", "bz2", "xz", "zst"].contains(AbsolutePath.fileExtension(path))
            && exportExtensions.contains(AbsolutePath.fileExtension(ArchiveUnpacker.innerName(path)))
    }

    /// True if members of an archive tell that it was exported from a program.
    static func isExport(_ members: Set<String>) -> Bool {
        members.contains { member in
            exportNames.contains(AbsolutePath.name(member)) || member.hasPrefix("Takeout/") || isNotionPage(member)
                || AbsolutePath.name(member).hasPrefix("ExportBlock-") || member.contains(".textbundle/")
                || member.hasSuffix("source/notes.json")
                || exportExtensions.contains(AbsolutePath.fileExtension(member))
        }
    }

    /// True for a page as Notion exports it, whose name ends with an id: `The quay 0123456789abcdef0123456789abcdef.md`.
    private static func isNotionPage(_ member: String) -> Bool {
        guard AbsolutePath.fileExtension(member) == "md" else { return false }
        let id = AbsolutePath.name(member).dropLast(3).suffix(33)
        return id.first == " " && id.count == 33 && id.dropFirst().allSatisfy(\.isHexDigit)
    }

    /// Extensions of archives in which nothing but notes comes: of Joplin, of Bear, and of one TextBundle.
    static let exportArchives: Set = ["jex", "bear2bk", "bearbk", "textpack"]

    private static let exportExtensions: Set = ["mbox", "mbx", "eml", "emlx", "msg", "pst", "ost", "enex", "jex"]
    /// Names of files in exports.
    static let exportNames: Set = [
        "channels.json", "conversations.json", "message_1.html", "message_1.json", "result.json", "users.json",
        StandardNotesFormat.fileName,
    ]
}
