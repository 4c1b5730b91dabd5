import RecallCore
public import RecallKit

/// Measures two decisions of search on queries with known answers: saying "nothing found" exactly where there is
/// nothing, and the calibration of confidences.
public struct AnswerDecision: Sendable {
    /// One query.
    public struct Outcome: Hashable, Sendable {
        /// True if a relevant item is in the library.
        public var isAnswerable: Bool
        /// True if search announced a match, by words or by meaning.
        public var isAnswered: Bool
        /// The confidence of the best candidate, shown or not.
        public var confidence: Float
    }

    /// One result shown to the user.
    public struct Shown: Hashable, Sendable {
        /// Its confidence.
        public var confidence: Float
        /// True if one of its passages belongs to a relevant item.
        public var isRelevant: Bool
    }

    /// Precision and recall of one of the two decisions.
    public struct Quality: Hashable, Sendable, Codable {
        /// True positives as a share of all positive decisions.
        public var precision: Double
        /// True positives as a share of all cases in which the decision should be positive.
        public var recall: Double
        /// Their harmonic mean.
        public var f1: Double { precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0 }
    }

    /// All queries, in the set's order.
    public private(set) var outcomes: [Outcome] = []
    /// All results that were shown.
    public private(set) var shown: [Shown] = []

    /// Runs the set's queries against `library`, which holds the set's items except the held-out ones.
    public init(_ set: EvaluationSet, without left: LeftOutItems, in library: RecallLibrary) throws {
        for query in set.queries {
            let response = try library.search(set.searchQuery(query))
            outcomes.append(
                Outcome(
                    isAnswerable: !left.unanswerable.contains(query.id), isAnswered: response.answer != .nothingNear,
                    confidence: response.confidence))
            let grades = set.judgements[query.id, default: [:]]
            shown += response.results.map { result in
                Shown(
                    confidence: result.confidence,
                    isRelevant: result.passages.contains { $0.item.externalID.map { grades[$0] != nil } ?? false })
            }
        }
    }

    /// The quality of the decision "nothing found".
    public var nothingFound: Quality { quality { !$0 } }
    /// The quality of the decision to show results.
    public var answered: Quality { quality { $0 } }

    private func quality(_ isMeant: (Bool) -> Bool) -> Quality {
        let decided = outcomes.filter { isMeant($0.isAnswered) }
        let wanted = outcomes.count { isMeant($0.isAnswerable) }
        let right = Double(decided.count { isMeant($0.isAnswerable) })
        return Quality(precision: right / Double(max(1, decided.count)), recall: right / Double(max(1, wanted)))
    }

    /// The area under the ROC curve: the probability that an answerable query has a higher confidence than an
    /// unanswerable one.
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

    /// One bin of the reliability diagram.
    public struct Bin: Hashable, Sendable, Codable {
        /// The number of results whose confidence falls into the bin.
        public var results: Int
        /// The mean of their confidences.
        public var confidence: Double
        /// The share of relevant results among them.
        public var relevant: Double
    }

    /// Results by confidence, in five bins of equal width, without empty bins.
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
