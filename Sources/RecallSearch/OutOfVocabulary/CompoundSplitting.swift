import RecallStore
import RecallText

/// The parts of a compound, as German, Dutch, Finnish and the languages of Scandinavia write them in one: of all pairs the
/// one that is said most (Koehn & Knight 2003: the greatest geometric mean). What joins the parts goes with the first one,
/// whose stem is without it.
struct CompoundSplitting {
    let vocabulary: QueryWords

    /// Shorter parts are endings of other words.
    private static let shortestPart = 4

    /// The two parts of a folded word, or `nil` if there are none that are both said.
    func parts(of word: String) throws -> [String]? {
        let splits = Self.splits(of: word)
        let said = try vocabulary.usage(of: splits.joined().filter { !vocabulary.analyzer.isFunctionWord($0) })
        func weight(_ split: [String]) -> Int { split.reduce(1) { $0 * said[$1, default: 0] } }
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
