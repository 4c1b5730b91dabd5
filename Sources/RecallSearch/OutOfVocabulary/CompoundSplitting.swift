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

    /// The terms of compounds whose first part a folded word is, and how they begin; `nil` if there are none.
    func compounds(of word: String) throws -> (beginning: String, terms: [String])? {
        let forms = vocabulary.analyzer.terms(of: word).filter {
            $0.unicodeScalars.count >= Self.shortestPart && word.hasPrefix($0)
        }
        for beginning in forms.sorted(by: { ($1.utf8.count, $0) < ($0.utf8.count, $1) }) {
            let length = beginning.unicodeScalars.count + Self.shortestPart
            let terms = try vocabulary.library.terms(beginningWith: beginning).filter {
                $0.unicodeScalars.count >= length
            }
            if !terms.isEmpty { return (beginning, terms) }
        }
        return nil
    }

    private static func splits(of word: String) -> [[String]] {
        let letters = word.unicodeScalars
        guard letters.count >= 2 * shortestPart else { return [] }
        return (shortestPart...letters.count - shortestPart).map { length in
            [String(letters.prefix(length)), String(letters.dropFirst(length))]
        }
    }
}
