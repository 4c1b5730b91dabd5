public import Foundation
import GRDB
public import RecallCore
import RecallText

extension ConversationTransaction {
    /// Inserts a conversation without questions. Removes those that were begun earlier than a day ago and never had one.
    public func insert(_ conversation: Conversation) throws {
        let summary = conversation.summary
        try db.execute(
            sql: """
                DELETE FROM conversation WHERE used < ?
                    AND NOT EXISTS (SELECT 1 FROM turn WHERE conversation_id = conversation.id)
                """, arguments: [summary.used.storedValue - Self.day])
        try db.execute(
            sql: "INSERT INTO conversation (id, title, words, scope, created, used) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [
                summary.id, summary.title, FoldedWords.column(summary.title), conversation.scope,
                summary.created.storedValue, summary.used.storedValue,
            ])
    }

    private static let day: Int64 = 86_400_000

    /// Keeps a question and its answer as the last turn. Of sources that were deleted meanwhile no text is kept.
    ///
    /// - Parameter replacingLast: true to replace the last turn.
    /// - Returns: the turn's position; `nil` if there is no such conversation.
    public func keep(
        _ answer: Answer, asked: Date, in id: ConversationID, replacingLast: Bool = false
    ) throws -> Int? {
        guard try LibrarySnapshot(db: db).hasConversation(id) else { return nil }
        if replacingLast { try removeLastTurn(of: id) }
        let position = try lastPosition(in: id).map { $0 + 1 } ?? 0
        try db.execute(
            sql: "INSERT INTO turn (conversation_id, position, asked, words, answer) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                id, position, asked.storedValue, FoldedWords.column(answer.question),
                try JSONColumns.encode(AnswerRecord(answer)),
            ])
        let turn = db.lastInsertedRowID
        try insert(answer.citations, turn: turn)
        try insert(sources: answer.sources.map(\.storedValue) + answer.people.map(\.storedValue), turn: turn)
        try blankDeleted(answer.sources.union(answer.citations.map(\.item.id)))
        try blankDeleted(answer.people)
        try TurnMemories(db: db).insert(answer.memories, turn: turn)
        try db.execute(
            sql: "UPDATE conversation SET used = MAX(used, ?) WHERE id = ?", arguments: [asked.storedValue, id])
        return position
    }

    private func insert(_ citations: [Answer.Citation], turn: Int64) throws {
        let insert = try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO citation (turn_id, number, item_uid, kind, start_byte, end_byte, text, item)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """)
        for citation in citations {
            try insert.execute(arguments: [
                turn, citation.number, citation.item.id.storedValue, citation.item.kind.storedValue,
                citation.range.lowerBound, citation.range.upperBound, citation.text,
                try JSONColumns.encode(CitedItemRecord(citation.item)),
            ])
        }
    }

    private func insert(sources: [Data], turn: Int64) throws {
        let insert = try db.cachedStatement(sql: "INSERT INTO turn_source (item_uid, turn_id) VALUES (?, ?)")
        for source in sources { try insert.execute(arguments: [source, turn]) }
    }

    /// Blanks what is from items that are not there any more.
    private func blankDeleted(_ ids: Set<ItemID>) throws {
        let isThere = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM item WHERE uid = ?)")
        for id in ids where try Bool.fetchOne(isThere, arguments: [id.storedValue]) != true {
            try AnswerBlanking(db: db).blank(item: id)
        }
    }

    /// Blanks what tells of people whom no item has any more.
    ///
    /// - Complexity: O(*n*) in the library's names if there are any.
    private func blankDeleted(_ people: Set<ParticipantDigest>) throws {
        guard !people.isEmpty else { return }
        var gone = people
        let names = try Row.fetchCursor(db, sql: "SELECT name, address FROM participant")
        while !gone.isEmpty, let row = try names.next() {
            gone.remove(ParticipantDigest(Participant(name: row[0], address: row[1])))
        }
        for digest in gone { try AnswerBlanking(db: db).blank(person: digest) }
    }

    private func lastPosition(in id: ConversationID) throws -> Int? {
        try Int.fetchOne(db, sql: "SELECT MAX(position) FROM turn WHERE conversation_id = ?", arguments: [id])
    }

    private func removeLastTurn(of id: ConversationID) throws {
        guard let last = try lastPosition(in: id) else { return }
        try db.execute(
            sql: "DELETE FROM turn WHERE conversation_id = ? AND position = ?", arguments: [id, last])
    }

    /// Changes the title.
    ///
    /// - Returns: false if there is no such conversation.
    public func rename(_ id: ConversationID, to title: String) throws -> Bool {
        try db.execute(
            sql: "UPDATE conversation SET title = ?, words = ? WHERE id = ?",
            arguments: [title, FoldedWords.column(title), id])
        return db.changesCount > 0
    }

    /// Gives a conversation without a title one.
    public func nameIfUntitled(_ id: ConversationID, _ title: String) throws {
        try db.execute(
            sql: "UPDATE conversation SET title = ?, words = ? WHERE id = ? AND title = ''",
            arguments: [title, FoldedWords.column(title), id])
    }

    /// Changes the items that may be read for the next questions.
    ///
    /// - Returns: false if there is no such conversation.
    public func setScope(_ scope: String, of id: ConversationID) throws -> Bool {
        try db.execute(sql: "UPDATE conversation SET scope = ? WHERE id = ?", arguments: [scope, id])
        return db.changesCount > 0
    }

    /// Deletes a conversation with its turns and citations.
    ///
    /// - Returns: false if there is no such conversation.
    public func delete(_ id: ConversationID) throws -> Bool {
        try db.execute(sql: "DELETE FROM conversation WHERE id = ?", arguments: [id])
        return db.changesCount > 0
    }
}

/// The folded words of a text in a column, each after a blank, so that a search finds beginnings of words.
enum FoldedWords {
    static func column(_ text: String) -> String {
        NameWords.words(of: text).map { " " + $0 }.joined()
    }
}
