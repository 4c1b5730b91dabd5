public import Foundation
import GRDB

/// Vectors that were stored in one transaction.
public struct VectorBlock: Sendable {
    /// The row.
    public var id: Int64
    /// The passages by index (id - 1), one for each vector.
    public var passages: [UInt32]
    /// The vectors, `passages.count` × dimension, as IEEE half floats, row after row.
    public var vectors: Data
}

/// A vector to store.
public struct NewVector: Sendable {
    /// The passage.
    public var passage: PassageID
    /// A hash of the encoder's input and the range pooled from it.
    public var contentHash: Data
    /// The vector as IEEE half floats.
    public var halves: [UInt16]

    /// A vector of a passage.
    public init(passage: PassageID, contentHash: Data, halves: [UInt16]) {
        self.passage = passage
        self.contentHash = contentHash
        self.halves = halves
    }
}

extension LibrarySnapshot {
    /// Calls `body` with the vector blocks of a generation, after the block `last`.
    ///
    /// - Complexity: O(*n*) in the number of vectors; reads 2 × dimension bytes each.
    public func forEachVectorBlock(
        generation: Int64, after last: Int64 = 0, _ body: (VectorBlock) throws -> Void
    ) throws {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT id, passages, vectors FROM vector_block WHERE generation_id = ? AND id > ? ORDER BY id",
            arguments: [generation, last])
        while let row = try rows.next() {
            try body(VectorBlock(id: row[0], passages: Self.indexes(row[1]), vectors: row[2]))
        }
    }

    /// Calls `body` with the passages of each vector block, without reading the vectors.
    func forEachVectorBlockKeys(generation: Int64, _ body: (_ block: Int64, _ passages: [UInt32]) throws -> Void) throws
    {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT id, passages FROM vector_block WHERE generation_id = ? ORDER BY id",
            arguments: [generation])
        while let row = try rows.next() { try body(row[0], Self.indexes(row[1])) }
    }

    /// The cached vectors of these contents, by hash.
    public func cachedVectors(_ hashes: [Data], generation: Generation) throws -> [Data: [UInt16]] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT substr(block.vectors, cache.position * ?1 + 1, ?1)
                FROM embedding_cache AS cache JOIN vector_block AS block ON block.id = cache.block_id
                WHERE cache.generation_id = ?2 AND cache.content_hash = ?3
                """)
        var found: [Data: [UInt16]] = [:]
        for hash in hashes where found[hash] == nil {
            guard let bytes = try Data.fetchOne(statement, arguments: [generation.dimension * 2, generation.id, hash]),
                bytes.count == generation.dimension * 2
            else { continue }
            found[hash] = bytes.withUnsafeBytes { bytes in
                (0..<generation.dimension).map {
                    UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * $0, as: UInt16.self))
                }
            }
        }
        return found
    }

    static func indexes(_ data: Data) -> [UInt32] {
        data.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count - 3, by: 4).map {
                UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self))
            }
        }
    }
}

extension LibraryTransaction {
    /// Stores vectors as one block, and caches them by content hash.
    ///
    /// - Parameter deletions: the deletion count when the texts were read. If it has grown since, the vectors of
    ///   retired passages are dropped, because their text may have been deleted.
    ///   passages that are gone are dropped, since their texts may be gone too.
    public func append(_ all: [NewVector], generation: Generation, readAfter deletions: Int? = nil) throws {
        var vectors = all
        if let deletions, try deletions != snapshot.deletionCount() { vectors = try vectors.filter(isLive) }
        guard !vectors.isEmpty else { return }
        var passages = Data(capacity: vectors.count * 4)
        var matrix = Data(capacity: vectors.count * generation.dimension * 2)
        for vector in vectors {
            withUnsafeBytes(of: vector.passage.rawValue.littleEndian) {
                passages.append(contentsOf: $0)
            }
            vector.halves.map(\.littleEndian).withUnsafeBytes { matrix.append(contentsOf: $0) }
        }
        try db.execute(
            sql: "INSERT INTO vector_block (generation_id, passages, vectors) VALUES (?, ?, ?)",
            arguments: [generation.id, passages, matrix])
        let block = db.lastInsertedRowID
        let statement = try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO embedding_cache (generation_id, content_hash, block_id, position) VALUES (?, ?, ?, ?)
                """)
        for (position, vector) in vectors.enumerated() {
            try statement.execute(arguments: [generation.id, vector.contentHash, block, position])
        }
    }

    private func isLive(_ vector: NewVector) throws -> Bool {
        try snapshot.hasPassage(vector.passage)
    }
}
