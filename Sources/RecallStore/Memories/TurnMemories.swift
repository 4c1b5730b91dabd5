import GRDB
import RecallCore

/// The memories of turns: those that an answer was made with, and those that were kept from a question.
struct TurnMemories {
    let db: Database

    /// The memories of a turn.
    func uses(in turn: Int64) throws -> [Answer.MemoryUse] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT memory_id, text, is_source FROM turn_memory WHERE turn_id = ? ORDER BY number"),
            arguments: [turn]
        ).map { Answer.MemoryUse(id: $0[0], text: $0[1], isSource: $0[2]) }
    }

    /// Appends a memory to those of a turn.
    func append(_ use: Answer.MemoryUse, to turn: Int64) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO turn_memory (turn_id, number, memory_id, text, is_source)
                    SELECT ?1, IFNULL(MAX(number), 0) + 1, ?2, ?3, ?4 FROM turn_memory WHERE turn_id = ?1
                """
        ).execute(arguments: [turn, use.id, use.text, use.isSource])
    }

    /// Keeps the memories of an answer. Of those that were forgotten meanwhile no text is kept.
    func insert(_ uses: [Answer.MemoryUse], turn: Int64) throws {
        for use in uses { try append(use, to: turn) }
        let isThere = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM memory WHERE id = ?)")
        for id in Set(uses.compactMap(\.id)) where try Bool.fetchOne(isThere, arguments: [id]) != true {
            try blank(id)
        }
    }

    /// Removes the text of a memory from the answers that were made with it.
    func blank(_ id: MemoryID) throws {
        let uses = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT turn_id, text FROM turn_memory WHERE memory_id = ?"), arguments: [id])
        for use in uses { try blank(turn: use[0], memory: use[1]) }
        try db.cachedStatement(sql: "UPDATE turn_memory SET memory_id = NULL, text = '' WHERE memory_id = ?")
            .execute(arguments: [id])
    }

    private func blank(turn: Int64, memory text: String) throws {
        let column = try String.fetchOne(
            db.cachedStatement(sql: "SELECT answer FROM turn WHERE id = ?"), arguments: [turn])
        // An answer that cannot be read is no reason to keep what it says.
        guard let column, var answer = try? JSONColumns.answer(column) else {
            return try db.execute(sql: "DELETE FROM turn WHERE id = ?", arguments: [turn])
        }
        answer.blank(memory: text)
        try db.cachedStatement(sql: "UPDATE turn SET answer = ? WHERE id = ?").execute(
            arguments: [try JSONColumns.encode(answer), turn])
    }
}
