import CStemmer
package import RecallCore

/// Turns text into the terms that ranking counts: words without accents and endings, no function words; in scripts
/// written without spaces, characters or clusters and the runs of two or three of them.
///
/// Holds Snowball stemmers, which are not to be shared between threads: one analyzer for each task.
package final class TermAnalyzer {
    private var stemmers: [Language: OpaquePointer] = [:]
    /// A cache of stems: words repeat (Zipf), so most are looked up instead of stemmed.
    private var stems: [Language: [String: String]] = [:]

    /// An analyzer; stemmers are created on first use of a language.
    package init() {}

    deinit {
        for stemmer in stemmers.values { sb_stemmer_delete(stemmer) }
    }

    /// A term and its position.
    package struct Occurrence {
        package var term: String
        package var range: Range<Int>
    }

    /// The terms of `text` in `language`. Without a language, words are not stemmed and no stop words are removed.
    package func terms(of text: String, language: Language?) -> [Occurrence] {
        var text = text
        return text.withUTF8 { terms(of: $0, language: language) }
    }

    /// The terms of valid UTF-8.
    package func terms(of bytes: UnsafeBufferPointer<UInt8>, language: Language?) -> [Occurrence] {
        var found: [Occurrence] = []
        found.reserveCapacity(bytes.count / 6)
        var scanner = WordScanner(bytes)
        var run: [Occurrence] = []
        while let word = scanner.next() {
            let folded = WordFolding.fold(bytes, word)
            if word.unit != .word {
                Self.append(Occurrence(term: folded, range: word.range), word.unit, to: &run, bytes)
                Self.appendGrams(of: run, to: &found)
            } else {
                run.removeAll(keepingCapacity: true)
                guard let term = term(of: folded, language: language) else { continue }
                found.append(Occurrence(term: term, range: word.range))
            }
        }
        return found
    }

    /// The terms of `text` as without a language that begin like some others, and their positions among all. Most words do
    /// not, and are not made.
    func terms(
        of text: String, beginningLike beginnings: TermBeginnings
    ) -> [(position: Int, word: Occurrence)] {
        var text = text
        return text.withUTF8 { bytes in
            var (found, position): ([(position: Int, word: Occurrence)], Int) = ([], 0)
            var scanner = WordScanner(bytes)
            while let word = scanner.next() {
                guard word.unit == .word else {
                    return terms(of: bytes, language: nil).enumerated().filter { beginnings.contain($1.term) }
                        .map { (position: $0, word: $1) }
                }
                if word.isASCII, !beginnings.contain(ascii: bytes[word.range]) {
                    if word.range.count <= Self.longestWord { position += 1 }
                    continue
                }
                guard let term = term(of: WordFolding.fold(bytes, word), language: nil) else { continue }
                if beginnings.contain(term) { found.append((position, Occurrence(term: term, range: word.range))) }
                position += 1
            }
            return found
        }
    }

    /// Appends the next unit of a text without spaces to those before it, of which only as many stay as make one term.
    private static func append(
        _ next: Occurrence, _ unit: WordUnit, to run: inout [Occurrence], _ bytes: UnsafeBufferPointer<UInt8>
    ) {
        if let last = run.last, !isNext(next.range.lowerBound, after: last.range.upperBound, bytes) {
            run.removeAll(keepingCapacity: true)
        }
        run.removeFirst(max(0, run.count - unit.longestGram + 1))
        run.append(next)
    }

    /// True if nothing is between two units, or only the space of no width that may part the words of these scripts.
    private static func isNext(_ start: Int, after end: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        start == end || (start == end + 3 && bytes[end] == 0xE2 && bytes[end + 1] == 0x80 && bytes[end + 2] == 0x8B)
    }

    /// Appends the last unit of a run, and the terms that end with it, shortest first.
    private static func appendGrams(of run: [Occurrence], to found: inout [Occurrence]) {
        guard var gram = run.last else { return }
        found.append(gram)
        for unit in run.dropLast().reversed() {
            gram = Occurrence(term: unit.term + gram.term, range: unit.range.lowerBound..<gram.range.upperBound)
            if gram.term.utf8.count <= longestWord { found.append(gram) }
        }
    }

    /// The shorter terms that a folded term of a script without spaces contains.
    static func parts(of term: String) -> Set<String> {
        let units = NameWords.words(of: term)
        return (1..<max(1, units.count)).reduce(into: []) { parts, length in
            for start in 0...units.count - length { parts.insert(units[start..<start + length].joined()) }
        }
    }

    /// The term of a folded word, or `nil` if it is a function word or too long to be a word.
    package func term(of folded: String, language: Language?) -> String? {
        guard !folded.isEmpty, folded.utf8.count <= Self.longestWord else { return nil }
        guard let language else { return folded }
        if let known = stems[language]?[folded] { return known.isEmpty ? nil : known }
        let term = StopWords.contains(folded, in: language) ? "" : stem(folded, language)
        if stems[language, default: [:]].count > 200_000 { stems[language] = [:] }
        stems[language, default: [:]][folded] = term
        return term.isEmpty ? nil : term
    }

    /// The terms of a folded word in each of some languages. They are not kept.
    func stems(of folded: String, in languages: [Language]) -> Set<String> {
        guard !folded.isEmpty, folded.utf8.count <= Self.longestWord else { return [] }
        let excluded = StopWords.languages(of: folded)
        var (stems, last): (Set<String>, String?) = ([], nil)
        for language in languages where !excluded.contains(language) {
            let stem = stem(folded, language)
            // Most languages leave a word as it is.
            if stem != last, !stem.isEmpty { stems.insert(stem) }
            last = stem
        }
        return stems
    }

    /// Longer runs of letters and digits are data, not words.
    private static let longestWord = 64

    private func stem(_ word: String, _ language: Language) -> String {
        guard let stemmer = stemmer(for: language) else { return word }
        var word = word
        return word.withUTF8 { bytes in
            guard let result = sb_stemmer_stem(stemmer, bytes.baseAddress, Int32(bytes.count)) else {
                return String(decoding: bytes, as: UTF8.self)
            }
            let stemmed = UnsafeBufferPointer(start: result, count: Int(sb_stemmer_length(stemmer)))
            return String(decoding: stemmed, as: UTF8.self)
        }
    }

    private func stemmer(for language: Language) -> OpaquePointer? {
        if let stemmer = stemmers[language] { return stemmer }
        guard let name = language.stemmerName else { return nil }
        let stemmer = sb_stemmer_new(name, "UTF_8")
        stemmers[language] = stemmer
        return stemmer
    }
}
