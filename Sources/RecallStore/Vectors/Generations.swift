import GRDB

/// Vectors that belong together: made by one model with one precision from passages and windows of one shape.
public struct Generation: Hashable, Sendable {
    /// The row.
    public var id: Int64
    /// The model, weights and precision that made the vectors.
    public var fingerprint: String
    /// The number of components of each vector.
    public var dimension: Int
    /// True if searches use it.
    public var isServing: Bool
}

/// A thread without vectors, as it was when it was read: a thread that changes gets new passages.
public struct PendingThread: Hashable, Sendable {
    /// The thread.
    public var row: ThreadRow
    /// Its first passage.
    public var firstPassage: PassageID
}

extension LibrarySnapshot {
    /// The generation that searches use, or `nil` when nothing was embedded yet.
    public func servingGeneration() throws -> Generation? {
        try generations(where: "serving = 1").first
    }

    /// The generation with that fingerprint.
    public func generation(fingerprint: String) throws -> Generation? {
        try generations(where: "fingerprint = ?", [fingerprint]).first
    }

    private func generations(where condition: String, _ arguments: StatementArguments = []) throws -> [Generation] {
        try Row.fetchAll(
            db, sql: "SELECT id, fingerprint, dimension, serving FROM generation WHERE \(condition)",
            arguments: arguments
        ).map { Generation(id: $0[0], fingerprint: $0[1], dimension: $0[2], isServing: $0[3]) }
    }

    /// The threads, at most `limit`, that have no vectors of the generation yet: those after the thread `last`, or the first.
    public func threadsToEmbed(generation: Int64, after last: ThreadRow?, limit: Int) throws -> [PendingThread] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT id, first_passage FROM thread
                WHERE id > ? AND passage_count > 0 AND generation IS NOT ? ORDER BY id LIMIT ?
                """, arguments: [last?.rawValue ?? 0, generation, limit]
        ).map { PendingThread(row: $0[0], firstPassage: PassageID(storedValue: $0[1])) }
    }
}

extension LibraryTransaction {
    /// The generation with that fingerprint, made if there is none. The first one serves at once.
    public func makeGeneration(fingerprint: String, dimension: Int) throws -> Generation {
        if let known = try snapshot.generation(fingerprint: fingerprint) { return known }
        let serving = try snapshot.servingGeneration() == nil
        try db.execute(
            sql: "INSERT INTO generation (fingerprint, dimension, serving) VALUES (?, ?, ?)",
            arguments: [fingerprint, dimension, serving])
        return Generation(
            id: db.lastInsertedRowID, fingerprint: fingerprint, dimension: dimension, isServing: serving)
    }

    /// Makes searches use a generation from now on, and removes the others with their vectors.
    public func serve(generation: Int64) throws {
        try db.execute(sql: "UPDATE generation SET serving = (id = ?)", arguments: [generation])
        try db.execute(sql: "DELETE FROM embedding_cache WHERE generation_id <> ?", arguments: [generation])
        try db.execute(sql: "DELETE FROM vector_block WHERE generation_id <> ?", arguments: [generation])
        try db.execute(sql: "DELETE FROM generation WHERE id <> ?", arguments: [generation])
    }

    /// Notes that all passages of these threads have vectors of the generation, unless a thread has changed since.
    public func markEmbedded(threads: [PendingThread], generation: Int64) throws {
        let statement = try db.cachedStatement(
            sql: "UPDATE thread SET generation = ? WHERE id = ? AND first_passage = ?")
        for thread in threads {
            try statement.execute(arguments: [generation, thread.row, thread.firstPassage.storedValue])
        }
    }
}
