public import RecallCore

extension SourceFormat {
    /// The database of Apple's Messages: `chat.db` of a Mac, `sms.db` of a telephone's backup.
    public static let imessage = SourceFormat(
        "imessage", singular: "Messages database", plural: "Messages databases", isContainer: true)
}

struct IMessageFormat: DatabaseFormat {
    let format = SourceFormat.imessage
    /// The last is that of a backup by iTunes or the Finder, the SHA-1 of the path on the telephone.
    let fileNames: Set = ["chat.db", "sms.db", "3d0d7e5fb2ce288813306e4d4636395e047a3d28"]
    let schemaRows: [StaticString] = ["tablemessagemessage", "tablechat_message_joinchat_message_join"]
    var database: any SourceDatabase.Type { MessagesDatabase.self }
    let program = "Messages"
    let rowName = "message"
    let otherTables =
        "The database is not one of Messages, or of a version before iOS 6 and OS X 10.8, which is not read."

    func records(of unit: SourceUnit) -> DatabaseRecords {
        var items = ChatItems()
        return { row in
            guard let message = StoredMessage(row) else { throw DatabaseDamage() }
            return message.message.map { .item(ImportedItem(items.item($0, in: message.chat))) }
        }
    }
}
