import CStemmer
package import RecallCore

/// Turns text into the terms that ranking counts: words without accents and endings, no function words; pairs of
/// neighbouring characters in scripts written without spaces.
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
        var previousIdeograph: (text: String, range: Range<Int>)?
        while let word = scanner.next() {
            let folded = WordFolding.fold(bytes, word)
            guard word.isIdeograph else {
                previousIdeograph = nil
                if let term = term(of: folded, language: language) {
                    found.append(Occurrence(term: term, range: word.range))
                }
                continue
            }
            found.append(Occurrence(term: folded, range: word.range))
            if let previous = previousIdeograph, previous.range.upperBound == word.range.lowerBound {
                found.append(
                    Occurrence(
                        term: previous.text + folded, range: previous.range.lowerBound..<word.range.upperBound))
            }
            previousIdeograph = (folded, word.range)
        }
        return found
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
