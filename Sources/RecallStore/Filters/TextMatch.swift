import RecallCore
import RecallText

/// FTS5 match expressions. The user's words are folded and quoted as FTS5 strings, in which no character is an
/// operator.
enum TextMatch {
    /// The maximum number of words per FTS5 phrase: FTS5 opens an iterator for every word of a phrase at once.
    private static let longestPhrase = 200

    /// Expressions that must all match; empty if there are no words.
    static func words(_ words: WordSequence) -> [String] {
        let folded = NameWords.words(of: words.text)
        if words.isPrefix, folded.count == 1, let term = InitialTerm.term(forBeginning: folded[0]) {
            return ["\"\(term)\""]
        }
        return phrases(words)
    }

    private static func phrases(_ words: WordSequence) -> [String] {
        let folded = NameWords.words(of: words.text)
        return stride(from: 0, to: folded.count, by: longestPhrase).map { start in
            let end = min(start + longestPhrase, folded.count)
            return string(folded[start..<end], isPrefix: words.isPrefix && end == folded.count)
        }
    }

    static func subject(_ words: WordSequence) -> [String] {
        self.words(words).map { "title : " + $0 }
    }

    /// An expression for two word sequences at most `distance` words apart, as FTS5's NEAR counts them.
    static func near(_ a: WordSequence, _ b: WordSequence, distance: Int) -> [String] {
        // Not by initials, which stand where the first word is that begins so.
        let all = phrases(a) + phrases(b)
        guard let first = phrases(a).first, let second = phrases(b).first else { return all }
        return ["NEAR(\(first) \(second), \(min(max(distance, 0), 1_000_000)))"] + (all.count > 2 ? all : [])
    }

    private static func string(_ words: ArraySlice<String>, isPrefix: Bool) -> String {
        "\"\(words.joined(separator: " "))\"" + (isPrefix ? " *" : "")
    }
}
