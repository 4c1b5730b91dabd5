import Foundation
import GRDB
import RecallCore

/// Removes the text of deleted items from the answers that cite them or that a model wrote after it had read them.
struct AnswerBlanking {
    let db: Database

    /// Blanks the answers from the items of the rows, which are about to be deleted.
    ///
    /// - Complexity: O(*n*) in the items and in the turns that they are sources of.
    func blank(items rows: [ItemRow]) throws {
        let isAnySource = try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM citation) OR EXISTS (SELECT 1 FROM turn_source)")
        guard isAnySource == true else { return }
        let uid = try db.cachedStatement(sql: "SELECT uid FROM item WHERE id = ?")
        for row in rows {
            guard let id = try Data.fetchOne(uid, arguments: [row]).flatMap(ItemID.init(storedValue:)) else { continue }
            try blank(item: id)
        }
    }

    /// Blanks the answers from an item.
    func blank(item id: ItemID) throws {
        let cited = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT turn_id, number FROM citation WHERE item_uid = ?"),
            arguments: [id.storedValue])
        let read = try turns(from: id.storedValue)
        let numbers = Dictionary(grouping: cited, by: { $0[0] as Int64 }).mapValues { Set($0.map { $0[1] as Int }) }
        for turn in Set(numbers.keys).union(read) {
            try blank(turn: turn, citations: numbers[turn, default: []])
        }
        try db.cachedStatement(
            sql: """
                UPDATE citation SET item_uid = NULL, start_byte = 0, end_byte = 0, text = '', item = ?
                    WHERE item_uid = ?
                """
        ).execute(arguments: [try JSONColumns.encode(CitedItemRecord.deleted), id.storedValue])
        try forget(id.storedValue)
    }

    /// Blanks the answers that a model wrote after it was told the name and address, which no item has any more.
    func blank(person: ParticipantDigest) throws {
        for turn in try turns(from: person.storedValue) { try blank(turn: turn, citations: []) }
        try forget(person.storedValue)
    }

    private func turns(from source: Data) throws -> [Int64] {
        try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT turn_id FROM turn_source WHERE item_uid = ?"), arguments: [source])
    }

    private func forget(_ source: Data) throws {
        try db.cachedStatement(sql: "DELETE FROM turn_source WHERE item_uid = ?").execute(arguments: [source])
    }

    private func blank(turn: Int64, citations numbers: Set<Int>) throws {
        let column = try String.fetchOne(
            db.cachedStatement(sql: "SELECT answer FROM turn WHERE id = ?"), arguments: [turn])
        // An answer that cannot be read is no reason to keep what it says.
        guard let column, var answer = try? JSONColumns.answer(column) else {
            return try db.execute(sql: "DELETE FROM turn WHERE id = ?", arguments: [turn])
        }
        answer.blank(citations: numbers)
        try db.cachedStatement(sql: "UPDATE turn SET answer = ? WHERE id = ?").execute(
            arguments: [try JSONColumns.encode(answer), turn])
    }
}
