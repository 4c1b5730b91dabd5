public import Foundation
import GRDB
public import RecallCore
import RecallText

extension LibrarySnapshot {
    /// The passages of an item and of its whole thread; `nil` if there is no such item.
    public func passages(of id: ItemID) throws -> (item: Range<PassageID>, thread: Range<PassageID>)? {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT item.first_passage, item.passages, thread.first_passage, thread.passage_count
                    FROM item JOIN thread ON thread.id = item.thread_id WHERE item.uid = ?
                    """), arguments: [id.storedValue])
        guard let row else { return nil }
        return (
            PassageRuns.run(first: row[0], count: StoredRanges.count(row[1])),
            PassageRuns.run(first: row[2], count: row[3])
        )
    }

    /// The passages of each contact of a file that has one of these participants, without those that came with a mail.
    ///
    /// - Complexity: O(*n*) in contacts.
    public func contactPassages(of participants: Set<Int64>) throws -> [Range<PassageID>] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT item.first_passage, item.passages FROM item
                    WHERE item.id IN (SELECT item_id FROM item_label WHERE label_id IN (\(Self.contactLabels)))
                        AND item.parent_id IS NULL AND item.id NOT IN (\(Self.formerItems))
                        AND EXISTS (SELECT 1 FROM recipient
                            WHERE recipient.item_id = item.id AND participant_id IN (SELECT value FROM json_each(?)))
                    ORDER BY item.id
                    """), arguments: ["\(participants.sorted())"]
        ).map { PassageRuns.run(first: $0[0], count: StoredRanges.count($0[1])) }
    }

    /// The participants of people who have each of these (folded) words in a name; words that are in none are left out.
    public func participants(named words: Set<String>) throws -> [String: Set<Int64>] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT participant_id FROM participant_word WHERE word = ?1
                UNION SELECT other.id FROM participant_word JOIN participant ON participant.id = participant_id
                JOIN participant AS other ON other.person = participant.person WHERE word = ?1
                """)
        var people: [String: Set<Int64>] = [:]
        for word in words {
            let named = try Int64.fetchSet(statement, arguments: [word])
            if !named.isEmpty { people[word] = named }
        }
        return people
    }

    /// The participants in whose addresses a (folded) word is a whole part, but for the last one: "lena" in
    /// lena@people.example.
    ///
    /// - Complexity: O(*n*) in participants.
    public func participants(addressed word: String) throws -> Set<Int64> {
        let statement = try db.cachedStatement(sql: "SELECT id, address FROM participant WHERE instr(folded, ?) > 0")
        return try Row.fetchAll(statement, arguments: [word]).reduce(into: []) { found, row in
            if NameWords.words(of: row[1]).dropLast().contains(word) { found.insert(row[0]) }
        }
    }

    /// The participants with a telephone number, however it is written, and all others of the same people.
    ///
    /// - Complexity: O(*n*) in participants.
    public func participants(numbered written: String) throws -> Set<Int64> {
        guard let number = TelephoneNumber(written), let last = number.digits.last else { return [] }
        let statement = try db.cachedStatement(sql: "SELECT id, folded FROM participant WHERE instr(folded, ?) > 0")
        let found = try Row.fetchAll(statement, arguments: [String(last)]).reduce(into: Set<Int64>()) { found, row in
            if number.isLine(of: row[1]) { found.insert(row[0]) }
        }
        return try allOfPeople(found)
    }

    /// The passages of items that the participants sent.
    ///
    /// - Complexity: O(*m*) in these items.
    public func passages(sentBy participants: Set<Int64>) throws -> PassageRuns {
        let statement = try db.cachedStatement(
            sql: "SELECT first_passage, passages FROM item WHERE sender_id = ? AND first_passage > 0")
        return PassageRuns(
            try participants.sorted().flatMap { try Self.runs(Row.fetchCursor(statement, arguments: [$0])) })
    }

    /// The passages of items that the participants received; none if these are more than `limit`, as those of the
    /// library's owner are.
    public func passages(receivedBy participants: Set<Int64>, limit: Int = 5_000) throws -> PassageRuns {
        let statement = try db.cachedStatement(
            sql: """
                SELECT first_passage, passages FROM recipient JOIN item ON item.id = recipient.item_id
                WHERE recipient.participant_id = ? AND first_passage > 0 LIMIT ?
                """)
        var runs: [Range<PassageID>] = []
        for participant in participants.sorted() {
            runs += try Self.runs(Row.fetchCursor(statement, arguments: [participant, limit + 1]))
            if runs.count > limit { return PassageRuns([]) }
        }
        return PassageRuns(runs)
    }

    /// The passages of items dated within `span`.
    ///
    /// - Complexity: O(*m*) in the items of that time.
    public func passages(datedIn span: Range<Date>) throws -> PassageRuns {
        try PassageRuns(
            Self.runs(
                Row.fetchCursor(
                    db.cachedStatement(
                        sql:
                            "SELECT first_passage, passages FROM item WHERE date >= ? AND date < ? AND first_passage > 0"
                    ),
                    arguments: [span.lowerBound.storedValue, span.upperBound.storedValue])))
    }

    /// The earliest and latest dates of items; `nil` if none has a date.
    public func dateSpan() throws -> ClosedRange<Date>? {
        // Asked for both at once, SQLite goes through the whole index instead of looking at its ends.
        let sql = "SELECT (SELECT MIN(date) FROM item), (SELECT MAX(date) FROM item)"
        return try db.firstRow(sql, { _ in }) { row in
            guard let first = row.integer(0), let last = row.integer(1) else { return nil }
            return Date(storedValue: first)...Date(storedValue: last)
        }
    }

    /// The passage runs of rows with two columns: the first passage and the number of passages.
    private static func runs(_ rows: RowCursor) throws -> [Range<PassageID>] {
        var runs: [Range<PassageID>] = []
        while let row = try rows.next() {
            runs.append(PassageRuns.run(first: row[0], count: StoredRanges.count(row[1])))
        }
        return runs
    }
}

extension LibrarySnapshot {
    /// True if the item has a picture, as `SearchFilter.hasPicture` has it.
    public func hasPicture(_ id: ItemID) throws -> Bool {
        guard case .any(let names) = SearchFilter.hasPicture else { return false }
        let statement = try db.cachedStatement(
            sql: """
                SELECT words FROM item JOIN item_label ON item_label.item_id = item.id JOIN label ON label.id = label_id
                WHERE uid = ? AND field IN (\(LabelField.file.rawValue), \(LabelField.attachment.rawValue))
                """)
        return try String.fetchAll(statement, arguments: [id.storedValue]).contains { words in
            names.contains { name in
                if case .fileName(let ending) = name { words.contains(Label.words(of: ending.text)) } else { false }
            }
        }
    }
}
