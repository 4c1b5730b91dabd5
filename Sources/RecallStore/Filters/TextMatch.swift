import RecallCore

/// Conditions on words as FTS5 reads them. What a person typed stands only within FTS5 strings, where doubled quotation
/// marks are the one escape and nothing else has a meaning. `nil` where there is no word to look for.
enum TextMatch {
    static func words(_ words: WordSequence) -> String? {
        words.hasWords ? string(words) : nil
    }

    static func subject(_ words: WordSequence) -> String? {
        words.hasWords ? "title : " + string(words) : nil
    }

    /// FTS5 counts as we do: words between the end of the one and the beginning of the other.
    static func near(_ a: WordSequence, _ b: WordSequence, distance: Int) -> String? {
        guard a.hasWords else { return words(b) }
        guard b.hasWords else { return words(a) }
        return "NEAR(\(string(a)) \(string(b)), \(min(max(distance, 0), 1_000_000)))"
    }

    private static func string(_ words: WordSequence) -> String {
        let text = words.text.replacing("\"", with: "\"\"").replacing("\0", with: " ")
        return "\"\(text)\"" + (words.isPrefix ? " *" : "")
    }
}
