import RecallCore
public import RecallKit

/// Whether searches say "nothing found" where there is nothing, and only there, and whether confidences are what they
/// say: shares of results that are relevant.
public struct AnswerDecision: Sendable {
    /// One query.
    public struct Outcome: Hashable, Sendable {
        /// Whether something relevant is in the library.
        public var isAnswerable: Bool
        /// Whether something was found that is more than a weak match.
        public var isAnswered: Bool
        /// The best candidate's confidence, shown or not.
        public var confidence: Float
    }

    /// One result that was shown.
    public struct Shown: Hashable, Sendable {
        /// Its confidence.
        public var confidence: Float
        /// Whether one of its passages is of a relevant item.
        public var isRelevant: Bool
    }

    /// How good one of the two decisions is.
    public struct Quality: Hashable, Sendable, Codable {
        /// The share of those decided so for which it is true.
        public var precision: Double
        /// The share of those for which it is true that were decided so.
        public var recall: Double
        /// Their harmonic mean.
        public var f1: Double { precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0 }
    }

    /// All queries, in their order.
    public private(set) var outcomes: [Outcome] = []
    /// All results that were shown.
    public private(set) var shown: [Shown] = []

    /// Asks `library`, which holds the set's items but those left out.
    public init(_ set: EvaluationSet, without left: LeftOutItems, in library: RecallLibrary) throws {
        for query in set.queries {
            let response = try library.search(set.searchQuery(query))
            outcomes.append(
                Outcome(
                    isAnswerable: !left.unanswerable.contains(query.id), isAnswered: response.hasClearMatch,
                    confidence: response.confidence))
            let grades = set.judgements[query.id, default: [:]]
            shown += response.results.map { result in
                Shown(
                    confidence: result.confidence,
                    isRelevant: result.passages.contains { $0.item.externalID.map { grades[$0] != nil } ?? false })
            }
        }
    }

    /// How good "nothing found" is.
    public var nothingFound: Quality { quality { !$0 } }
    /// How good it is to show something.
    public var answered: Quality { quality { $0 } }

    private func quality(_ isMeant: (Bool) -> Bool) -> Quality {
        let decided = outcomes.filter { isMeant($0.isAnswered) }
        let wanted = outcomes.count { isMeant($0.isAnswerable) }
        let right = Double(decided.count { isMeant($0.isAnswerable) })
        return Quality(precision: right / Double(max(1, decided.count)), recall: right / Double(max(1, wanted)))
    }

    /// The chance that an answerable query's confidence is higher than an unanswerable one's: the area under the ROC curve.
    public var area: Double {
        let sorted = outcomes.sorted { $0.confidence < $1.confidence }
        var (below, area, start) = (0.0, 0.0, 0)
        while start < sorted.count {
            let end = sorted[start...].firstIndex { $0.confidence > sorted[start].confidence } ?? sorted.count
            let good = Double(sorted[start..<end].count(where: \.isAnswerable))
            let bad = Double(end - start) - good
            area += good * (below + bad / 2)
            below += bad
            start = end
        }
        let good = Double(outcomes.count(where: \.isAnswerable))
        return good * below > 0 ? area / (good * below) : 0.5
    }

    /// A row of the reliability table.
    public struct Bin: Hashable, Sendable, Codable {
        /// How many results were shown with a confidence in the bin.
        public var results: Int
        /// The mean of their confidences.
        public var confidence: Double
        /// The share of them that is relevant.
        public var relevant: Double
    }

    /// Results by confidence, in five bins of equal width; empty ones are left out.
    public var reliability: [Bin] {
        let bins = Dictionary(grouping: shown) { min(4, Int($0.confidence * 5)) }
        return bins.sorted { $0.key < $1.key }.map { _, shown in
            let count = Double(shown.count)
            return Bin(
                results: shown.count, confidence: shown.reduce(0) { $0 + Double($1.confidence) } / count,
                relevant: Double(shown.count(where: \.isRelevant)) / count)
        }
    }
}
