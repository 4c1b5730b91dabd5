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

    /// True if the name is that of a tar archive, compressed or not.
    static func isTar(named path: String) -> Bool {
        let fileExtension = AbsolutePath.fileExtension(path)
        return ["tar", "tgz", "tbz2", "tbz", "txz"].contains(fileExtension)
            || (["gz", "bz2", "xz", "zst"].contains(fileExtension)
                && AbsolutePath.fileExtension(ArchiveUnpacker.innerName(path)) == "tar")
    }

    /// True if members of an archive tell that it was exported from a program. Folders have a `/` at their end.
    static func isExport(_ members: Set<String>) -> Bool {
        let files = members.filter { !$0.hasSuffix("/") && !$0.hasPrefix("__MACOSX/") }
        let isCalendar = !files.isEmpty && files.allSatisfy { ["ics", "vcf"].contains(AbsolutePath.fileExtension($0)) }
        return isCalendar || isExportBeginning(members)
    }

    /// True for the archive in which Facebook gives end-to-end encrypted chats, by its name and members: `Bo Li_15.json`, `media/1.jpg`.
    static func holdsEncryptedChats(_ path: String, _ members: Set<String>) -> Bool {
        guard CopyNumber.title(path: path).lowercased() == "messages" else { return false }
        let files = members.filter { !$0.hasSuffix("/") && !$0.hasPrefix("media/") && !$0.hasPrefix("__MACOSX/") }
        return !files.isEmpty
            && files.allSatisfy { name in
                guard name.hasSuffix(".json"), let mark = name.lastIndex(of: "_") else { return false }
                let number = name[mark...].dropFirst().dropLast(".json".count)
                return !name.contains("/") && !number.isEmpty && number.allSatisfy(\.isNumber)
            }
    }

    /// As `isExport`, where there are members that are not known.
    static func isExportBeginning(_ members: Set<String>) -> Bool {
        members.contains { isOfExport($0, members) } || holdsExportFolder(members)
    }

    /// True if a folder in an archive is one that a format reads as a whole, or a Maildir.
    private static func holdsExportFolder(_ members: Set<String>) -> Bool {
        var folders: [String: [String]] = [:]
        for member in members {
            // The parts above count too: a folder of a Maildir may be empty.
            let parts = member.pathParts()
            for depth in parts.indices {
                folders[parts[..<depth].joined(separator: "/"), default: []].append(parts[depth])
            }
        }
        let formats: [any ImportFormat] = [SignalFormat(), DiscordPackageFormat(), SlackFormat()]
        return folders.values.contains { names in
            formats.contains { $0.isUnit(folderOf: names) } || Set(names).isSuperset(of: ["cur", "new", "tmp"])
        }
    }

    /// True for a file that comes in nothing but exports.
    private static func isOfExport(_ member: String, _ members: Set<String>) -> Bool {
        let name = AbsolutePath.name(member)
        let folder = member.dropLast(name.count)
        return isOfKnownExport(member) || member.hasPrefix(".obsidian/") || member.contains("/.obsidian/")
            || (["cur/", "new/"].contains(where: folder.hasSuffix) && MaildirName.unique(name) != name)
            || (name == "messages.html" && members.contains("\(folder)css/style.css"))
            || isBackupOfMessages(name) || isChannel(name) || WhatsAppZipFormat.isChat(member)
    }

    /// True for the name that SMS Backup & Restore gives: `sms-20240102030405.xml`.
    private static func isBackupOfMessages(_ name: String) -> Bool {
        guard name.hasPrefix("sms-"), name.hasSuffix(".xml") else { return false }
        let time = name.dropFirst(4).dropLast(4)
        return time.count == 14 && time.allSatisfy(\.isNumber)
    }

    /// True for the name that DiscordChatExporter gives: `Guild - general [123456789012345678].json`.
    private static func isChannel(_ name: String) -> Bool {
        guard ["json", "html"].contains(AbsolutePath.fileExtension(name)), let open = name.lastIndex(of: "["),
            let close = name[open...].firstIndex(of: "]"), name[..<open].hasSuffix(" ")
        else { return false }
        let number = name[name.index(after: open)..<close]
        return 17...20 ~= number.count && number.allSatisfy(\.isNumber)
    }

    private static func isOfKnownExport(_ member: String) -> Bool {
        exportNames.contains(AbsolutePath.name(member)) || member.hasPrefix("Takeout/")
            || NotionPage.id(path: member) != nil
            || AbsolutePath.name(member).hasPrefix("ExportBlock-") || member.contains(".textbundle/")
            || member.hasSuffix("source/notes.json")
            || exportExtensions.contains(AbsolutePath.fileExtension(member))
    }

    /// Extensions of archives in which nothing but notes comes: of Joplin, of Bear, and of one TextBundle.
    static let exportArchives: Set = ["jex", "bear2bk", "bearbk", "textpack"]

    private static let exportExtensions: Set = ["mbox", "mbx", "eml", "emlx", "msg", "pst", "ost", "enex", "jex"]
    /// Names of files in exports.
    static let exportNames: Set = [
        "channels.json", "conversations.json", "direct-messages.js", "main.jsonl", "message_1.html", "message_1.json",
        "result.json",
        "users.json",
        StandardNotesFormat.fileName,
    ]
}
