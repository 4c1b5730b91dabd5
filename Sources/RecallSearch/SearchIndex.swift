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

    /// Loads the index. Vectors are left out for a search by words only.
    ///
    /// - Complexity: O(*n*) in the passages.
    init(_ snapshot: LibrarySnapshot, loadingVectors: Bool) throws {
        layout = try snapshot.passageLayout()
        lexical = LexicalRetriever(layout)
        hasVectors = loadingVectors
        generation = try loadingVectors ? snapshot.servingGeneration() : nil
        guard let generation else {
            vectors = nil
            return
        }
        var vectors = ExactIndex(dimension: generation.dimension, keyCount: layout.count)
        try snapshot.forEachVectorBlock(generation: generation.id) {
            vectors.append(keys: $0.passages, rows: $0.vectors)
        }
        self.vectors = vectors.isEmpty ? nil : vectors
    }
}
