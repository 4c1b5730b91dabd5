import Foundation

/// The weights of the lanes in the fused score.
struct FusionWeights: Hashable, Sendable {
    /// Of the cosine, scaled.
    var meaning: Float = 1.5
    /// Of BM25 of the passage alone, scaled.
    var passageWords: Float = 0.75
    /// Of BM25 of the passage with its context, scaled.
    var contextWords: Float = 1
    /// Added when a name in the query is the sender's.
    var sender: Float = 0.5
    /// Of the agreement of the item's date with one that the query mentions.
    var date: Float = 0.6

    /// Words alone.
    static let words = FusionWeights(meaning: 0, sender: 0)
    /// Vectors alone.
    static let vectors = FusionWeights(passageWords: 0, contextWords: 0, sender: 0)
    /// Everything.
    static let fused = FusionWeights()
}

/// Joins the lanes' scores into one order: a convex sum of scores scaled to 0...1, which beats reciprocal ranks.
struct Fusion {
    let weights: FusionWeights
    /// Cosines by passage index, NaN where there is none; `nil` when the meaning lane did not run.
    let cosines: [Float]?
    let words: LexicalRetriever.Scores
    /// How much the cosines count, from 0 to 1, by how well the model knows the query's language (`Fluency`).
    var fluency: Float = 1
    /// Whether the passage's sender is named, by index.
    let namesSender: [Bool]
    /// How well the passage's date fits one that the query mentions, by index; `nil` if it mentions none.
    let dateFits: [Float]?

    /// A passage that may be a result.
    struct Candidate {
        var index: Int
        var score: Float
        /// The part of the score that came with the second look.
        var secondLook: Float = 0

        /// The order of results.
        static func isBetter(_ a: Candidate, _ b: Candidate) -> Bool {
            a.score == b.score ? a.index < b.index : a.score > b.score
        }
    }

    /// The best `count` of the passages, best first, equal ones by index.
    func best(_ count: Int, of passages: [Int]) -> [Candidate] {
        guard !passages.isEmpty, count > 0 else { return [] }
        let scale = Scale(self, passages)
        var best: [Candidate] = []
        // What is not above the worst of `count` better ones is not even kept.
        var threshold: Float = 0
        for index in passages {
            let score = scale.score(self, index)
            guard score > threshold else { continue }
            best.append(Candidate(index: index, score: score))
            guard best.count / 2 >= count else { continue }
            best.sort(by: Candidate.isBetter)
            best.removeLast(best.count - count)
            threshold = best[count - 1].score
        }
        best.sort(by: Candidate.isBetter)
        return Array(best.prefix(count))
    }

    /// What scales each lane to 0...1 among the passages at hand.
    private struct Scale {
        var lowestCosine: Float = 0
        var cosine: Float = 0
        var passage: Float = 0
        var context: Float = 0

        init(_ fusion: Fusion, _ passages: [Int]) {
            passage = Self.inverse(passages.lazy.map { fusion.words.passage[$0] }.max() ?? 0)
            context = Self.inverse(passages.lazy.map { fusion.words.context[$0] }.max() ?? 0)
            guard let cosines = fusion.cosines else { return }
            // What a model does not understand is no reason to distrust words.
            let trust = 1 - (1 - Self.trust(inWordsOf: fusion, passages)) * fusion.fluency
            passage *= trust
            context *= trust
            let known = passages.lazy.map { cosines[$0] }.filter { !$0.isNaN }
            guard let low = known.min(), let high = known.max() else { return }
            // Where all are alike near, or there is one only, the nearest still counts in full.
            lowestCosine = min(low, high - 0.05)
            cosine = fusion.fluency * Self.inverse(high - lowestCosine)
        }

        /// Where no passage has most of the query's words, those that match do so by chance ("get", "property"), and
        /// meaning decides. From this share of the words' rarity on, words count in full.
        private static let fullCoverage: Float = 0.6

        /// How much the words' lanes count for this query, from 0 to 1.
        private static func trust(inWordsOf fusion: Fusion, _ passages: [Int]) -> Float {
            guard fusion.words.total > 0 else { return 1 }
            let covered = passages.lazy.map { fusion.words.covered[$0] }.max() ?? 0
            return min(1, pow(covered / fusion.words.total / fullCoverage, 2.5))
        }

        private static func inverse(_ value: Float) -> Float {
            value > 0 ? 1 / value : 0
        }

        func score(_ fusion: Fusion, _ index: Int) -> Float {
            var score = fusion.weights.passageWords * fusion.words.passage[index] * passage
            score += fusion.weights.contextWords * fusion.words.context[index] * context
            if let value = fusion.cosines?[index], !value.isNaN {
                score += fusion.weights.meaning * (value - lowestCosine) * cosine
            }
            guard score > 0 else { return 0 }
            if fusion.namesSender[index] { score += fusion.weights.sender }
            if let fit = fusion.dateFits?[index] { score += fusion.weights.date * fit }
            return score
        }
    }
}
