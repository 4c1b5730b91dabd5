import RecallStore
import RecallVectorIndex

/// What searches keep in memory of one state of a library: the passages' lengths, and their vectors.
struct SearchIndex: Sendable {
    let layout: PassageLayout
    let lexical: LexicalRetriever
    let vectors: ExactIndex?
    /// What made the vectors.
    let generation: Generation?
    /// Whether vectors were loaded, if there are any.
    let hasVectors: Bool
    /// What the person should know: that part of the library cannot be found by meaning yet.
    let coverageNote: String?
    /// The last block of vectors that was loaded.
    private let lastBlock: Int64

    /// Loads the index. Vectors are left out for a search by words only.
    ///
    /// - Parameter earlier: the index of an earlier state since which no vectors were changed in place: only later ones
    ///   are read.
    /// - Complexity: O(*n*) in the passages.
    init(_ snapshot: LibrarySnapshot, loadingVectors: Bool, updating earlier: SearchIndex? = nil) throws {
        layout = try snapshot.passageLayout()
        lexical = LexicalRetriever(layout)
        hasVectors = loadingVectors
        coverageNote = try Self.coverageNote(snapshot)
        generation = try loadingVectors ? snapshot.servingGeneration() : nil
        guard let generation else {
            (vectors, lastBlock) = (nil, 0)
            return
        }
        let known = earlier?.generation?.id == generation.id ? earlier : nil
        var (vectors, last) = (
            known?.vectors ?? ExactIndex(dimension: generation.dimension, keyCount: 0), known?.lastBlock ?? 0
        )
        vectors.grow(toKeyCount: layout.count)
        try snapshot.forEachVectorBlock(generation: generation.id, after: last) {
            vectors.append(keys: $0.passages, rows: $0.vectors)
            last = $0.id
        }
        self.vectors = vectors.isEmpty ? nil : vectors
        lastBlock = last
    }

    private static func coverageNote(_ snapshot: LibrarySnapshot) throws -> String? {
        let counts = try snapshot.passageCounts()
        let missing = counts.all - counts.embedded
        guard missing > 0 else { return nil }
        return counts.embedded == 0
            ? "Nothing is embedded yet, so only words were searched."
            : "\(missing) of \(counts.all) passages are not embedded yet and were searched by words only."
    }
}
