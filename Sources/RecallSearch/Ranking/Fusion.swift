import Foundation
import RecallCore

/// The weights of the features in the fused score.
struct FusionWeights: Hashable, Sendable {
    /// The weight of the scaled cosine.
    var semantic: Float = 1.5
    /// The weight of the scaled BM25 of the passage alone.
    var passageBM25: Float = 0.75
    /// The weight of the scaled BM25 of the passage with its context.
    var contextBM25: Float = 1
    /// Added when a name in the query is the sender's.
    var sender: Float = 0.5
    /// The weight of the match of the item's date with one in the query.
    var date: Float = 0.6

    /// Words alone.
    static let lexical = FusionWeights(semantic: 0, sender: 0)
    /// Vectors alone.
    static let semantic = FusionWeights(passageBM25: 0, contextBM25: 0, sender: 0)
    /// Everything.
    static let hybrid = FusionWeights()
}

extension Ranking {
    /// The weights that compute it.
    var weights: FusionWeights {
        switch self {
        case .lexical: .lexical
        case .semantic: .semantic
        case .hybrid: .hybrid
        }
    }
}

/// Fuses the features of candidates into one score: a convex sum of scaled scores, which beats reciprocal rank
/// fusion.
///
/// BM25 is scaled by the best passage that matches the filter. Cosines are scaled between a fixed floor and the best,
/// so that no other passage of the library has to be read. Words count as far as they are more than chance
/// (`LexicalTrust`).
struct Fusion {
    private let weights: FusionWeights
    private let trust: LexicalTrust
    private let passageScale: Float
    private let contextScale: Float
    private let cosineFloor: Float
    private let cosineScale: Float

    /// Cosines of passages that have nothing to do with a query: the least of a library are at -.2 to -.1.
    private static let lowestCosine: Float = -0.15
    /// The minimum distance from the floor to the highest cosine, so that the nearest candidate always scores above
    /// zero.
    private static let leastSpread: Float = 0.05

    /// The fusion of some candidates.
    ///
    /// - Parameter total: the summed idf of the words that a passage is expected to contain.
    init(_ candidates: Candidates, weights: FusionWeights, total: Float) {
        self.weights = weights
        trust = LexicalTrust(candidates, total: total)
        passageScale = Self.inverse(candidates.highest.passage)
        contextScale = Self.inverse(candidates.highest.context)
        let highest = candidates.highestCosine ?? 1
        cosineFloor = min(Self.lowestCosine, highest - Self.leastSpread)
        cosineScale = candidates.languageCoverage * Self.inverse(highest - cosineFloor)
    }

    private static func inverse(_ value: Float) -> Float {
        value > 0 ? 1 / value : 0
    }

    /// The score of a candidate; 0 if neither retriever found it.
    func score(_ candidate: Candidate) -> Float {
        var score = weights.passageBM25 * candidate.lexical.passage * passageScale
        score += weights.contextBM25 * candidate.lexical.context * contextScale
        if score > 0 { score *= trust.share(of: candidate) }
        if let cosine = candidate.cosine {
            score += weights.semantic * max(0, cosine - cosineFloor) * cosineScale
        }
        guard score > 0 else { return 0 }
        score += weights.sender * ((candidate.namesSender ? 1 : 0) + candidate.correspondentShare)
        return score + weights.date * candidate.dateFit
    }

    /// The lexical part of the score where words count in full.
    static func lexicalScore(_ score: LexicalScore, highest: LexicalScore) -> Float {
        let weights = FusionWeights.hybrid
        return weights.passageBM25 * score.passage * inverse(highest.passage)
            + weights.contextBM25 * score.context * inverse(highest.context)
    }

    /// The order in which lexical candidates are chosen, before the best scores are known.
    static func lexicalOrder(_ score: LexicalScore, total: Float) -> Float {
        let weights = FusionWeights.hybrid
        return (weights.passageBM25 * score.passage + weights.contextBM25 * score.context) * inverse(total)
    }
}
