package import RecallCore

/// Detection of the language of a text by its function words and letters. There are two modes, because what is shown must be
/// right and what is stemmed must stay the same.
package enum LanguageDetector {
    /// The language that a text is written in; `nil` if it is too short, mixed, or in an unknown language. Prefers
    /// precision to recall, since the language is stored with items, shown, and filtered by.
    ///
    /// - Complexity: O(1): reads the first kilobyte of the text in `ranges`, which are UTF-8 byte ranges.
    package static func written(_ text: String, in ranges: [Range<Int>]) -> Language? {
        var (text, evidence, rest) = (text, LanguageEvidence(), 1_024)
        text.withUTF8 { bytes in
            for range in ranges where rest > 0 {
                let part = range.clamped(to: 0..<bytes.count).prefix(rest)
                evidence.read(UnsafeBufferPointer(rebasing: bytes[part]))
                rest -= part.count
            }
        }
        return evidence.language
    }

    /// The language whose stemmer fits a text best, by its first words.
    ///
    /// Terms are stemmed with it when items are stored and again when they are searched for. Another answer for the same text
    /// would make words of existing libraries hard to find, so this rule stays as it is.
    package static func stemming(of text: String) -> Language? {
        var text = text
        return text.withUTF8 { bytes in
            var scanner = WordScanner(UnsafeBufferPointer(rebasing: bytes.prefix(4_096)))
            var words: [String] = []
            while words.count < 300, let word = scanner.next() {
                words.append(WordFolding.fold(bytes, word))
            }
            return stemming(of: words)
        }
    }

    /// The language with a stemmer most of whose function words occur among `words` (folded), or `nil` when too few do, or
    /// more of another language.
    ///
    /// Function words are a third of running text, so forty words decide.
    package static func stemming(of words: some Sequence<String>) -> Language? {
        var counts = [Int](repeating: 0, count: Language.allCases.count)
        var total = 0
        for word in words {
            total += 1
            for language in StopWords.languages(of: word) { counts[Int(language.rawValue)] += 1 }
        }
        let best = Language.stemmed.max { counts[Int($0.rawValue)] < counts[Int($1.rawValue)] }
        guard let best else { return nil }
        let hits = counts[Int(best.rawValue)]
        return hits >= 2 && hits * 10 >= total && counts.allSatisfy { $0 <= hits } ? best : nil
    }
}

extension Item {
    /// The language that its author wrote it in; `nil` if it cannot be detected.
    package var language: Language? { LanguageDetector.written(text, in: authoredRanges) }
}
