import GRDB
public import RecallCore
import RecallText

/// A name with an address, as the library stores it.
public struct StoredParticipant: Sendable {
    /// The row of the name and address.
    public var row: Int64
    /// The name and address.
    public var participant: Participant
    /// The participant by which its person is known; `nil` if it is known by nothing else.
    public var person: Int64?
    /// True for a name that came by mail without an address. It is nobody whom chats call so, and never the owner: anybody can
    /// write a mail under it.
    public var isNameByMail: Bool

    /// A stored participant.
    public init(row: Int64, participant: Participant, person: Int64? = nil, isNameByMail: Bool = false) {
        (self.row, self.participant, self.person) = (row, participant, person)
        self.isNameByMail = isNameByMail
    }
}

/// A contact of an imported file.
public struct StoredContact: Sendable {
    /// The rows of its name with each of its addresses and numbers.
    public var participants: [Int64]
    /// Other names that it gives the person.
    public var nicknames: [String]

    /// A contact.
    public init(participants: [Int64], nicknames: [String] = []) {
        (self.participants, self.nicknames) = (participants, nicknames)
    }
}

extension LibrarySnapshot {
    /// All names and addresses, by row.
    ///
    /// - Complexity: O(*n*) in them.
    public func participants() throws -> [StoredParticipant] {
        try Row.fetchAll(db, sql: "SELECT id, name, address, person, by_mail FROM participant ORDER BY id").map {
            StoredParticipant(
                row: $0[0], participant: Participant(name: $0[1], address: $0[2]), person: $0[3], isNameByMail: $0[4])
        }
    }

    /// SQL for the labels of contacts.
    static let contactLabels =
        "SELECT id FROM label WHERE field = \(LabelField.format.rawValue) AND trim(words) = 'vcf'"

    /// The rows of names and addresses that are in one contact each.
    public func contacts() throws -> [[Int64]] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT item_id, participant_id FROM recipient
                WHERE item_id IN (SELECT item_id FROM item_label WHERE label_id IN (\(Self.contactLabels)))
                ORDER BY item_id, position
                """)
        return Dictionary(grouping: rows) { $0[0] as Int64 }.sorted { $0.key < $1.key }
            .map { $0.value.map { $0[1] as Int64 } }
    }

    /// The statements about who is who, oldest first.
    public func personStatements() throws -> [PersonStatement] {
        try Row.fetchAll(db, sql: "SELECT kind, first, second FROM person_statement ORDER BY id").compactMap { row in
            PersonStatement.Kind(rawValue: row[0]).map { PersonStatement($0, row[1], row[2]) }
        }
    }

    /// The number of items that each name and address sent, without junk and drafts.
    public func itemsSent() throws -> [Int64: Int] {
        let sent: [Int64: Int] = try Row.fetchAll(
            db, sql: "SELECT sender_id, COUNT(*) FROM item WHERE sender_id IS NOT NULL GROUP BY sender_id"
        ).reduce(into: [:]) { $0[$1[0]] = $1[1] }
        return try sent.merging(junkSent(), uniquingKeysWith: -).merging(draftsWritten(), uniquingKeysWith: -)
    }

    /// The number of drafts by each name and address that wrote any, without those in the trash.
    private func draftsWritten() throws -> [Int64: Int] {
        let label = Label(.tag, EmailDetails.draftLabel)
        let sql = """
            SELECT sender_id, COUNT(*) FROM item_label CROSS JOIN item ON item.id = item_label.item_id
            WHERE label_id IN (SELECT id FROM label WHERE field = ? AND words = ?)
                AND kind = ? AND sender_id IS NOT NULL AND item.id NOT IN (\(Self.junkRows.sql))
            GROUP BY sender_id
            """
        return try Row.fetchAll(
            db, sql: sql, arguments: [label.field.rawValue, label.words, ItemKind.email.storedValue]
        ).reduce(into: [:]) { $0[$1[0]] = $1[1] }
    }

    /// The state of everything that people are made of; it changes whenever any of it is added or changed. A deletion of
    /// names forgets the state that people were made of.
    ///
    /// - Complexity: O(1), and O(*m*) in contacts.
    public func peopleState() throws -> String {
        let last = try Int64.fetchOne(db, sql: "SELECT MAX(id) FROM participant") ?? 0
        let statements = try Int64.fetchOne(db, sql: "SELECT MAX(id) FROM person_statement") ?? 0
        let nicknames = try contactsOfFiles().map(\.nicknames)
        let contacts = SHA256.digest(Array("\(try contacts()) \(nicknames)".utf8)).prefix(8).map {
            String($0, radix: 16)
        }
        return "7 \(last) \(statements) \(contacts.joined(separator: "."))"
    }

    /// True if somebody of that name may be known under that number: no other one is known of the name, and it is not the owner's, whom
    /// exports call by the name.
    ///
    /// - Complexity: O(*m*) in those of that name, and in the owner's names.
    public func mayBe(_ name: String, under number: TelephoneNumber) throws -> Bool {
        let others = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT id, address FROM participant WHERE name = ?"), arguments: [name])
        let numbers = others.compactMap { TelephoneNumber($0[1]) }
        guard numbers.isEmpty || numbers.contains(number) else { return false }
        let owner = try owner() ?? []
        return others.allSatisfy { !owner.contains($0[0]) }
    }

    /// The rows of the owner's names and addresses; `nil` if nobody said who that is.
    func owner() throws -> Set<Int64>? {
        guard let row = try value(of: .owner).flatMap({ Int64($0) }) else { return nil }
        return try allOfPeople([row])
    }

    /// The owner's names and addresses; `nil` if nobody said who that is.
    public func ownerParticipants() throws -> [Participant]? {
        guard let rows = try owner() else { return nil }
        return try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT name, address FROM participant WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id"),
            arguments: ["\(rows.sorted())"]
        ).map { Participant(name: $0[0], address: $0[1]) }
    }

    /// The rows of all names and addresses of the people with some addresses, in lower case.
    ///
    /// - Complexity: O(*n*) in participants.
    public func participants(at addresses: Set<String>) throws -> Set<Int64> {
        guard !addresses.isEmpty else { return [] }
        let select = try db.cachedStatement(
            sql: "SELECT id FROM participant WHERE lower(address) IN (\(databaseQuestionMarks(count: addresses.count)))"
        )
        return try allOfPeople(Int64.fetchSet(select, arguments: StatementArguments(addresses.sorted())))
    }

    /// True if one of the names and addresses has an address: it itself, not the person's other ones, which are known by names.
    public func hasAddress(_ address: String, among participants: Set<Int64>) throws -> Bool {
        let select = try db.cachedStatement(
            sql: "SELECT 1 FROM participant WHERE address = ? COLLATE NOCASE AND id IN (SELECT value FROM json_each(?))"
        )
        return try Bool.fetchOne(select, arguments: [address, "\(participants.sorted())"]) ?? false
    }

    /// The person to whom each of the rows belongs; one that is known by nothing else is its own.
    func people(of participants: Set<Int64>) throws -> [Int64: Int64] {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id, coalesce(person, id) FROM participant WHERE id IN (SELECT value FROM json_each(?))
                    """), arguments: ["\(participants.sorted())"])
        return rows.reduce(into: [:]) { $0[$1[0]] = $1[1] }
    }

    /// The rows of all names and addresses of the people to whom these belong.
    func allOfPeople(_ participants: Set<Int64>) throws -> Set<Int64> {
        guard !participants.isEmpty else { return participants }
        return try participants.union(
            Int64.fetchSet(
                db.cachedStatement(
                    sql: """
                        SELECT id FROM participant WHERE person IN
                            (SELECT person FROM participant WHERE id IN (SELECT value FROM json_each(?)))
                        """), arguments: ["\(participants.sorted())"]))
    }
}

extension LibraryTransaction {
    /// Says to which person each name and address belongs; those that are not given stand for themselves.
    public func set(people: [Int64: Int64]) throws {
        let known = try Row.fetchAll(db, sql: "SELECT id, person FROM participant WHERE person IS NOT NULL")
        let update = try db.cachedStatement(sql: "UPDATE participant SET person = ? WHERE id = ?")
        let before: [Int64: Int64] = known.reduce(into: [:]) { $0[$1[0]] = $1[1] }
        for row in before.keys where people[row] == nil { try update.execute(arguments: [nil, row]) }
        for (row, person) in people where before[row] != person { try update.execute(arguments: [person, row]) }
    }

    /// Adds a statement about who is who.
    public func add(_ statement: PersonStatement) throws {
        try db.execute(
            sql: "INSERT INTO person_statement (kind, first, second) VALUES (?, ?, ?)",
            arguments: [statement.kind.rawValue, statement.first, statement.second])
    }

    /// Replaces all statements about who is who.
    public func replacePersonStatements(with statements: [PersonStatement]) throws {
        try db.execute(sql: "DELETE FROM person_statement")
        for statement in statements { try add(statement) }
    }

    /// Takes the last statement back, and returns it; `nil` if there is none.
    public func removeLastPersonStatement() throws -> PersonStatement? {
        try Int64.fetchOne(db, sql: "SELECT MAX(id) FROM person_statement").flatMap { try removePersonStatement($0) }
    }
}
