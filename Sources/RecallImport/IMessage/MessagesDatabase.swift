/// The database of Messages in the confined process, and all SQL that reads it.
final class MessagesDatabase: SourceDatabase {
    private let database: OpaquePointer
    private let columns: TableColumns
    private let chats: DatabaseQuery
    private let members: DatabaseQuery?
    private let files: DatabaseQuery?
    private var knownChats: [Int: (key: String, title: String)] = [:]

    static let table = "message"
    private static let tables: [String: Set<String>] = [
        "message": ["guid", "text", "date", "is_from_me", "handle_id"], "handle": ["id"], "chat": ["guid"],
        "chat_message_join": ["chat_id", "message_id"],
    ]
    private static let further: [String: Set<String>] = [
        "chat_handle_join": ["chat_id", "handle_id"], "attachment": [],
        "message_attachment_join": ["message_id", "attachment_id"],
    ]

    convenience init(_ connection: OpaquePointer) throws(DatabaseRefusal) {
        guard let columns = TableColumns(Self.tables.merging(Self.further) { $1 }, in: connection) else {
            throw .damaged
        }
        guard Self.tables.keys.allSatisfy(columns.has) else { throw .otherTables }
        do {
            try self.init(connection, columns)
        } catch {
            throw .damaged
        }
    }

    private init(_ database: OpaquePointer, _ columns: TableColumns) throws(DatabaseDamage) {
        (self.database, self.columns) = (database, columns)
        chats = try DatabaseQuery(
            """
            SELECT \(columns["chat_identifier", of: "chat"]), \(columns["guid", of: "chat"]),
            \(columns["display_name", of: "chat"]) FROM chat WHERE ROWID = ?1
            """, database)
        members =
            columns.has("chat_handle_join")
            ? try DatabaseQuery(
                """
                SELECT handle.id FROM chat_handle_join JOIN handle ON handle.ROWID = chat_handle_join.handle_id
                WHERE chat_handle_join.chat_id = ?1 ORDER BY handle.ROWID LIMIT 50
                """, database) : nil
        files =
            columns.has("message_attachment_join") && columns.has("attachment")
            ? try DatabaseQuery(
                """
                SELECT \(columns["transfer_name", of: "attachment"]), \(columns["filename", of: "attachment"]),
                \(columns["mime_type", of: "attachment"]), \(columns["total_bytes", of: "attachment"])
                FROM message_attachment_join JOIN attachment
                ON attachment.ROWID = message_attachment_join.attachment_id
                WHERE message_attachment_join.message_id = ?1 ORDER BY attachment.ROWID LIMIT 100
                """, database) : nil
    }

    /// The messages after a row. One that is in several chats has several rows.
    func rows() throws(DatabaseDamage) -> DatabaseQuery {
        let own = MessageRow.columns.map { columns[$0, of: "message"] }.joined(separator: ", ")
        return try DatabaseQuery(
            """
            SELECT message.ROWID, handle.id, other.id, chat_message_join.chat_id, \(own) FROM message NOT INDEXED
            LEFT JOIN handle ON handle.ROWID = message.handle_id
            LEFT JOIN handle AS other ON other.ROWID = \(columns["other_handle", of: "message"])
            LEFT JOIN chat_message_join ON chat_message_join.message_id = message.ROWID
            WHERE message.ROWID > ?1 ORDER BY message.ROWID
            """, database)
    }

    func encoded(_ row: DatabaseQuery, _ number: Int) throws(DatabaseDamage) -> [UInt8]? {
        try MessageRow(row).message(number, in: self)?.encoded
    }

    /// A chat's key and title.
    ///
    /// The key is the address or number, not the chat's id: that names the service too, and what is sent to one person by
    /// iMessage and by SMS is one conversation.
    func chat(_ row: Int) throws(DatabaseDamage) -> (key: String, title: String) {
        if let chat = knownChats[row] { return chat }
        chats.begin(row)
        guard try chats.next() else { throw DatabaseDamage() }
        let key = [chats.text(0), chats.text(1), "chat \(row)"].first { !$0.isEmpty } ?? ""
        let name = chats.text(2)
        let people = name.isEmpty ? try names(inChat: row) : []
        let chat = (key: key, title: name.isEmpty ? people.isEmpty ? key : people.joined(separator: ", ") : name)
        knownChats[row] = chat
        return chat
    }

    private func names(inChat row: Int) throws(DatabaseDamage) -> [String] {
        guard let members else { return [] }
        members.begin(row)
        var names: [String] = []
        while try members.next() { names.append(members.text(0)) }
        return names.filter { !$0.isEmpty }
    }

    /// The files of a message, without those that only draw it.
    func attachments(ofMessage row: Int) throws(DatabaseDamage) -> [StoredMessage.File] {
        guard let files else { return [] }
        files.begin(row)
        var found: [StoredMessage.File] = []
        while try files.next() {
            let name = files.text(0).isEmpty ? files.text(1) : files.text(0)
            guard !name.hasSuffix(".pluginPayloadAttachment") else { continue }
            found.append(StoredMessage.File(name: name, mediaType: files.text(2), byteCount: files.integer(3) ?? 0))
        }
        return found
    }
}
