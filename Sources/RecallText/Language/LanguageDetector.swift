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
            var count = FunctionWordCount()
            while count.total < 300, let word = scanner.next() { count.add(StopWords.languages(of: word, in: bytes)) }
            return count.language
        }
    }

    /// The language with a stemmer most of whose function words occur among `words` (folded), or `nil` when too few do, or
    /// more of another language.
    ///
    /// Function words are a third of running text, so forty words decide.
    package static func stemming(of words: some Sequence<String>) -> Language? {
        var count = FunctionWordCount()
        for word in words { count.add(StopWords.languages(of: word)) }
        return count.language
    }
}

/// The function words of each language among some words.
private struct FunctionWordCount {
    private var counts = [Int](repeating: 0, count: Language.allCases.count)
    private(set) var total = 0

    /// Counts a word that is a function word of some languages.
    mutating func add(_ languages: [Language]) {
        total += 1
        for language in languages { counts[Int(language.rawValue)] += 1 }
    }

    /// The language whose stemmer fits, if one does.
    var language: Language? {
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
