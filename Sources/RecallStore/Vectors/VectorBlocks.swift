public import Foundation
import GRDB

/// Vectors that were stored together.
public struct VectorBlock: Sendable {
    /// The row.
    public var id: Int64
    /// Indexes (id - 1) of the passages, one for each vector.
    public var passages: [UInt32]
    /// The vectors, `passages.count` × dimension, as IEEE half floats, row after row.
    public var vectors: Data
}

/// A vector to be stored.
public struct NewVector: Sendable {
    /// The passage.
    public var passage: PassageID
    /// The hash of what the encoder read and the range it pooled.
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
    /// Hands over the vectors of a generation, block by block, from the one after the block `last` on.
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

    /// Hands over the passages of a generation's blocks without their vectors.
    func forEachVectorBlockKeys(generation: Int64, _ body: (_ block: Int64, _ passages: [UInt32]) throws -> Void) throws
    {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT id, passages FROM vector_block WHERE generation_id = ? ORDER BY id",
            arguments: [generation])
        while let row = try rows.next() { try body(row[0], Self.indexes(row[1])) }
    }

    /// The vectors already made of these contents, by hash.
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
    /// Stores vectors as one block and remembers what they were made of.
    ///
    /// - Parameter deletions: how many deletions there were when the texts were read. If there were more since, vectors of
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
