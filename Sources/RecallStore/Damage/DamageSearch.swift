import Foundation
import GRDB
public import RecallCore

extension LibraryStore {
    /// Reads everything, and names what is damaged. Empty where only the search trees of the database are.
    ///
    /// - Complexity: reads the whole file.
    public func damage() throws -> LibraryDamage {
        // Outside of a transaction, which the first damaged page would end.
        try readOutsideTransaction { try DamageSearch(db: $0).damage() }
    }
}

/// Reads every row of every table.
private struct DamageSearch {
    let db: Database

    private static let itemTables = ["item", "item_content"]

    func damage() throws -> LibraryDamage {
        let unreadable = try Set(tables().filter { try !isReadable("SELECT * FROM \"\($0)\"") })
        var damage = LibraryDamage()
        damage.derived = LibraryDamage.DerivedPart.allCases.filter { !unreadable.isDisjoint(with: $0.tables) }
        if !unreadable.isDisjoint(with: Self.itemTables) { damage.items = damagedItems() }
        let known = Set(LibraryDamage.DerivedPart.allCases.flatMap(\.tables) + Self.itemTables)
        damage.tables = unreadable.subtracting(known).sorted()
        return damage
    }

    /// The tables that have pages of their own.
    private func tables() throws -> [String] {
        try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name")
    }

    private func isReadable(_ sql: String, _ arguments: StatementArguments = []) throws -> Bool {
        do {
            let rows = try Row.fetchCursor(db, sql: sql, arguments: arguments)
            while try rows.next() != nil {}
            return true
        } catch let error as DatabaseError where Self.isDamage(error) {
            return false
        }
    }

    private static func isDamage(_ error: DatabaseError) -> Bool {
        PageChecksums.isDamage(error)
    }

    /// The items of rows that cannot be read. Where the tree of the rows is damaged, those that it cannot reach are not among
    /// them.
    private func damagedItems() -> [LibraryDamage.DamagedItem] {
        let rows = (try? ItemRow.fetchAll(db, sql: "SELECT id FROM item INDEXED BY item_on_thread")) ?? []
        return rows.filter { row in
            let sql = "SELECT * FROM item JOIN item_content ON item_id = item.id WHERE item.id = ?"
            return (try? isReadable(sql, [row])) != true
        }.map { row in
            let id = try? Data.fetchOne(db, sql: "SELECT uid FROM item WHERE id = ?", arguments: [row])
            let sources = try? String.fetchAll(
                db,
                sql: """
                    SELECT path FROM item_source JOIN source_file ON source_file.id = source_file_id WHERE item_id = ?
                    """, arguments: [row])
            return .init(id: id.flatMap { $0 }.flatMap(ItemID.init(storedValue:)), sources: sources ?? [])
        }
    }
}

extension LibraryDamage.DerivedPart {
    /// Its tables.
    var tables: [String] {
        switch self {
        case .postings: ["posting"]
        case .fullText: Self.fullTextTables
        case .vectors: ["vector_block", "embedding_cache"]
        }
    }
    private static let fullTextTables = [
        "item_words", "item_words_data", "item_words_idx", "item_words_content", "item_words_docsize",
        "item_words_config",
    ]
}
