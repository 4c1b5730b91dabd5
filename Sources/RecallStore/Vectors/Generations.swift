import GRDB

/// A generation of vectors: made by one model in one precision, from passages and context windows of one
/// configuration.
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

/// A thread whose passages have no vectors yet. If the thread changes, its passages get new ids.
public struct PendingThread: Hashable, Sendable {
    /// The thread.
    public var row: ThreadRow
    /// Its first passage.
    public var firstPassage: PassageID
}

extension LibrarySnapshot {
    /// The generation that searches use; `nil` if nothing was embedded yet.
    public func servingGeneration() throws -> Generation? {
        try generations(where: "serving = 1").first
    }

    /// The generation with the fingerprint; `nil` if there is none.
    public func generation(fingerprint: String) throws -> Generation? {
        try generations(where: "fingerprint = ?", [fingerprint]).first
    }

    private func generations(where condition: String, _ arguments: StatementArguments = []) throws -> [Generation] {
        try Row.fetchAll(
            db, sql: "SELECT id, fingerprint, dimension, serving FROM generation WHERE \(condition)",
            arguments: arguments
        ).map { Generation(id: $0[0], fingerprint: $0[1], dimension: $0[2], isServing: $0[3]) }
    }

    /// At most `limit` threads without vectors of the generation, after the thread `last` or from the first.
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
    /// The generation with the fingerprint, inserted if missing. The first generation of a library serves at once.
    ///
    /// Stored vectors of another dimension are of no use to the model, and removed.
    public func makeGeneration(fingerprint: String, dimension: Int) throws -> Generation {
        if var known = try snapshot.generation(fingerprint: fingerprint) {
            if known.dimension != dimension { try empty(&known, dimension: dimension) }
            return known
        }
        let serving = try snapshot.servingGeneration() == nil
        try db.execute(
            sql: "INSERT INTO generation (fingerprint, dimension, serving) VALUES (?, ?, ?)",
            arguments: [fingerprint, dimension, serving])
        return Generation(
            id: db.lastInsertedRowID, fingerprint: fingerprint, dimension: dimension, isServing: serving)
    }

    /// Removes the vectors of a generation, and changes its dimension.
    private func empty(_ generation: inout Generation, dimension: Int) throws {
        try noteVectorRewrite()
        try db.execute(sql: "DELETE FROM embedding_cache WHERE generation_id = ?", arguments: [generation.id])
        try db.execute(sql: "DELETE FROM vector_block WHERE generation_id = ?", arguments: [generation.id])
        try db.execute(sql: "UPDATE thread SET generation = NULL WHERE generation = ?", arguments: [generation.id])
        try db.execute(
            sql: "UPDATE generation SET dimension = ? WHERE id = ?", arguments: [dimension, generation.id])
        generation.dimension = dimension
    }

    /// Switches searches to a generation, and deletes the others with their vectors.
    public func serve(generation: Int64) throws {
        try db.execute(sql: "UPDATE generation SET serving = (id = ?)", arguments: [generation])
        try db.execute(sql: "DELETE FROM embedding_cache WHERE generation_id <> ?", arguments: [generation])
        try db.execute(sql: "DELETE FROM vector_block WHERE generation_id <> ?", arguments: [generation])
        try db.execute(sql: "DELETE FROM generation WHERE id <> ?", arguments: [generation])
    }

    /// Marks threads as embedded in the generation, except those that changed since they were read.
    public func markEmbedded(threads: [PendingThread], generation: Int64) throws {
        let statement = try db.cachedStatement(
            sql: "UPDATE thread SET generation = ? WHERE id = ? AND first_passage = ?")
        for thread in threads {
            try statement.execute(arguments: [generation, thread.row, thread.firstPassage.storedValue])
        }
    }
}
