import RecallCore
import RecallText

/// The database of slackdump in the confined process, and all SQL that reads it. Messages, people and channels are rows with the
/// JSON of Slack's API, once for each answer (a chunk) that had them.
final class SlackArchiveDatabase: SourceDatabase {
    private let database: OpaquePointer
    private let users: DatabaseQuery
    private let channels: DatabaseQuery
    private let members: DatabaseQuery?
    private var names: [String: String] = [:]
    private var titles: [String: String] = [:]

    static let table = "MESSAGE"
    private static let tables: [String: Set<String>] = [
        "MESSAGE": ["ID", "CHUNK_ID", "CHANNEL_ID", "DATA"], "S_USER": ["ID", "CHUNK_ID", "DATA"],
        "CHANNEL": ["ID", "CHUNK_ID", "DATA"],
    ]
    private static let further: [String: Set<String>] = ["CHANNEL_USER": ["CHANNEL_ID", "USER_ID"]]

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
        self.database = database
        users = try DatabaseQuery("SELECT DATA FROM S_USER WHERE ID = ?1 ORDER BY CHUNK_ID DESC LIMIT 1", database)
        channels = try DatabaseQuery("SELECT DATA FROM CHANNEL WHERE ID = ?1 ORDER BY CHUNK_ID DESC LIMIT 1", database)
        members =
            columns.has("CHANNEL_USER")
            ? try DatabaseQuery(
                "SELECT DISTINCT USER_ID FROM CHANNEL_USER WHERE CHANNEL_ID = ?1 ORDER BY USER_ID LIMIT 50", database)
            : nil
    }

    /// The messages after a row. A later answer has a message as it was edited last, and its thread.
    func rows() throws(DatabaseDamage) -> DatabaseQuery {
        try DatabaseQuery(
            """
            SELECT MESSAGE.ROWID, CHANNEL_ID, DATA, EXISTS
                (SELECT 1 FROM MESSAGE AS later WHERE later.ID = MESSAGE.ID AND later.CHUNK_ID > MESSAGE.CHUNK_ID
                    AND later.CHANNEL_ID = MESSAGE.CHANNEL_ID)
            FROM MESSAGE NOT INDEXED WHERE MESSAGE.ROWID > ?1 ORDER BY MESSAGE.ROWID
            """, database)
    }

    func encoded(_ row: DatabaseQuery, _ number: Int) throws(DatabaseDamage) -> [UInt8]? {
        guard row.integer(3) == 0 else { return nil }
        guard let value = Self.value(row.bytes(2)), value.members != nil else { throw DatabaseDamage() }
        let channel = row.text(1)
        let known = SlackPeople.users(in: value).reduce(into: [:]) { $0[$1] = name(ofUser: $1) }
        let people = SlackPeople(names: known)
        guard let found = people.message(value, in: channel, titled: title(of: channel)) else { return nil }
        return StoredSlackMessage(found.message, in: found.chat).encoded
    }

    private static func value(_ bytes: [UInt8]) -> JSONValue? {
        guard bytes.count <= SlackExport.longestFile else { return nil }
        return try? JSONValue(parsing: bytes, replacingLoneSurrogates: true)
    }

    /// The number of names that are kept: more than one process reads messages.
    private static let mostNames = 100_000

    /// The name of a user; `nil` if the archive has none.
    private func name(ofUser id: String) -> String? {
        if let name = names[id] { return name.isEmpty ? nil : name }
        users.begin(id)
        let user = (try? users.next()) == true ? Self.value(users.bytes(0)) : nil
        let name = user.flatMap { SlackPeople(users: [$0]).names[id] }
        if names.count < Self.mostNames { names[id] = name ?? "" }
        return name
    }

    /// The name of a channel, the names of those who write to each other in a conversation without one, or its number.
    private func title(of channel: String) -> String {
        if let title = titles[channel] { return title }
        channels.begin(channel)
        let value = (try? channels.next()) == true ? Self.value(channels.bytes(0)) : nil
        let name = value?["name"]?.string ?? ""
        let title: String
        if !name.isEmpty, value?["is_mpim"] != .bool(true) {
            title = "#" + name
        } else {
            let people = people(in: channel, value)
            title =
                people.isEmpty
                ? name.isEmpty ? channel : "#" + name
                : people.map { self.name(ofUser: $0) ?? $0 }.joined(separator: ", ")
        }
        titles[channel] = title
        return title
    }

    /// The users in a conversation, or the one with whom it is.
    private func people(in channel: String, _ value: JSONValue?) -> [String] {
        let named = (value?["members"]?.elements ?? []).compactMap(\.string)
        if !named.isEmpty { return named }
        if let user = value?["user"]?.string, !user.isEmpty { return [user] }
        guard let members else { return [] }
        members.begin(channel)
        var found: [String] = []
        while (try? members.next()) == true { found.append(members.text(0)) }
        return found.filter { !$0.isEmpty }
    }
}
