import Foundation
import GRDB
public import RecallCore
import RecallText

extension LibrarySnapshot {
    /// The conversations with questions, last used first: at most `limit` after a place in the list. With `words`, those with
    /// every one of them at the beginning of a word of the title or of a question.
    ///
    /// - Complexity: O(*n*) in the questions of all conversations if there are words.
    public func conversations(
        matching words: String, after place: ConversationListPosition?, limit: Int
    ) throws -> ConversationPage {
        let words = NameWords.words(of: words).prefix(Self.mostWords).map { " " + $0 }
        let sql =
            Self.summaryQuery + "WHERE (used, id) < (?, ?) AND EXISTS (SELECT 1 FROM turn WHERE conversation_id = c.id)"
            + String(repeating: Self.wordCondition, count: words.count) + " ORDER BY used DESC, id DESC LIMIT ?"
        let (used, id) = (place?.used ?? .max, place?.id.rawValue ?? .max)
        var arguments: StatementArguments = [used, id]
        arguments += StatementArguments(words.flatMap { [$0, $0] })
        arguments += [limit + 1]
        let found = try Row.fetchAll(db, sql: sql, arguments: arguments).map(Self.conversationSummary)
        let page = Array(found.prefix(limit))
        return ConversationPage(conversations: page, end: found.count > limit ? page.last?.listPosition : nil)
    }

    private static let mostWords = 20

    private static let summaryQuery = """
        SELECT id, title, created, used, (SELECT COUNT(*) FROM turn WHERE conversation_id = c.id), scope
        FROM conversation AS c\n
        """

    private static let wordCondition = """
         AND (instr(words, ?) > 0 OR EXISTS
            (SELECT 1 FROM turn WHERE conversation_id = c.id AND instr(turn.words, ?) > 0))
        """

    private static func conversationSummary(_ row: Row) -> ConversationSummary {
        ConversationSummary(
            id: row[0], title: row[1], created: Date(storedValue: row[2]), used: Date(storedValue: row[3]),
            questions: row[4])
    }

    /// The conversation with the id, with its turns; `nil` if there is none.
    ///
    /// - Complexity: O(*n*) in the texts of the cited items.
    public func conversation(_ id: ConversationID) throws -> Conversation? {
        guard let row = try Row.fetchOne(db, sql: Self.summaryQuery + "WHERE id = ?", arguments: [id]) else {
            return nil
        }
        let turns = try Row.fetchAll(
            db, sql: "SELECT id, position, asked, answer FROM turn WHERE conversation_id = ? ORDER BY position",
            arguments: [id])
        return Conversation(summary: Self.conversationSummary(row), scope: row[5], turns: try turns.map(turn))
    }

    private func turn(_ row: Row) throws -> KeptTurn {
        let cited = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT number, item_uid, kind, start_byte, end_byte, text, item FROM citation WHERE turn_id = ?
                    ORDER BY number
                    """), arguments: [row[0] as Int64])
        let states = try cited.map { ($0[0] as Int, try state(of: $0)) }
        let sources = try sources(ofTurn: row[0])
        let answer = try JSONColumns.answer(row[3]).answer(
            citing: try cited.map(citation), memories: TurnMemories(db: db).uses(in: row[0]),
            sources: Set(sources.compactMap(ItemID.init(storedValue:))),
            people: Set(sources.compactMap(ParticipantDigest.init(storedValue:))))
        return KeptTurn(
            position: row[1], asked: Date(storedValue: row[2]), answer: answer,
            states: Dictionary(states) { first, _ in first }, proposal: try memoryProposal(turn: row[0]))
    }

    /// The items and people that a model had read of, told apart by their length.
    private func sources(ofTurn turn: Int64) throws -> [Data] {
        try Data.fetchAll(
            db.cachedStatement(sql: "SELECT item_uid FROM turn_source WHERE turn_id = ?"), arguments: [turn])
    }

    /// A citation of a deleted item has the id zero, since nothing of the item is kept.
    private func citation(_ row: Row) throws -> Answer.Citation {
        let id = (row[1] as Data?).flatMap(ItemID.init(storedValue:)) ?? ItemID(high: 0, low: 0)
        guard let kind = ItemKind(storedValue: row[2]) else { throw StoreError.damagedValue }
        let start: Int = row[3]
        return Answer.Citation(
            number: row[0], item: try JSONColumns.citedItem(row[6]).summary(id: id, kind: kind),
            range: start..<max(start, row[4]), text: row[5])
    }

    private func state(of row: Row) throws -> CitationState {
        guard let uid = row[1] as Data? else { return .deleted }
        let (start, end): (Int, Int) = (row[3], row[4])
        let now = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT substr(CAST(content.text AS BLOB), ? + 1, ?) FROM item
                    JOIN item_content AS content ON content.item_id = item.id WHERE item.uid = ?
                    """), arguments: [start, max(0, end - start), uid])
        guard let now else { return .deleted }
        let (bytes, cited) = ((now[0] as Data?) ?? Data(), Data((row[5] as String).utf8))
        if bytes == cited { return .there }
        // A quotation is cited without its quote marks.
        let text = QuoteMarks.blanked(String(decoding: bytes, as: UTF8.self), in: [0..<bytes.count])
        return Data(text.utf8) == cited ? .there : .changed
    }
}

extension ConversationSummary {
    fileprivate var listPosition: ConversationListPosition {
        ConversationListPosition(used: used.storedValue, id: id)
    }
}
