import CDescriptorDatabase
import GRDBSQLite

/// The database of Messages in the confined process, and all SQL that reads it.
final class MessagesDatabase {
    /// The reason for which there is nothing to read from.
    struct Refused: Error {
        let reason: MessagesReply.Refusal
    }

    private let database: OpaquePointer
    private let columns: TableColumns
    private let nextRow: DatabaseQuery
    private let chats: DatabaseQuery
    private let members: DatabaseQuery?
    private let files: DatabaseQuery?
    private var knownChats: [Int: (key: String, title: String)] = [:]

    /// Opens the database that is open as a descriptor, with the log that is open as another.
    convenience init(_ descriptor: Int32, log: Int32?) throws(Refused) {
        var connection: OpaquePointer?
        guard recall_open_descriptor_database(descriptor, log ?? -1, &connection) == SQLITE_OK, let connection else {
            throw Refused(reason: .damaged)
        }
        let columns = TableColumns(connection)
        guard let columns else { throw Refused(reason: .damaged) }
        guard columns.areOfMessages else { throw Refused(reason: .otherTables) }
        do {
            try self.init(connection, columns)
        } catch {
            throw Refused(reason: .damaged)
        }
    }

    private init(_ database: OpaquePointer, _ columns: TableColumns) throws(DatabaseDamage) {
        (self.database, self.columns) = (database, columns)
        nextRow = try DatabaseQuery(
            "SELECT ROWID FROM message NOT INDEXED WHERE ROWID > ?1 ORDER BY ROWID LIMIT 1", database)
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

    /// A query of the messages after the row that is its parameter, in the order of rows. One that is in several chats has
    /// several rows. Indexes of the file's own are not used for the order: they can say something else than the table.
    func messages() throws(DatabaseDamage) -> DatabaseQuery {
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

    /// The first row of a message after another, of which nothing but its number is read; `nil` if there is none.
    func row(after row: Int) throws(DatabaseDamage) -> Int? {
        nextRow.begin(row)
        return try nextRow.next() ? nextRow.integer(0) : nil
    }

    /// The last row of a message; 0 if it cannot be found.
    func lastRow() -> Int {
        guard let query = try? DatabaseQuery("SELECT max(ROWID) FROM message NOT INDEXED", database),
            (try? query.next()) == true
        else { return 0 }
        return query.integer(0) ?? 0
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

/// The columns of the tables that are asked for. They differ between versions of Messages.
struct TableColumns {
    private var names: [String: Set<String>] = [:]

    private static let needed: [String: Set<String>] = [
        "message": ["guid", "text", "date", "is_from_me", "handle_id"], "handle": ["id"], "chat": ["guid"],
        "chat_message_join": ["chat_id", "message_id"],
    ]
    private static let further: [String: Set<String>] = [
        "chat_handle_join": ["chat_id", "handle_id"], "attachment": [],
        "message_attachment_join": ["message_id", "attachment_id"],
    ]

    /// The columns in a database; `nil` if its schema cannot be read. Views and virtual tables are none, whatever their name.
    init?(_ database: OpaquePointer) {
        do {
            for table in Self.needed.merging(Self.further, uniquingKeysWith: { $1 }).keys {
                let columns = try DatabaseQuery(
                    """
                    SELECT info.name FROM sqlite_master JOIN pragma_table_info('\(table)') AS info
                    WHERE sqlite_master.type = 'table' AND sqlite_master.name = '\(table)' AND rootpage > 0
                    """, database)
                var found: Set<String> = []
                while try columns.next() { found.insert(columns.text(0)) }
                if !found.isEmpty { names[table] = found }
            }
        } catch {
            return nil
        }
    }

    /// True if they are those of Messages since iOS 6 and OS X 10.8.
    var areOfMessages: Bool { Self.needed.keys.allSatisfy(has) }

    /// True if a table is there with what is needed of it.
    func has(_ table: String) -> Bool {
        guard let found = names[table] else { return false }
        return found.isSuperset(of: Self.needed[table] ?? Self.further[table] ?? [])
    }

    /// A column as SQL; nothing in its place if there is none.
    subscript(column: String, of table: String) -> String {
        names[table]?.contains(column) == true ? "\(table).\(column)" : "NULL"
    }
}
