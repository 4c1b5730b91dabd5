import RecallStore
import RecallText

/// Splits compounds, as German, Dutch, Finnish and the Scandinavian languages write them: chooses the pair of parts
/// with the greatest geometric mean of document frequencies (Koehn & Knight 2003). A linking element belongs to the
/// first part, whose stem lacks it.
struct CompoundSplitting {
    let vocabulary: QueryWords

    /// Shorter parts are endings of other words.
    private static let shortestPart = 4

    /// The two parts of a folded word; `nil` if no pair of parts is in the vocabulary.
    func parts(of word: String) throws -> [String]? {
        let splits = Self.splits(of: word)
        let frequencies = try vocabulary.documentFrequencies(
            of: splits.joined().filter { !vocabulary.analyzer.isFunctionWord($0) })
        func weight(_ split: [String]) -> Int { split.reduce(1) { $0 * frequencies[$1, default: 0] } }
        guard let best = splits.max(by: { weight($0) < weight($1) }), weight(best) > 0 else { return nil }
        return best
    }

    private static func splits(of word: String) -> [[String]] {
        let letters = word.unicodeScalars
        guard letters.count >= 2 * shortestPart else { return [] }
        return (shortestPart...letters.count - shortestPart).map { length in
            [String(letters.prefix(length)), String(letters.dropFirst(length))]
        }
    }
}
