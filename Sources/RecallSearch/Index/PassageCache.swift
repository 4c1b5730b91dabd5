import RecallCore
import RecallStore
import RecallText
import Synchronization

/// A passage as search reads it. An object, since its many texts would each be counted where it is copied.
final class PassageText: Sendable {
    let stored: StoredPassage
    private let folded = Mutex<[String]?>(nil)

    init(_ stored: StoredPassage) {
        self.stored = stored
    }

    /// Its words, folded, made when they are asked for: most passages that are reranked are not shown.
    var words: [String] {
        folded.withLock { folded in
            if let folded { return folded }
            let words = TermAnalyzer().terms(of: stored.text, language: nil).map(\.term)
            folded = words
            return words
        }
    }
}

/// The passages that searches read, kept between them: the one cache of texts, for reranking and for results.
///
/// A passage never changes; its number is given to another one only after a deletion, which counts as a rewrite.
typealias PassageCache = TextCache<PassageID, PassageText>

extension SearchSnapshot {
    /// The passage of that number, or `nil` if it is gone.
    func passage(_ id: PassageID) throws -> PassageText? {
        if let known = caches.passages.value(for: id, rewrites: rewrites) { return known }
        return try library.passage(id).map { stored in
            let passage = PassageText(stored)
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
        caches.passages.keep(read.lazy.map { ($0.id, PassageText($0)) }, rewrites: rewrites)
        caches.items.keep(read.lazy.map { ($0.id, PassageItem(of: $0)) }, rewrites: rewrites)
    }

    /// The items of some passages, in their order; `nil` for a passage that is gone.
    func items(of ids: [PassageID]) throws -> [PassageItem?] {
        let known = caches.items.values(for: ids, rewrites: rewrites)
        let unknown = zip(ids, known).filter { $1 == nil }.map(\.0)
        let read = try library.items(of: unknown)
        caches.items.keep(zip(unknown, read).compactMap { id, item in item.map { (id, $0) } }, rewrites: rewrites)
        var new = read.makeIterator()
        return known.map { $0 ?? new.next().flatMap(\.self) }
    }
}
