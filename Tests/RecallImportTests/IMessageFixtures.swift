import Foundation
import GRDBSQLite
import RecallCore

/// A database as Messages makes it, with made-up content, written by SQLite itself.
final class MessagesFixture {
    let path: String
    private var database: OpaquePointer?

    /// The tables of macOS 14, as far as they matter.
    static let tables = """
        CREATE TABLE message (ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE NOT NULL, text TEXT,
            subject TEXT, attributedBody BLOB, handle_id INTEGER DEFAULT 0, date INTEGER, is_from_me INTEGER DEFAULT 0,
            item_type INTEGER DEFAULT 0, other_handle INTEGER DEFAULT 0, group_title TEXT,
            group_action_type INTEGER DEFAULT 0, associated_message_type INTEGER DEFAULT 0,
            cache_has_attachments INTEGER DEFAULT 0, message_summary_info BLOB,
            thread_originator_guid TEXT, date_edited INTEGER DEFAULT 0);
        CREATE TABLE chat (ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE NOT NULL, chat_identifier TEXT,
            display_name TEXT);
        CREATE TABLE handle (ROWID INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, service TEXT);
        CREATE TABLE attachment (ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT, filename TEXT, mime_type TEXT,
            transfer_name TEXT, total_bytes INTEGER);
        CREATE TABLE chat_message_join (chat_id INTEGER, message_id INTEGER, PRIMARY KEY (chat_id, message_id));
        CREATE TABLE chat_handle_join (chat_id INTEGER, handle_id INTEGER, UNIQUE (chat_id, handle_id));
        CREATE TABLE message_attachment_join (message_id INTEGER, attachment_id INTEGER,
            UNIQUE (message_id, attachment_id));
        """

    /// Two persons, a chat with one, and a group of both.
    static let people = """
        INSERT INTO handle (ROWID, id) VALUES (1, '+4915550100'), (2, 'bo@post.example');
        INSERT INTO chat (ROWID, guid, chat_identifier, display_name) VALUES
            (1, 'iMessage;-;+4915550100', '+4915550100', ''), (2, 'iMessage;+;chat77', 'chat77', 'Lake trip'),
            (3, 'iMessage;+;chat78', 'chat78', NULL);
        INSERT INTO chat_handle_join VALUES (1, 1), (2, 1), (2, 2), (3, 1), (3, 2);
        """

    init(_ path: String, _ sql: String = tables + people) throws {
        self.path = path
        guard sqlite3_open(path, &database) == SQLITE_OK else { throw CocoaError(.fileWriteUnknown) }
        try execute(sql)
    }

    deinit {
        sqlite3_close(database)
    }

    func execute(_ sql: String) throws {
        var message: UnsafeMutablePointer<CChar>?
        guard sqlite3_exec(database, sql, nil, nil, &message) == SQLITE_OK else {
            throw ImportFailure(.malformed, path: path, reason: message.map { String(cString: $0) } ?? "")
        }
    }

    /// Adds a message to a chat; `values` are further columns as SQL.
    func add(_ row: Int, chat: Int? = 1, text: String? = nil, _ values: [String: String] = [:]) throws {
        var columns = ["ROWID": "\(row)", "guid": "'guid-\(row)'", "date": "\(row)", "handle_id": "1"]
        if let text { columns["text"] = "'\(text)'" }
        columns.merge(values) { $1 }
        let names = columns.keys.sorted()
        try execute(
            "INSERT INTO message (\(names.joined(separator: ", "))) "
                + "VALUES (\(names.compactMap { columns[$0] }.joined(separator: ", ")))")
        if let chat { try execute("INSERT INTO chat_message_join VALUES (\(chat), \(row))") }
    }

    /// The bytes of the database, which is closed.
    static func bytes(_ sql: String = tables + people, _ body: (MessagesFixture) throws -> Void = { _ in }) throws
        -> [UInt8]
    {
        let path = FileManager.default.temporaryDirectory.appending(path: "recall-\(UUID().uuidString).db").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(MessagesFixture(path, sql))
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Two messages in a chat.
    static func small() -> [UInt8] {
        let bytes = try? Self.bytes {
            try $0.add(1, text: "x")
            try $0.add(2, text: "y")
        }
        return bytes ?? []
    }

    /// Bytes as SQL.
    static func blob(_ bytes: [UInt8]) -> String {
        "X'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
    }

    /// An attributed string as `NSArchiver` writes it, with the length of its text in as many bytes as it needs.
    static func typedStream(_ text: String, isMutable: Bool = false) -> [UInt8] {
        func name(_ name: String, version: UInt8) -> [UInt8] {
            [0x84, 0x84, UInt8(name.utf8.count)] + name.utf8 + [version]
        }
        let count = text.utf8.count
        let length: [UInt8] =
            count < 0x80
            ? [UInt8(count)]
            : count < 0x10000
                ? [0x81, UInt8(count & 0xFF), UInt8(count >> 8)]
                : [0x82] + (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
        let string = isMutable ? name("NSMutableString", version: 1) : []
        let attributed = isMutable ? name("NSMutableAttributedString", version: 0) : []
        return [4, 11] + "streamtyped".utf8 + [0x81, 0xE8, 3, 0x84, 1, 0x40, 0x84] + attributed
            + name("NSAttributedString", version: 0) + name("NSObject", version: 0) + [0x85, 0x92, 0x84] + string
            + name("NSString", version: 1) + [isMutable ? 0x95 : 0x94, 0x84, 1, 0x2B] + length + text.utf8
            + [0x86, 0x84, 2, 0x69, 0x49, 1, 1, 0x86]
    }
}
