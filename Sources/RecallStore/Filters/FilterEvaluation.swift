import GRDB
import GRDBSQLite
public import RecallCore
import RecallText
import RecallVectorIndex

extension LibrarySnapshot {
    /// The items that pass a filter.
    ///
    /// Each condition is evaluated to a set of items, and the sets are combined bitwise. SQLite sees one simple
    /// condition at a time, however deeply the filter is nested.
    ///
    /// Conditions that occur more than once are evaluated once. When the snapshot's budget is spent, the remaining ones
    /// are left out, as if they were not part of the filter.
    ///
    /// - Throws: `CancellationError` or `DeadlinePassed` as soon as the budget is over.
    /// - Complexity: O(*c* × *n* / 64) for *c* conditions on *n* items, plus the matches of each condition.
    public func items(passing filter: SearchFilter, in table: ItemTable) throws -> ItemSet {
        try FilterEvaluation(db: db, table: table, budget: budget).items(filter) ?? table.all
    }
}

extension LibrarySnapshot {
    /// The number of items that say the words as they stand, as the condition `.words` has them. Needs no table, which is
    /// made of all items.
    ///
    /// - Throws: `CancellationError` or `DeadlinePassed` as soon as the budget is over.
    public func itemCount(saying words: WordSequence) throws -> Int {
        let matches = TextMatch.words(words)
        guard !matches.isEmpty, let labelled = LabelQuery.words(words, in: [.tag, .property]) else { return 0 }
        let matching = matches.map { _ in "SELECT rowid AS id FROM item_words WHERE item_words MATCH ?" }
        let sql = """
            SELECT COUNT(*) FROM (\(matching.joined(separator: " INTERSECT ")) UNION \(labelled.sql)) AS found
                JOIN item ON item.id = found.id
            """
        return try budget.metering(db) {
            let statement = try db.cachedStatement(sql: sql)
            return try Int.fetchOne(statement, arguments: StatementArguments(matches) + labelled.arguments) ?? 0
        }
    }

    /// True if items pass a filter by people only because names or addresses contain its text, none having it as whole
    /// words.
    public func isNamedInPart(
        _ words: WordSequence, _ roles: Set<ParticipantRole>, in table: ItemTable
    ) throws -> Bool {
        let evaluation = FilterEvaluation(db: db, table: table, budget: budget)
        let value = ParticipantValue(words)
        let people = try evaluation.people(named: value)
        guard try !evaluation.haveItems(people, roles), try evaluation.items(of: people, roles).isEmpty else {
            return false
        }
        return try evaluation.items(.participant(words, in: roles))?.isEmpty == false
    }

    /// True if a filter by people means the library's owner, and nobody said who that is.
    public func asksForUnknownOwner(_ words: WordSequence) throws -> Bool {
        try ParticipantValue(words).isOwner && owner() == nil
    }

    /// The formats that documents of the library have, by name.
    public func documentFormats() throws -> [String] {
        try String.fetchAll(
            db, sql: "SELECT trim(words) FROM label WHERE field = ? ORDER BY words",
            arguments: [LabelField.format.rawValue])
    }
}

/// Evaluates a filter to a set of items. Values are always bound as arguments, never interpolated into SQL.
private struct FilterEvaluation {
    let db: Database
    let table: ItemTable
    let budget: WorkBudget
    private let evaluated = EvaluatedConditions()

    init(db: Database, table: ItemTable, budget: WorkBudget) {
        (self.db, self.table, self.budget) = (db, table, budget)
    }

    /// The items that pass; `nil` if no condition of the filter was evaluated, because the budget is spent.
    func items(_ filter: SearchFilter) throws -> ItemSet? {
        switch filter {
        case .all(let parts): try all(parts)
        case .any(let parts): try any(parts)
        case .not(let part): try items(part).map(\.inverted)
        default: try condition(filter)
        }
    }

    /// Evaluates a condition, once, unless the budget is spent.
    private func condition(_ filter: SearchFilter) throws -> ItemSet? {
        if let items = evaluated[filter] { return items }
        guard !budget.isSpent else {
            if evaluated.leaveOut(filter) { budget.leaveOut() }
            return nil
        }
        budget.spend(conditionOn: table.count)
        let items = try budget.metering(db) { try evaluate(filter) }
        evaluated.keep(items, of: filter)
        return items
    }

    private func evaluate(_ filter: SearchFilter) throws -> ItemSet {
        switch filter {
        // Joined by `items`.
        case .all, .any, .not: table.all
        case .words(let words): try matching(TextMatch.words(words)).union(labelled(words, [.tag, .property]))
        case .subject(let words): try matching(TextMatch.subject(words))
        case .near(let a, let b, let distance): try matching(TextMatch.near(a, b, distance: distance))
        case .place(let words): try placed(words)
        case .fileName(let words): try labelled(words, [.file, .attachment])
        case .tag(let words): try labelled(words, [.tag])
        case .format(let format): try labelled(WordSequence(format), [.format])
        case .hasAttachment: try rows(LabelQuery.anything(in: .attachment))
        case .participant(let words, let roles): try participants(words, roles)
        case .address(let address, let roles): try items(of: participants(at: address), roles)
        case .kind(let kind): ofKind(kind.storedValue)
        case .language(let language): written(in: language.storedValue)
        case .date(let from, let to): dated(from?.storedValue, to?.storedValue)
        case .byteCount(let range): table.items(\.byteCounts) { range.contains(Int($0)) }
        case .id(let prefix): try rows(idQuery(prefix))
        case .thread(let prefix): try threads(prefix)
        case .conversation(let key): try rows(("SELECT id FROM item WHERE conversation = ?", [key]))
        }
    }

    // MARK: Joining

    private func all(_ parts: [SearchFilter]) throws -> ItemSet? {
        guard !parts.isEmpty else { return table.all }
        var joined: ItemSet?
        for part in Self.distinct(parts) where joined?.isEmpty != true {
            guard let items = try items(part) else { continue }
            joined = joined?.intersection(items) ?? items
        }
        return joined
    }

    /// The parts, each once: in a long query words repeat, and each would be looked up again.
    private static func distinct(_ parts: [SearchFilter]) -> [SearchFilter] {
        var seen: Set<SearchFilter> = []
        return parts.filter { seen.insert($0).inserted }
    }

    private func any(_ parts: [SearchFilter]) throws -> ItemSet? {
        guard !parts.isEmpty else { return ItemSet(capacity: table.count) }
        var joined: ItemSet?
        for part in Self.distinct(parts) {
            guard let items = try items(part) else { continue }
            joined = joined?.union(items) ?? items
        }
        return joined
    }

    // MARK: Conditions

    private func matching(_ matches: [String]) throws -> ItemSet {
        var set = table.all
        for match in matches where !set.isEmpty {
            set.formIntersection(try rows(("SELECT rowid FROM item_words WHERE item_words MATCH ?", [match])))
        }
        return set
    }

    private func labelled(_ words: WordSequence, _ fields: [LabelField]) throws -> ItemSet {
        guard let query = LabelQuery.words(words, in: fields) else { return table.all }
        return try rows(query)
    }

    private func ofKind(_ kind: Int) -> ItemSet { table.items(\.kinds) { $0 == kind } }

    private func written(in language: UInt8) -> ItemSet { table.items(\.languages) { $0 == language } }

    private func dated(_ from: Int64?, _ to: Int64?) -> ItemSet {
        let range = (from ?? ItemTable.undated + 1, to ?? Int64.max)
        return table.items(\.dates) { $0 >= range.0 && $0 < range.1 }
    }

    /// The rows of participants with an address.
    private func participants(at address: String) throws -> Set<Int64> {
        try Int64.fetchSet(db, sql: "SELECT id FROM participant WHERE address = ? COLLATE NOCASE", arguments: [address])
    }

    /// The items of people whom the words name exactly; if there are none, of those whose name or address contains the
    /// text.
    private func participants(_ words: WordSequence, _ roles: Set<ParticipantRole>) throws -> ItemSet {
        let value = ParticipantValue(words)
        guard !value.text.isEmpty else { return ItemSet(capacity: table.count) }
        let named = try named(value, roles)
        // "me" is the owner or nobody: James has it in his name.
        guard named.isEmpty, !value.isOwner else { return named }
        return try items(of: participants(containing: value.text) { _ in true }.keys, roles)
    }

    /// The items of people whom the words name exactly.
    private func named(_ value: ParticipantValue, _ roles: Set<ParticipantRole>) throws -> ItemSet {
        try items(of: people(named: value), roles)
    }

    /// The rows of people whom the words name exactly.
    func people(named value: ParticipantValue) throws -> Set<Int64> {
        if value.isOwner {
            if let owner = try LibrarySnapshot(db: db).owner() { return owner }
            // Until that is known, whom exports call so; anybody can write a mail as "Me".
            let ofChats = try Int64.fetchSet(
                db, sql: "SELECT id FROM participant WHERE name = ? AND address = '' AND by_mail = 0",
                arguments: [Participant.me.name])
            if !ofChats.isEmpty { return ofChats }
        }
        let participants = try participants(containing: value.longestPart, where: value.names)
        // Part of an address is no person: of `from:@work.example` nobody wants what they wrote at home.
        let people = participants.filter { value.identifies($0.value) }.map(\.key)
        // A whole name is whose it is, whatever a contact calls somebody.
        let mayBeNickname = people.isEmpty || value.isOneWord
        let nicknamed = try mayBeNickname ? contacts().filter { $0.nicknames.contains(where: value.isNickname) } : []
        let all = Set(people).union(nicknamed.flatMap(\.participants))
        return try LibrarySnapshot(db: db).allOfPeople(all).union(participants.keys)
    }

    /// The contacts of files that have nicknames.
    private func contacts() throws -> [StoredContact] {
        try table.identity.nicknamed {
            try LibrarySnapshot(db: db).contactsOfFiles().filter { !$0.nicknames.isEmpty }
        }
    }

    /// True if an item is from or to one of the people. Stops at the first.
    func haveItems(_ people: Set<Int64>, _ roles: Set<ParticipantRole>) throws -> Bool {
        let sent = "SELECT EXISTS (SELECT 1 FROM item WHERE sender_id = ?)"
        let received = "SELECT EXISTS (SELECT 1 FROM recipient WHERE participant_id = ? AND role = ?)"
        return try people.contains { person in
            if roles.contains(.from), try exists(sent, [person]) { return true }
            return try roles.compactMap(\.recipientRole).contains { try exists(received, [person, $0.storedValue]) }
        }
    }

    private func exists(_ sql: String, _ arguments: StatementArguments) throws -> Bool {
        try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) ?? false
    }

    /// The rows of participants, and their folded names and addresses.
    private func participants(containing part: String, where isIncluded: (String) -> Bool) throws -> [Int64: String] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT id, folded FROM participant WHERE instr(folded, ?) > 0"),
            arguments: [part])
        var participants: [Int64: String] = [:]
        while let row = try rows.next() {
            if isIncluded(row[1]) { participants[row[0]] = row[1] }
        }
        return participants
    }

    /// The items from or to people.
    func items(of people: some Collection<Int64>, _ roles: Set<ParticipantRole>) throws -> ItemSet {
        guard !people.isEmpty else { return ItemSet(capacity: table.count) }
        var set = roles.contains(.from) ? sent(by: people) : ItemSet(capacity: table.count)
        let received = "SELECT item_id FROM recipient WHERE participant_id = ? AND role = ?"
        for role in roles.compactMap(\.recipientRole) {
            for person in people { try insert((received, [person, role.storedValue]), into: &set) }
        }
        // A contact has the person's addresses, but nobody sent it.
        if !roles.contains(.from), !set.isEmpty {
            try set.formIntersection(labelled(WordSequence("vcf"), [.format]).inverted)
        }
        if roles.contains(.to) { try set.formUnion(answers(to: Set(people))) }
        return set
    }

    /// The messages that others wrote to the people in chats of two, whose messages name no recipient.
    private func answers(to people: Set<Int64>) throws -> ItemSet {
        let snapshot = LibrarySnapshot(db: db)
        let senders = try table.identity.chatSenders { try snapshot.chatSenders(of: table) }
        let chats = senders.chats(of: people)
        let persons = try snapshot.people(of: chats.values.reduce(into: []) { $0.formUnion($1) })
        let ofTwo = chats.filter { Set($0.value.map { persons[$0] ?? $0 }).count == 2 }
        return senders.items(of: Set(ofTwo.keys), notSentBy: people, in: table)
    }

    /// Looks at each item's sender, so that it asks a bit, not a hash.
    private func sent(by people: some Collection<Int64>) -> ItemSet {
        let senders = people.reduce(into: KeySet()) { $0.insert(UInt32(truncatingIfNeeded: $1)) }
        return table.items(\.senders, where: senders.contains)
    }

    private func idQuery(_ prefix: String) -> (sql: String, arguments: StatementArguments) {
        guard let range = ItemID.range(ofPrefix: prefix) else { return ("SELECT id FROM item WHERE FALSE", []) }
        return (
            "SELECT id FROM item WHERE uid BETWEEN ? AND ?",
            [range.lowerBound.storedValue, range.upperBound.storedValue]
        )
    }

    private func threads(_ prefix: String) throws -> ItemSet {
        let threads = Set(try rows(idQuery(prefix)).positions.map { table.threads[$0] })
        return threads.isEmpty ? ItemSet(capacity: table.count) : table.items(\.threads) { threads.contains($0) }
    }

    // MARK: Reading rows

    /// The items in a place. The labels of mails are what folders are elsewhere, and junk is a place whatever its folders are called.
    private func placed(_ words: WordSequence) throws -> ItemSet {
        let held = try labelled(words, [.group]).union(
            labelled(words, [.tag]).intersection(ofKind(ItemKind.email.storedValue)))
        let labelled = try labelled(words, [.source]).union(withAttached(held))
        return words.text.lowercased() == "junk" ? try labelled.union(rows(LibrarySnapshot.junkRows)) : labelled
    }

    /// The items, and what is attached to them: what is with a private mail is private, too.
    ///
    /// - Complexity: O(*n*) in what is attached to any item.
    private func withAttached(_ items: ItemSet) throws -> ItemSet {
        guard !items.isEmpty else { return items }
        var items = items
        // A parent is stored before what is attached to it, so that one pass finds what is attached to an attachment, too.
        let pairs = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT parent_id, id FROM item WHERE parent_id IS NOT NULL ORDER BY parent_id"))
        var count = 0
        while let pair = try pairs.next() {
            count += 1
            guard let parent = table.position(ofRow: pair[0]), items.contains(parent),
                let position = table.position(ofRow: pair[1])
            else { continue }
            items.insert(position)
        }
        budget.spend(count)
        return items
    }

    private func rows(_ query: (sql: String, arguments: StatementArguments)) throws -> ItemSet {
        var set = ItemSet(capacity: table.count)
        try insert(query, into: &set)
        return set
    }

    /// Steps through the rows without GRDB's cursor, which does nearly as much for each as SQLite: a word may be in every item.
    private func insert(_ query: (sql: String, arguments: StatementArguments), into set: inout ItemSet) throws {
        let statement = try db.cachedStatement(sql: query.sql)
        statement.arguments = query.arguments
        defer { sqlite3_reset(statement.sqliteStatement) }
        var (count, code) = (0, sqlite3_step(statement.sqliteStatement))
        while code == SQLITE_ROW {
            let row = ItemRow(rawValue: sqlite3_column_int64(statement.sqliteStatement, 0))
            if let position = table.position(ofRow: row) { set.insert(position) }
            count += 1
            code = sqlite3_step(statement.sqliteStatement)
        }
        budget.spend(count)
        guard code == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
}

/// The conditions of one filter that are evaluated already, since parts of a long query repeat.
private final class EvaluatedConditions {
    private var sets: [SearchFilter: ItemSet] = [:]
    private var leftOut: Set<SearchFilter> = []

    /// The bytes of kept sets at most.
    private static let capacity = 16 << 20

    subscript(condition: SearchFilter) -> ItemSet? { sets[condition] }

    func keep(_ items: ItemSet, of condition: SearchFilter) {
        if (sets.count + 1) * (items.capacity / 8 + 1) <= Self.capacity { sets[condition] = items }
    }

    /// Notes a condition that is left out; false if it was noted before.
    func leaveOut(_ condition: SearchFilter) -> Bool { leftOut.insert(condition).inserted }
}
