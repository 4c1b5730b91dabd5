import RecallStore
import RecallText

/// Passages that searches take a second look at.
///
/// A passage never changes; its number is given to another one only after a deletion, which counts as a rewrite.
struct Glances {
    /// A passage, and its words, folded.
    struct Glance: Sendable {
        let passage: PassageGlance
        let words: [String]
    }

    typealias Memory = TextMemory<Int, Glance>

    let snapshot: LibrarySnapshot
    /// `LibraryRevision.itemRewrites` of the snapshot.
    let rewrites: Int
    let memory: Memory

    /// The passage with the index, or `nil` if it is gone.
    func glance(at index: Int, _ analyzer: QueryAnalyzer) throws -> Glance? {
        if let known = memory.value(for: index, rewrites: rewrites) { return known }
        guard let passage = try snapshot.glance(atPassage: index) else { return nil }
        let glance = Glance(passage: passage, words: analyzer.foldedWords(of: passage.text))
        memory.keep(glance, for: index, rewrites: rewrites)
        return glance
    }
}
