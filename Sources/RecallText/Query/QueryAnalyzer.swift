import Foundation
package import RecallCore

/// Turns queries into terms, and finds these terms in results.
///
/// Items are stemmed in their own language, so a query word stands for its stems in all languages of the library. Not
/// safe to share between threads.
package final class QueryAnalyzer {
    private let cache: TermCache
    private let caches: TermCaches?
    private var analyzer: TermAnalyzer { cache.analyzer }
    private var languages: [Language] { cache.languages }

    /// An analyzer for a library in which the stems of `languages` occur.
    ///
    /// - Parameter caches: lend it the terms of words that analyzers before it met.
    package init(for languages: LanguageSet, in caches: TermCaches? = nil) {
        cache = caches?.taken(for: languages) ?? TermCache(languages)
        self.caches = caches
    }

    deinit {
        caches?.keep(cache)
    }

    /// The words of `query`, in order; in scripts written without spaces, its characters and the runs of some of them.
    package func words(of query: String) -> [QueryWord] {
        let occurrences = Self.withoutClusters(analyzer.terms(of: query, language: nil))
        let language = LanguageDetector.stemming(of: occurrences.map(\.term)) ?? usual
        var words = occurrences.map { word($0, in: query, language) }
        if words.allSatisfy(\.isFunctionWord) {
            for index in words.indices { words[index].isFunctionWord = false }
        }
        return words
    }

    /// Drops single clusters that are part of a longer run: half a syllable is in every other text.
    private static func withoutClusters(_ occurrences: [TermAnalyzer.Occurrence]) -> [TermAnalyzer.Occurrence] {
        let inRuns = occurrences.filter { $0.term.isRunOfClusters }
        guard !inRuns.isEmpty else { return occurrences }
        let covered = IndexSet(inRuns.reduce(into: IndexSet()) { $0.insert(integersIn: $1.range) })
        return occurrences.filter { !$0.term.isCluster || !covered.contains($0.range.lowerBound) }
    }

    /// The words of a text, folded, in order.
    package func foldedWords(of text: String) -> [String] {
        analyzer.terms(of: text, language: nil).map(\.term)
    }

    /// The words of a text, folded, that begin like some terms, and their positions among all.
    package func words(
        of text: String, beginningLike beginnings: TermBeginnings
    ) -> [(position: Int, word: TermAnalyzer.Occurrence)] {
        analyzer.terms(of: text, beginningLike: beginnings)
    }

    /// The words of a filter, folded.
    package func foldedWords(of sequences: [WordSequence]) -> Set<String> {
        Set(sequences.flatMap { foldedWords(of: $0.text) })
    }

    /// True if a folded word is a function word of a language of the library.
    package func isFunctionWord(_ folded: String) -> Bool {
        StopWords.languages(of: folded).contains(where: languages.contains)
    }

    /// The terms that a folded word matches in the languages of the library: itself and its stems.
    package func terms(of folded: String) -> Set<String> {
        cache.terms(of: folded)
    }

    /// The terms that a folded word matches in the language that the library is taken for: English, if it has some.
    package func usualTerms(of folded: String) -> Set<String> {
        Set([folded] + (usual.flatMap { analyzer.term(of: folded, language: $0) }.map { [$0] } ?? []))
    }

    private var usual: Language? { languages.contains(.english) ? .english : languages.first }

    private func word(_ occurrence: TermAnalyzer.Occurrence, in query: String, _ language: Language?) -> QueryWord {
        let folded = occurrence.term
        return QueryWord(
            text: query.utf8Slice(occurrence.range), folded: folded, terms: terms(of: folded),
            isFunctionWord: language.map { StopWords.contains(folded, in: $0) } ?? false
                || Self.isInOtherScript(folded) && isFunctionWord(folded))
    }

    /// True for a word in another script than Latin: the language that a library is taken for says nothing of it.
    private static func isInOtherScript(_ folded: String) -> Bool {
        folded.unicodeScalars.first.map { $0.value >= 0x370 && $0.properties.isAlphabetic } ?? false
    }

    /// The UTF-8 byte ranges of `text` that match one of `terms` or a word of a filter, ascending, not overlapping.
    package func ranges(of terms: Set<String>, and words: [WordSequence] = [], in text: String) -> [Range<Int>] {
        guard !terms.isEmpty || !words.isEmpty else { return [] }
        let asked = AskedWords(words)
        let beginnings = TermBeginnings(terms)
        let words =
            asked.isEmpty
            ? analyzer.terms(of: text, beginningLike: beginnings).map(\.word) : analyzer.terms(of: text, language: nil)
        guard !words.isEmpty else { return [] }
        let language = terms.isEmpty ? nil : LanguageDetector.stemming(of: text) ?? languages.first
        let matching = words.filter { occurrence in
            if asked.contain(occurrence.term) { return true }
            guard beginnings.contain(occurrence.term) else { return false }
            // "not" is no form of "note", whatever another language's rules make of that.
            if let language, StopWords.contains(occurrence.term, in: language) { return false }
            return !terms.isDisjoint(with: cache.terms(of: occurrence.term))
                || language.flatMap { analyzer.term(of: occurrence.term, language: $0) }.map(terms.contains) ?? false
        }
        return Self.wholeWords(matching).map(\.range).reduce(into: []) { merged, range in
            if let last = merged.last, range.lowerBound < last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
    }

    /// Drops matches, in scripts without spaces, that are only part of a longer match anywhere in the text: if it
    /// contains 会議, a query for that does not match the 会 of 会社.
    private static func wholeWords(_ occurrences: [TermAnalyzer.Occurrence]) -> [TermAnalyzer.Occurrence] {
        let unspaced = Set(occurrences.lazy.map(\.term).filter(\.isUnspaced))
        guard unspaced.count > 1 else { return occurrences }
        let parts = unspaced.reduce(into: Set<String>()) { $0.formUnion(TermAnalyzer.parts(of: $1)) }
        return occurrences.filter { !parts.contains($0.term) }
    }
}

/// The folded words of a filter.
private struct AskedWords {
    private var exact: Set<String> = []
    private var prefixes: [String] = []

    init(_ sequences: [WordSequence]) {
        for sequence in sequences {
            let words = NameWords.words(of: sequence.text)
            exact.formUnion(words.dropLast(sequence.isPrefix ? 1 : 0))
            if sequence.isPrefix, let last = words.last { prefixes.append(last) }
        }
    }

    var isEmpty: Bool { exact.isEmpty && prefixes.isEmpty }

    func contain(_ folded: String) -> Bool {
        exact.contains(folded) || prefixes.contains(where: folded.hasPrefix)
    }
}
