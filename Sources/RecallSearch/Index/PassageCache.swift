import RecallCore
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
        return try library.passage(id).map { stored in
            let passage = PassageText(stored: stored, words: analyzer.foldedWords(of: stored.text))
            caches.passages.keep([(id, passage)], rewrites: rewrites)
            return passage
        }
    }

    /// Reads passages that are going to be asked for, as far as there is time.
    func readAhead(_ ids: [PassageID], _ limits: SearchLimits) throws {
        let unknown = zip(ids, caches.passages.values(for: ids, rewrites: rewrites)).filter { $1 == nil }.map(\.0)
        let read = try library.passages(unknown) {
            try limits.check()
            return !limits.isOver
        }
        let texts = try read.mapInHalves { half in
            let analyzer = TermAnalyzer()
            return half.map { stored in
                PassageText(stored: stored, words: analyzer.terms(of: stored.text, language: nil).map(\.term))
            }
        }
        caches.passages.keep(texts.lazy.map { ($0.stored.id, $0) }, rewrites: rewrites)
    }

    /// The items of some passages, in their order; `nil` for a passage that is gone. Those that were read are not looked
    /// up.
    func items(of ids: [PassageID]) throws -> [PassageItem?] {
        let known = caches.passages.values(for: ids, rewrites: rewrites)
        var unknown = try library.items(of: zip(ids, known).filter { $1 == nil }.map(\.0)).makeIterator()
        return known.map { $0.map { PassageItem(of: $0.stored) } ?? unknown.next().flatMap(\.self) }
    }
}
