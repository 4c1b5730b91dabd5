import GRDB

/// A generation of vectors: made by one model in one precision, from passages and context windows of one
/// configuration.
///
/// A library has two at most: the one that searches use, and a spare one, which is being built or was the one before.
public struct Generation: Hashable, Sendable {
    /// The row.
    public var id: Int64
    /// The model, weights and precision that made the vectors.
    public var fingerprint: String
    /// The number of components of each vector.
    public var dimension: Int
    /// True if searches use it.
    public var isServing: Bool

    /// The column of `thread` that says whether a thread's passages have vectors of it.
    fileprivate var column: String { isServing ? "generation" : "spare_generation" }
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

    /// The generation beside the serving one; `nil` if there is none.
    public func spareGeneration() throws -> Generation? {
        try generations(where: "serving = 0 ORDER BY id DESC").first
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

    /// The number of passages, and the number of those with a vector of the generation.
    ///
    /// - Complexity: O(*n*) in threads; reads no item.
    public func passageCounts(of generation: Generation?) throws -> (all: Int, embedded: Int) {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT COALESCE(SUM(passage_count), 0),
                    COALESCE(SUM(CASE WHEN \(generation?.column ?? "generation") = ? THEN passage_count ELSE 0 END), 0)
                FROM thread WHERE item_count > 0
                """, arguments: [generation?.id])
        return row.map { ($0[0], $0[1]) } ?? (0, 0)
    }

    /// At most `limit` threads without vectors of the generation, after the thread `last` or from the first.
    public func threadsToEmbed(generation: Generation, after last: ThreadRow?, limit: Int) throws -> [PendingThread] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT id, first_passage FROM thread
                WHERE id > ? AND passage_count > 0 AND \(generation.column) IS NOT ? ORDER BY id LIMIT ?
                """, arguments: [last?.rawValue ?? 0, generation.id, limit]
        ).map { PendingThread(row: $0[0], firstPassage: PassageID(storedValue: $0[1])) }
    }
}

extension LibraryTransaction {
    /// The generation with the fingerprint, inserted if missing. The first generation of a library serves at once; another
    /// takes the place of the spare one.
    ///
    /// Stored vectors of another dimension are of no use to the model, and removed.
    public func makeGeneration(fingerprint: String, dimension: Int) throws -> Generation {
        if var known = try snapshot.generation(fingerprint: fingerprint) {
            if known.dimension != dimension { try empty(&known, dimension: dimension) }
            return known
        }
        let serving = try snapshot.servingGeneration() == nil
        try removeSpareGeneration()
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
        try db.execute(
            sql: "UPDATE thread SET \(generation.column) = NULL WHERE \(generation.column) = ?",
            arguments: [generation.id])
        try db.execute(
            sql: "UPDATE generation SET dimension = ? WHERE id = ?", arguments: [dimension, generation.id])
        generation.dimension = dimension
    }

    /// Switches searches to the spare generation. The one that served becomes the spare one.
    ///
    /// - Complexity: O(*n*) in threads.
    public func serve(_ generation: Generation) throws {
        guard !generation.isServing else { return }
        // What was read by the model before is cached by these.
        try noteVectorRewrite()
        try noteItemRewrite()
        try set(.earlierGeneration, to: snapshot.servingGeneration()?.fingerprint)
        try db.execute(sql: "UPDATE generation SET serving = (id = ?)", arguments: [generation.id])
        try db.execute(sql: "UPDATE thread SET generation = spare_generation, spare_generation = generation")
    }

    /// Deletes the generation beside the serving one, with its vectors.
    public func removeSpareGeneration() throws {
        guard try snapshot.spareGeneration() != nil else { return }
        for table in ["embedding_cache", "vector_block"] {
            try db.execute(
                sql: "DELETE FROM \(table) WHERE generation_id IN (SELECT id FROM generation WHERE serving = 0)")
        }
        try db.execute(sql: "DELETE FROM generation WHERE serving = 0")
        try db.execute(sql: "UPDATE thread SET spare_generation = NULL WHERE spare_generation IS NOT NULL")
    }

    /// Marks threads as embedded in the generation, except those that changed since they were read.
    public func markEmbedded(threads: [PendingThread], generation: Generation) throws {
        let statement = try db.cachedStatement(
            sql: "UPDATE thread SET \(generation.column) = ? WHERE id = ? AND first_passage = ?")
        for thread in threads {
            try statement.execute(arguments: [generation.id, thread.row, thread.firstPassage.storedValue])
        }
    }
}
