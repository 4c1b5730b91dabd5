import Foundation

/// The share of a passage's lexical score that counts, from 0 to 1: less where a query's words match by chance.
///
/// A query in other words than its answer's still finds some of its words somewhere ("get", "property", "owner"), and
/// among hundreds of passages one says several of them. Three things tell such matches from others: no passage says
/// most of the query; those that say the most are not near to it in meaning; and the passage itself is not. None of
/// them is a reason to distrust words in a language that the model does not cover. Weights were searched on labelled
/// queries, and on queries and passages without the words that they share: docs/search-quality.md.
struct LexicalTrust {
    /// The trust in the query's words.
    private let query: Float
    private let total: Float
    private let languageCoverage: Float
    private let background: CosineBackground
    private let highestCosine: Float

    /// From this share of the query's idf on, words count in full.
    private static let fullCoverage: Float = 0.6
    private static let steepness: Float = 3
    /// The best lexical candidates of which one is to be near in meaning.
    private static let leaderCount = 5
    /// From this share of the query's idf on, meaning matters less and less for the trust in words: who gives a name
    /// or a number wants what says it.
    private static let agreementMatters: Float = 0.5
    /// The part of a passage's lexical score that is lost where the passage is far in meaning and says little.
    private static let farLoss: Float = 0.7

    init(_ candidates: Candidates, total: Float) {
        self.total = total
        highestCosine = candidates.highestCosine ?? 1
        background = candidates.background
        languageCoverage = candidates.isSemantic && total > 0 ? candidates.languageCoverage : 0
        guard languageCoverage > 0 else {
            query = 1
            return
        }
        let covered = candidates.highest.covered / total
        let nearest = Self.leaders(of: candidates).lazy.compactMap(\.cosine).max()
        let agreement = background.standing(of: nearest, below: highestCosine)
        let doubt = (1 - agreement) * max(0, min(1, (1 - covered) / (1 - Self.agreementMatters)))
        query = min(1, pow(covered / Self.fullCoverage, Self.steepness)) * (1 - doubt)
    }

    /// The candidates with the highest lexical scores.
    private static func leaders(of candidates: Candidates) -> [Candidate] {
        var leaders: [(order: Float, candidate: Candidate)] = []
        for candidate in candidates.all where candidate.lexical.context > 0 {
            let order = Fusion.lexicalScore(candidate.lexical, highest: candidates.highest)
            guard leaders.count < leaderCount || order > leaders[leaderCount - 1].order else { continue }
            let place = leaders.firstIndex { order > $0.order } ?? leaders.count
            leaders.insert((order, candidate), at: place)
            if leaders.count > leaderCount { leaders.removeLast() }
        }
        return leaders.map(\.candidate)
    }

    /// The share of a candidate's lexical score that counts.
    func share(of candidate: Candidate) -> Float {
        guard languageCoverage > 0 else { return 1 }
        let far = 1 - background.standing(of: candidate.cosine, below: highestCosine)
        let missing = 1 - min(1, candidate.lexical.covered / total)
        return (1 - (1 - query) * languageCoverage) * (1 - Self.farLoss * languageCoverage * far * missing * missing)
    }
}
