import RecallStore
import RecallText

/// Corrects words at Damerau-Levenshtein distance 1: a letter missing, added, wrong, or transposed with its
/// neighbour, which covers four of five typing errors (Damerau 1964); and two letters exchanged that are no neighbours
/// ("bycicle"). The first letter is assumed to be right. Umlauts may be written as in "Roentgengeraet".
struct SpellingCorrection {
    let vocabulary: QueryWords

    /// Shorter words have too many neighbours.
    private static let shortestWord = 5

    /// The maximum number of neighbours to look up, among those with a stem in the vocabulary; most of them are not
    /// words themselves.
    private static let mostLookedUp = 8

    /// The neighbour of a folded word with the highest document frequency; `nil` if none is in the vocabulary.
    func correct(_ word: String) throws -> String? {
        let letters = Array(word.unicodeScalars)
        guard letters.count >= Self.shortestWord else { return nil }
        let plain = WordFolding.withoutDigraphs(word)
        if plain != word, try isKnown(plain) { return plain }
        let neighbours = Self.edits(of: letters).map { String(String.UnicodeScalarView($0)) }
        let stems = try vocabulary.documentFrequencies(of: neighbours).sorted {
            ($1.value, $0.key) < ($0.value, $1.key)
        }
        return try stems.prefix(Self.mostLookedUp).lazy.map(\.key).first(where: vocabulary.library.containsWord)
    }

    private func isKnown(_ word: String) throws -> Bool {
        try !vocabulary.documentFrequencies(of: [word]).isEmpty && vocabulary.library.containsWord(word)
    }

    /// All words at Damerau-Levenshtein distance 1, and those with two letters exchanged.
    private static func edits(of word: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
        let alphabet = alphabet(of: word)
        var edits = (1...word.count).flatMap { place in alphabet.map { word[..<place] + [$0] + word[place...] } }
        for place in word.indices.dropFirst() {
            let (before, after) = (word[..<place], word[(place + 1)...])
            edits.append(before + after)
            edits += alphabet.map { before + [$0] + after }
            edits += (1..<place).map { exchanging($0, place, in: word) }
        }
        return edits.map(Array.init)
    }

    private static func exchanging(
        _ first: Int, _ second: Int, in word: [Unicode.Scalar]
    ) -> ArraySlice<Unicode.Scalar> {
        var letters = word
        letters.swapAt(first, second)
        return letters[...]
    }

    /// The letters that may be missing: those of the word's script.
    private static func alphabet(of word: [Unicode.Scalar]) -> [Unicode.Scalar] {
        let scripts: [ClosedRange<Unicode.Scalar>] = ["a"..."z", "α"..."ω", "а"..."я"]
        guard let script = scripts.first(where: { $0.contains(word[0]) }) else { return [] }
        return (script.lowerBound.value...script.upperBound.value).compactMap(Unicode.Scalar.init)
    }
}
