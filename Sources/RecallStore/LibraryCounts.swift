import Foundation
import GRDB
public import RecallCore

extension LibrarySnapshot {
    /// Counts items, threads, passages and files.
    ///
    /// - Complexity: O(*n*) in the items.
    public func counts() throws -> LibraryCounts {
        let kinds = try Row.fetchAll(db, sql: "SELECT kind, COUNT(*) FROM item GROUP BY kind")
        let items = kinds.reduce(into: [ItemKind: Int]()) { counts, row in
            if let kind = ItemKind(storedValue: row[0]) { counts[kind] = row[1] }
        }
        let passages = try passageCounts()
        return try LibraryCounts(
            items: items, attachmentItems: count("item WHERE parent_id IS NOT NULL"),
            threads: count("thread WHERE item_count > 0"), passages: passages.all,
            embeddedPassages: passages.embedded, failures: count("failure"), byteCount: byteCount())
    }

    /// True if there is no item.
    public func isEmpty() throws -> Bool {
        try !(Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM item)") ?? false)
    }

    /// The bytes of the database.
    ///
    /// - Complexity: O(1).
    public func byteCount() throws -> Int {
        try Int.fetchOne(db, sql: "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size") ?? 0
    }

    /// The number of passages, and the number of those with a vector of the serving generation.
    ///
    /// - Complexity: O(*n*) in threads; reads no item.
    public func passageCounts() throws -> (all: Int, embedded: Int) {
        try passageCounts(of: servingGeneration())
    }

    private func count(_ table: String) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table)") ?? 0
    }
}
