import Foundation
import GRDB
import RecallCore

extension LibraryTransaction {
    /// Rewrites vector blocks without the vectors of retired passages, and deletes their cache entries.
    ///
    /// - Parameters:
    ///   - last: the block after which to start.
    ///   - limit: the maximum number of blocks to rewrite.
    ///   - isKept: returns true for passages whose vectors stay.
    /// - Returns: the last rewritten block, from which to continue; `nil` if there are no more.
    func purgeVectorBlocks(after last: Int64, limit: Int, keeping isKept: (PassageID) -> Bool) throws -> Int64? {
        let blocks = try Row.fetchCursor(
            db, sql: "SELECT id, passages FROM vector_block WHERE id > ? ORDER BY id", arguments: [last])
        var dirty: [(id: Int64, passages: [PassageID])] = []
        while dirty.count < limit, let row = try blocks.next() {
            let passages = LibrarySnapshot.indexes(row[1]).map(PassageID.init(rawValue:))
            if !passages.allSatisfy(isKept) { dirty.append((row[0], passages)) }
        }
        if !dirty.isEmpty { try noteVectorRewrite() }
        for block in dirty {
            try purge(block.id, keeping: block.passages.indices.filter { isKept(block.passages[$0]) })
        }
        return dirty.count == limit ? dirty.last?.id : nil
    }

    /// Keeps only the vectors at the given positions of a block.
    private func purge(_ block: Int64, keeping positions: [Int]) throws {
        try moveCacheEntries(of: block, to: positions)
        guard !positions.isEmpty else {
            return try db.execute(sql: "DELETE FROM vector_block WHERE id = ?", arguments: [block])
        }
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT passages, vectors, dimension, format FROM vector_block JOIN generation ON generation.id = generation_id
                WHERE vector_block.id = ?
                """, arguments: [block])
        guard let row else { throw StoreError.damagedValue }
        let size = try VectorFormat(stored: row[3]).size(row[2])
        try db.execute(
            sql: "UPDATE vector_block SET passages = ?, vectors = ? WHERE id = ?",
            arguments: [
                (row[0] as Data).matrixRows(positions, size: 4),
                (row[1] as Data).matrixRows(positions, size: size),
                block,
            ])
    }

    private func moveCacheEntries(of block: Int64, to positions: [Int]) throws {
        let moved = Dictionary(uniqueKeysWithValues: positions.enumerated().map { ($0.element, $0.offset) })
        let entries = try Row.fetchAll(
            db, sql: "SELECT generation_id, content_hash, position FROM embedding_cache WHERE block_id = ?",
            arguments: [block])
        for entry in entries {
            let key: StatementArguments = [entry[0] as Int64, entry[1] as Data]
            if let position = moved[entry[2]] {
                try db.cachedStatement(
                    sql: "UPDATE embedding_cache SET position = ? WHERE generation_id = ? AND content_hash = ?"
                ).execute(arguments: [position] + key)
            } else {
                try db.cachedStatement(
                    sql: "DELETE FROM embedding_cache WHERE generation_id = ? AND content_hash = ?"
                ).execute(arguments: key)
            }
        }
    }
}
