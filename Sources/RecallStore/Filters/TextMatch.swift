import RecallCore
import RecallText

/// Conditions on words as FTS5 reads them. What a person typed is cut into folded words first, and those stand within FTS5
/// strings, where nothing has a meaning.
enum TextMatch {
    /// Words of one FTS5 phrase: it opens every word of it at once.
    private static let longestPhrase = 200

    /// Matches that all must hold; none where there is no word to look for.
    static func words(_ words: WordSequence) -> [String] {
        let folded = NameWords.words(of: words.text)
        return stride(from: 0, to: folded.count, by: longestPhrase).map { start in
            let end = min(start + longestPhrase, folded.count)
            return string(folded[start..<end], isPrefix: words.isPrefix && end == folded.count)
        }
    }

    static func subject(_ words: WordSequence) -> [String] {
        self.words(words).map { "title : " + $0 }
    }

    /// FTS5 counts as we do: words between the end of the one and the beginning of the other.
    static func near(_ a: WordSequence, _ b: WordSequence, distance: Int) -> [String] {
        let all = words(a) + words(b)
        guard let first = words(a).first, let second = words(b).first else { return all }
        return ["NEAR(\(first) \(second), \(min(max(distance, 0), 1_000_000)))"] + (all.count > 2 ? all : [])
    }

    private static func string(_ words: ArraySlice<String>, isPrefix: Bool) -> String {
        "\"\(words.joined(separator: " "))\"" + (isPrefix ? " *" : "")
    }
}
