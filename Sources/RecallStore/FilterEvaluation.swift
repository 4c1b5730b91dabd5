public import Foundation
import GRDB
public import RecallCore

extension LibrarySnapshot {
    /// The passages of the items that pass the filter, as runs of indexes (id - 1), ascending by item; `nil` if all pass.
    ///
    /// - Complexity: O(*m*) in the items that pass.
    public func passages(passing filter: SearchFilter) throws -> [Range<Int>]? {
        guard !filter.isEmpty else { return nil }
        let condition = FilterCondition(filter)
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT item.first_passage, item.passages FROM item WHERE item.first_passage > 0 AND "
                + condition.sql, arguments: condition.arguments)
        var runs: [Range<Int>] = []
        while let row = try rows.next() {
            let first: Int = row[0]
            runs.append(first - 1..<first - 1 + StoredRanges.decode(row[1]).count)
        }
        return runs
    }

    /// The passages whose item is dated within a span of time.
    public func passages(datedIn span: Range<Date>) throws -> [Range<Int>] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: "SELECT first_passage, passages FROM item WHERE date >= ? AND date < ? AND first_passage > 0"),
            arguments: [span.lowerBound.storedValue, span.upperBound.storedValue])
        var runs: [Range<Int>] = []
        while let row = try rows.next() {
            let first: Int = row[0]
            runs.append(first - 1..<first - 1 + StoredRanges.decode(row[1]).count)
        }
        return runs
    }

    /// The first and the last date of an item, or `nil` if none has one.
    public func dateSpan() throws -> ClosedRange<Date>? {
        let row = try Row.fetchOne(db, sql: "SELECT MIN(date), MAX(date) FROM item WHERE date IS NOT NULL")
        guard let row, let first = row[0] as Int64?, let last = row[1] as Int64? else { return nil }
        return Date(storedValue: first)...Date(storedValue: last)
    }

    /// The passages whose item was sent by somebody with one of these words (folded) in the name, and those words.
    public func passages(sentByNames words: Set<String>) throws -> (runs: [Range<Int>], words: Set<String>) {
        var runs: [Range<Int>] = []
        var found: Set<String> = []
        let statement = try db.cachedStatement(
            sql: """
                SELECT item.first_passage, item.passages FROM participant_word AS name
                JOIN item ON item.sender_id = name.participant_id
                WHERE name.word = ? AND item.first_passage > 0
                """)
        for word in words.sorted() {
            let rows = try Row.fetchCursor(statement, arguments: [word])
            while let row = try rows.next() {
                let first: Int = row[0]
                runs.append(first - 1..<first - 1 + StoredRanges.decode(row[1]).count)
                found.insert(word)
            }
        }
        return (runs, found)
    }
}

/// A filter as a condition on `item`. Values are always bound, never spliced.
private struct FilterCondition {
    private var parts: [String] = []
    private(set) var arguments = StatementArguments()

    var sql: String { parts.isEmpty ? "TRUE" : parts.joined(separator: " AND ") }

    init(_ filter: SearchFilter) {
        if !filter.kinds.isEmpty {
            add("item.kind IN (\(filter.kinds.map { String($0.storedValue) }.sorted().joined(separator: ", ")))")
        }
        if let conversation = filter.conversation { add("item.conversation = ?", [conversation]) }
        if let after = filter.after { add("item.date >= ?", [after.storedValue]) }
        if let before = filter.before { add("item.date < ?", [before.storedValue]) }
        if let sender = filter.sender { addSender(sender) }
        for phrase in filter.phrases { addPhrase(phrase) }
    }

    /// Compared as Swift lowers case: SQLite's own function knows ASCII only.
    private mutating func addSender(_ part: String) {
        let lower = part.lowercased()
        add(
            """
            item.sender_id IN (SELECT id FROM participant
                WHERE instr(\(DatabaseFunction.lowercase.name)(name), ?) > 0
                    OR instr(\(DatabaseFunction.lowercase.name)(address), ?) > 0)
            """, [lower, lower])
    }

    private mutating func addPhrase(_ phrase: String) {
        guard !NameWords.words(of: phrase).isEmpty else { return }
        // Doubling quotes is FTS5's own escape: inside a string nothing else has a meaning.
        let quoted = "\"" + phrase.replacing("\"", with: "\"\"").replacing("\0", with: " ") + "\""
        add("item.id IN (SELECT rowid FROM item_words WHERE item_words MATCH ?)", [quoted])
    }

    private mutating func add(_ part: String, _ values: StatementArguments = []) {
        parts.append(part)
        arguments += values
    }
}
