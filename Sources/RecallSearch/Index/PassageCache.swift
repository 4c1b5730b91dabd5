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
        return try library.passage(id).map { keep($0, analyzer) }
    }

    /// Reads passages that are going to be asked for, as far as there is time.
    func readAhead(_ ids: some Sequence<PassageID>, _ analyzer: QueryAnalyzer, _ limits: SearchLimits) throws {
        let unknown = ids.filter { caches.passages.value(for: $0, rewrites: rewrites) == nil }
        let read = try library.passages(unknown) {
            try limits.check()
            return !limits.isOver
        }
        for stored in read { _ = keep(stored, analyzer) }
    }

    private func keep(_ stored: StoredPassage, _ analyzer: QueryAnalyzer) -> PassageText {
        let passage = PassageText(stored: stored, words: analyzer.foldedWords(of: stored.text))
        caches.passages.keep(passage, for: stored.id, rewrites: rewrites)
        return passage
    }
}
