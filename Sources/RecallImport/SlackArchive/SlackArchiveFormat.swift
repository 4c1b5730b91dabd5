import RecallConfinement
public import RecallCore

extension SourceFormat {
    /// The database that `slackdump archive` writes: `slackdump.sqlite`.
    public static let slackArchive = SourceFormat(
        "slackdump-archive", singular: "slackdump archive", plural: "slackdump archives", isContainer: true)
}

struct SlackArchiveFormat: DatabaseFormat {
    let format = SourceFormat.slackArchive
    let fileNames: Set = ["slackdump.sqlite"]
    let schemaRows: [StaticString] = ["tableMESSAGEMESSAGE", "tableS_USERS_USER"]
    var database: any SourceDatabase.Type { SlackArchiveDatabase.self }
    let program = "slackdump"
    let rowName = "message"
    let otherTables = "The database is not an archive of slackdump, of version 3.1 or later. Export it with it again."

    func records(of unit: SourceUnit) -> DatabaseRecords {
        var items = ChatItems()
        return { row in
            guard let message = StoredSlackMessage(row) else { throw DatabaseDamage() }
            return .item(ImportedItem(items.item(message.message, in: message.chat)))
        }
    }
}

/// A message of an archive, with the names that its tables give to people and channels.
struct StoredSlackMessage: Hashable {
    /// The time at which it was sent, which is its id in the channel.
    var time = ""
    var chatKey = ""
    var chatTitle = ""
    var sender = ""
    var text = ""
    /// The time of the first message of its thread; empty if it is in none.
    var thread = ""
    var isNotice = false
    var attachments: [File] = []

    /// A file that was sent with it.
    struct File: Hashable {
        var name: String
        var mediaType: String
        /// -1 if it is unknown.
        var byteCount: Int
    }

    var chat: Chat { Chat(platform: "slack", key: chatKey, title: chatTitle) }

    var message: ChatMessage {
        ChatMessage(
            id: time, sender: Participant(chatName: sender), date: ChatDate.since1970(Double(time)), text: text,
            isNotice: isNotice, answers: thread.isEmpty ? nil : thread,
            attachments: attachments.map {
                Attachment(
                    chatFile: $0.name, mediaType: $0.mediaType, byteCount: $0.byteCount < 0 ? nil : $0.byteCount)
            })
    }
}

extension StoredSlackMessage {
    init(_ message: ChatMessage, in chat: Chat) {
        (time, chatKey, chatTitle) = (message.id ?? "", chat.key, chat.title)
        sender = message.sender?.displayName ?? ""
        // What is too long is cut later: some more shows that it was.
        text = String(decoding: message.text.utf8.prefix(ImportLimits.textBytes + 4), as: UTF8.self)
        (thread, isNotice) = (message.answers ?? "", message.isNotice)
        attachments = message.attachments.map {
            File(name: $0.name, mediaType: $0.mediaType, byteCount: $0.byteCount ?? -1)
        }
    }

    /// The message as the process that reads it hands it over.
    var encoded: [UInt8] {
        var writer = ReplyWriter(UInt8(ascii: "K"), [time, chatKey, chatTitle, sender, text, thread])
        writer.put(integers: [isNotice ? 1 : 0])
        for file in attachments {
            writer.put(file.name.utf8)
            writer.put(file.mediaType.utf8)
            writer.put(integers: [file.byteCount])
        }
        return writer.bytes
    }

    /// The message that `bytes` encode; `nil` if they are none.
    init?(_ bytes: [UInt8]) {
        var fields = ReplyReader(bytes)
        guard let time = fields.string(), let key = fields.string(), let title = fields.string(),
            let sender = fields.string(), let text = fields.string(), let thread = fields.string(),
            let notice = fields.integers()?.first
        else { return nil }
        self.init(
            time: time, chatKey: key, chatTitle: title, sender: sender, text: text, thread: thread,
            isNotice: notice != 0)
        while !fields.isAtEnd {
            guard let name = fields.string(), let type = fields.string(), let size = fields.integers()?.first else {
                return nil
            }
            attachments.append(File(name: name, mediaType: type, byteCount: max(-1, size)))
        }
    }
}
