import RecallCore
import Synchronization

/// The terms that words match in some languages, with the stemmers that find them. Not safe to share between threads.
final class TermCache {
    fileprivate let languageSet: LanguageSet
    let languages: [Language]
    let analyzer = TermAnalyzer()
    private var known: [String: Set<String>] = [:]

    init(_ languages: LanguageSet) {
        (languageSet, self.languages) = (languages, languages.languages)
    }

    /// The terms that a folded word matches: itself and its stems.
    func terms(of folded: String) -> Set<String> {
        if let terms = known[folded] { return terms }
        let terms = analyzer.stems(of: folded, in: languages).union([folded])
        known[folded] = terms
        return terms
    }

    /// True if it has no more words than are worth their memory, some megabytes.
    fileprivate var isSmall: Bool { known.count < 16_384 }
}

/// The terms of words that searches met, kept for the next ones: most words return, and what stems them takes longer to make
/// than to look up.
package final class TermCaches: Sendable {
    /// One that no analyzer has.
    private struct Unused: @unchecked Sendable {
        let cache: TermCache
    }

    private let unused = Mutex<[Unused]>([])
    /// Searches at a time that find one.
    private static let most = 4

    /// None yet.
    package init() {}

    /// One for these languages, no longer kept here; `nil` if there is none.
    func taken(for languages: LanguageSet) -> TermCache? {
        unused.withLock { unused -> Unused? in
            guard let last = unused.popLast(), last.cache.languageSet == languages else { return nil }
            return last
        }?.cache
    }

    /// Keeps one that its analyzer needs no more.
    func keep(_ cache: TermCache) {
        let kept = Unused(cache: cache)
        guard cache.isSmall else { return }
        unused.withLock { if $0.count < Self.most { $0.append(kept) } }
    }
}
