public import Foundation
import GRDB
import RecallCore
import RecallKernels

/// The bytes of a stored vector.
enum VectorFormat: Int {
    /// IEEE half floats, of versions before schema 013.
    case halves = 0
    /// A row of signed bytes (`Int8Rows`).
    case bytes = 1

    /// - Throws: `StoreError` for the number of a later version.
    init(stored number: Int) throws {
        guard let format = VectorFormat(rawValue: number) else { throw StoreError.damagedValue }
        self = format
    }

    /// The bytes of a vector of so many components.
    func size(_ dimension: Int) -> Int {
        switch self {
        case .halves: 2 * dimension
        case .bytes: Int8Rows.rowSize(dimension: dimension)
        }
    }

    /// The vectors as rows of signed bytes.
    func rows(_ vectors: Data, dimension: Int) -> Data {
        guard self == .halves else { return vectors }
        let (size, rowSize) = (size(dimension), Int8Rows.rowSize(dimension: dimension))
        var rows = Data(count: vectors.count / size * rowSize)
        vectors.withUnsafeBytes { bytes in
            rows.withUnsafeMutableBytes { rows in
                for row in 0..<bytes.count / size {
                    let halves = UnsafeRawBufferPointer(rebasing: bytes[row * size..<(row + 1) * size])
                    HalfMatrix.floats(halves).withUnsafeBufferPointer {
                        Int8Rows.write($0, to: .init(rebasing: rows[row * rowSize..<(row + 1) * rowSize]))
                    }
                }
            }
        }
        return rows
    }
}

/// Vectors that were stored in one transaction.
public struct VectorBlock: Sendable {
    /// The row of the block.
    public var id: Int64
    /// The passages by index (id - 1), one for each vector.
    public var passages: [UInt32]
    /// The vectors as rows of signed bytes (`Int8Rows`), one behind the other.
    public var rows: Data
}

/// A vector to store.
public struct NewVector: Sendable {
    /// The passage.
    public var passage: PassageID
    /// A hash of the encoder's input and the range pooled from it.
    public var contentHash: Data
    /// The vector as a row of signed bytes (`Int8Rows`).
    public var row: [UInt8]

    /// A vector of a passage.
    public init(passage: PassageID, contentHash: Data, row: [UInt8]) {
        self.passage = passage
        self.contentHash = contentHash
        self.row = row
    }
}

extension LibrarySnapshot {
    /// Calls `body` with the vector blocks of a generation, after the block `last`.
    ///
    /// - Complexity: O(*n*) in the number of vectors; reads `dimension` bytes each.
    public func forEachVectorBlock(
        of generation: Generation, after last: Int64 = 0, _ body: (VectorBlock) throws -> Void
    ) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, passages, vectors, format FROM vector_block WHERE generation_id = ? AND id > ? ORDER BY id
                """, arguments: [generation.id, last])
        while let row = try rows.next() {
            let format = try VectorFormat(stored: row[3])
            try body(
                VectorBlock(
                    id: row[0], passages: Self.indexes(row[1]),
                    rows: format.rows(row[2], dimension: generation.dimension)))
        }
    }

    /// The cached vectors of these contents, by hash.
    public func cachedVectors(_ hashes: [Data], generation: Generation) throws -> [Data: [UInt8]] {
        let (dimension, sizes) = (
            generation.dimension, [VectorFormat.halves, .bytes].map { $0.size(generation.dimension) }
        )
        let statement = try db.cachedStatement(
            sql: """
                SELECT block.format, CASE block.format
                    WHEN 0 THEN substr(block.vectors, cache.position * ?1 + 1, ?1)
                    ELSE substr(block.vectors, cache.position * ?2 + 1, ?2)
                END
                FROM embedding_cache AS cache JOIN vector_block AS block ON block.id = cache.block_id
                WHERE cache.generation_id = ?3 AND cache.content_hash = ?4
                """)
        var found: [Data: [UInt8]] = [:]
        for hash in hashes where found[hash] == nil {
            let arguments: StatementArguments = [sizes[0], sizes[1], generation.id, hash]
            guard let row = try Row.fetchOne(statement, arguments: arguments) else { continue }
            let (format, bytes) = (try VectorFormat(stored: row[0]), row[1] as Data)
            guard bytes.count == format.size(dimension) else { continue }
            found[hash] = Array(format.rows(bytes, dimension: dimension))
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
    public func append(_ all: [NewVector], generation: Generation, readAfter deletions: Int? = nil) throws {
        var vectors = all
        if let deletions, try deletions != snapshot.deletionCount() { vectors = try vectors.filter(isLive) }
        guard !vectors.isEmpty else { return }
        var passages = Data(capacity: vectors.count * 4)
        var rows = Data(capacity: vectors.count * VectorFormat.bytes.size(generation.dimension))
        for vector in vectors {
            withUnsafeBytes(of: vector.passage.rawValue.littleEndian) {
                passages.append(contentsOf: $0)
            }
            rows.append(contentsOf: vector.row)
        }
        try db.execute(
            sql: "INSERT INTO vector_block (generation_id, passages, vectors, format) VALUES (?, ?, ?, ?)",
            arguments: [generation.id, passages, rows, VectorFormat.bytes.rawValue])
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
