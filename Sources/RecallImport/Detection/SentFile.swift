import RecallCore
import RecallFiles

/// A file that lies where an export of chats keeps what was sent in them: another one chose its content.
///
/// It may be read as a document. It may not tell who wrote what, as a chat, a mail or a contact does: nobody becomes the author of
/// a message because somebody else sent a file.
struct SentFile {
    let path: String

    private var name: String { AbsolutePath.name(path) }
    private var folder: String { String(path.dropLast(name.count + 1)) }

    /// True if it lies beside the text of the chat after which its folder is called, or in a folder for files of an export.
    var isSent: Bool { isOfWhatsApp || isOfDiscord || isOfGoogleChat || isOfGoogleVoice || isInFolderOfFiles }

    /// `WhatsApp Chat with Club/` holds `WhatsApp Chat with Club.txt`, or else `_chat.txt`.
    private var isOfWhatsApp: Bool {
        let called = CopyNumber.removed(from: AbsolutePath.name(folder))
        guard WhatsAppChatName.isOfChat(called) else { return false }
        let chat = [called, "_chat"].first { FileStatus(path: "\(folder)/\($0).txt")?.type == .file }
        return chat.map { $0 != CopyNumber.title(path: name) } ?? false
    }

    /// `Ada - Text - 2020-01-02T03_04_05Z-2-1.vcf` beside the page that is called so but for the numbers.
    private var isOfGoogleVoice: Bool {
        guard let mark = name.ranges(of: "Z-").last else { return false }
        return Self.isOfChats("\(folder)/\(name[..<mark.lowerBound])Z.html", "hChatLog")
    }

    /// `Club.json_Files/` beside `Club.json`, as DiscordChatExporter writes them.
    private var isOfDiscord: Bool {
        folder.hasSuffix("_Files") && FileStatus(path: String(folder.dropLast("_Files".count)))?.type == .file
    }

    /// `File-plan.pdf` beside `messages.json` of Google Chat.
    private var isOfGoogleChat: Bool {
        !["messages.json", "group_info.json", "user_info.json"].contains(name)
            && Self.isOfChats("\(folder)/messages.json", "\"creator\"")
    }

    /// `files/` beside the messages of a chat, or at most two folders below those of all.
    private var isInFolderOfFiles: Bool {
        var folder = folder
        for _ in 0..<Self.depth {
            let name = AbsolutePath.name(folder)
            guard !name.isEmpty else { return false }
            let outer = String(folder.dropLast(name.count + 1))
            if Self.folders.contains(name) { return Self.hasMessages(outer) }
            folder = outer
        }
        return false
    }

    private static func hasMessages(_ folder: String) -> Bool {
        var folder = folder
        for _ in 0..<depth where !folder.isEmpty {
            if messages.contains(where: { isOfChats("\(folder)/\($0.name)", $0.word) }) { return true }
            if hasEncryptedChats(folder) { return true }
            folder = String(folder.dropLast(AbsolutePath.name(folder).count + 1))
        }
        return false
    }

    /// True if one of the first files of a folder is an encrypted chat of Messenger: `Bo Li_15.json`.
    private static func hasEncryptedChats(_ folder: String) -> Bool {
        let names = (try? DirectoryListing(path: folder))?.names ?? []
        return names.lazy.filter { $0.hasSuffix(".json") && $0.contains("_") }.prefix(mostLooked).contains {
            isOfChats("\(folder)/\($0)", "\"threadName\"")
        }
    }

    /// True if there is a file, and its beginning has a word.
    private static func isOfChats(_ path: String, _ word: StaticString) -> Bool {
        guard FileStatus(path: path)?.type == .file, let head = try? RegularFile(path: path).bytes(limit: headBytes)
        else {
            return false
        }
        return head.firstOccurrence(of: word) != nil
    }

    private static let (depth, headBytes, mostLooked) = (3, 16 << 10, 10)
    private static let folders: Set = [
        "files", "media", "attachments", "__uploads", "contacts", "direct_messages_media",
        "direct_messages_group_media",
    ]
    /// Of Telegram (a chat, and all of them), of Messenger and Instagram, of Signal, and of X: names that others have too, so with a word
    /// that theirs begin with.
    private static let messages: [(name: String, word: StaticString)] = [
        ("result.json", "\"messages\""), ("result.json", "\"about\": \"Here is the data"),
        ("messages.html", "Exported Data"), ("message_1.json", "\"participants\""), ("message_1.html", "class="),
        ("data.json", "\"sender\""), ("direct-messages.js", "window.YTD."), ("direct-messages-group.js", "window.YTD."),
    ]

    /// The formats that tell nothing about who wrote what.
    static let documents: Set = [
        "pdf", "docx", "doc", "odt", "rtf", "text", "html", "latex", "epub", "iwork", "pptx", "ppt", "odp", "xlsx",
        "xls", "ods", "csv", "odg", "image", "transcript",
    ]
}
