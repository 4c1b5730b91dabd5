import RecallStore
import RecallText

/// A passage as search reads it: as stored, and its words, folded.
struct PassageText: Sendable {
    let stored: StoredPassage
    let words: [String]
}

/// The passages that searches read, kept between them: the one cache of texts, for reranking and for results.
///
/// A passage never changes; its number is given to another one only after a deletion, which counts as a rewrite.
typealias PassageCache = TextCache<PassageID, PassageText>

extension SearchSnapshot {
    /// The passage of that number, or `nil` if it is gone.
    func passage(_ id: PassageID, _ analyzer: QueryAnalyzer) throws -> PassageText? {
        if let known = caches.passages.value(for: id, rewrites: rewrites) { return known }
        guard let stored = try library.passage(id) else { return nil }
        let passage = PassageText(stored: stored, words: analyzer.foldedWords(of: stored.text))
        caches.passages.keep(passage, for: id, rewrites: rewrites)
        return passage
    }
}
