import RecallCore
public import RecallKit

/// Measures quoted answers, refusals, and the evidence that a language model would get.
public struct AnswerEvaluation: Sendable {
    /// One question that the set answers.
    public struct Outcome: Sendable {
        /// The category of the question.
        public var category: String?
        /// True if the quotations were called an answer.
        public var isAnswered: Bool
        /// The confidence of the answer.
        public var confidence: Float
        /// True if one of the quotations holds a reference answer.
        public var holdsAnswer: Bool
        /// The best token F1 of a quotation against a reference answer.
        public var f1: Double
    }

    /// One question that has no answer where it was asked.
    public struct Refusal: Sendable {
        /// True if nothing was called an answer.
        public var isRefused: Bool
        /// The confidence of the answer.
        public var confidence: Float
    }

    /// The most sentences of an answer.
    public static let sentences = 3
    /// The tokens within which evidence is counted.
    public static let evidenceTokens = [1_024, 2_048, 4_096]
    /// The passages ranked for that: enough for 4,096 tokens of short messages.
    private static let depth = 800

    /// The questions with an answer, in the set's order.
    public private(set) var outcomes: [Outcome] = []
    /// The questions without one.
    public private(set) var refusals: [Refusal] = []
    /// The share of the relevant items within so many tokens of what search returns, over the whole library.
    public private(set) var evidence: [Int: Double] = [:]
    /// The same within the thread that a question is asked in; empty if no question has one.
    public private(set) var evidenceInThread: [Int: Double] = [:]

    /// Asks all questions of `set` in `library`, which holds the set's items.
    ///
    /// Questions without an answer are those that the set calls so. If there are none, each question is asked a second
    /// time with its evidence filtered out.
    public init(_ set: EvaluationSet, _ references: ReferenceAnswers, in library: RecallLibrary) throws {
        let asked = set.queries.compactMap { query in references[query.id].map { (query: query, reference: $0) } }
        let answerable = asked.filter(\.reference.answerable)
        for (query, reference) in answerable {
            outcomes.append(try Self.outcome(query, reference, set, library))
        }
        let unanswerable = asked.filter { !$0.reference.answerable }.map { set.searchQuery($0.query) }
        let refused =
            try unanswerable.isEmpty ? Self.withoutEvidence(answerable.map(\.query), set, library) : unanswerable
        for query in refused {
            let answer = try library.quotations(for: query, limit: Self.sentences)
            refusals.append(Refusal(isRefused: !answer.isAnswer, confidence: answer.confidence))
        }
        evidence = try Self.evidence(answerable.map(\.query), set, inThread: false, library)
        if answerable.contains(where: { $0.query.thread != nil }) {
            evidenceInThread = try Self.evidence(answerable.map(\.query), set, inThread: true, library)
        }
    }

    private static func outcome(
        _ query: EvaluationSet.Query, _ reference: ReferenceAnswers.Reference, _ set: EvaluationSet,
        _ library: RecallLibrary
    ) throws -> Outcome {
        let answer = try library.quotations(for: set.searchQuery(query), limit: sentences)
        let isChat = query.thread != nil
        let match = AnswerMatch(reference.answers, leastRecall: isChat ? AnswerMatch.leastRecallInChats : nil)
        return Outcome(
            category: query.category, isAnswered: answer.isAnswer, confidence: answer.confidence,
            holdsAnswer: answer.quotations.contains(where: match.isHeld),
            f1: answer.quotations.map(match.f1).max() ?? 0)
    }

    /// The questions, each with its relevant items filtered out.
    private static func withoutEvidence(
        _ queries: [EvaluationSet.Query], _ set: EvaluationSet, _ library: RecallLibrary
    ) throws -> [SearchQuery] {
        var ids: [String: ItemID] = [:]
        try library.forEachMatch(SearchQuery("")) { item in item.externalID.map { ids[$0] = item.id } }
        return queries.map { query in
            var asked = set.searchQuery(query)
            let evidence = set.judgements[query.id, default: [:]].keys.compactMap { ids[$0] }
            asked.filter = asked.filter.and(.not(.any(evidence.map { .id(prefix: $0.description) })))
            return asked
        }
    }

    private static func evidence(
        _ queries: [EvaluationSet.Query], _ set: EvaluationSet, inThread: Bool, _ library: RecallLibrary
    ) throws -> [Int: Double] {
        var sums: [Int: Double] = [:]
        for query in queries {
            var asked = set.searchQuery(query)
            if !inThread { asked.filter = .everything }
            let ranking = try library.rankedPassages(asked, ranking: .hybrid, limit: depth).map {
                RetrievalMetrics.RankedPassage(item: $0.externalID ?? "", tokenCount: $0.tokenCount)
            }
            let grades = set.judgements[query.id, default: [:]]
            for tokens in evidenceTokens {
                sums[tokens, default: 0] += RetrievalMetrics.evidence(ranking, grades, tokens: tokens)
            }
        }
        return sums.mapValues { $0 / Double(max(1, queries.count)) }
    }
}

extension AnswerEvaluation {
    /// The number of questions that were answered, of those that have an answer.
    public var answered: Int { outcomes.count(where: \.isAnswered) }
    /// The share of questions where a quotation holds a reference answer, by category or of all.
    public func sentenceHoldsAnswer(_ category: String? = nil) -> Double {
        Self.mean(outcomes(category)) { $0.holdsAnswer ? 1 : 0 }
    }
    /// The same where only what was called an answer counts.
    public var answeredRight: Double { Self.mean(outcomes) { $0.isAnswered && $0.holdsAnswer ? 1 : 0 } }
    /// The mean token F1 of the best quotation, by category or of all.
    public func tokenF1(_ category: String? = nil) -> Double { Self.mean(outcomes(category), \.f1) }
    /// The share of questions without an answer that were refused.
    public var refusedUnanswerable: Double { Self.mean(refusals) { $0.isRefused ? 1 : 0 } }
    /// The share of questions with an answer that were refused.
    public var falseRefusals: Double { Self.mean(outcomes) { $0.isAnswered ? 0 : 1 } }
    /// The categories of the questions.
    public var categories: [String] { Set(outcomes.compactMap(\.category)).sorted() }

    /// The questions of a category, or all.
    public func outcomes(_ category: String?) -> [Outcome] {
        outcomes.filter { category == nil || $0.category == category }
    }

    /// The share of questions without an answer that a threshold refuses which refuses a share of the others.
    public func refused(atFalseRefusals share: Double) -> Double {
        let sorted = outcomes.map(\.confidence).sorted()
        guard let threshold = sorted.dropFirst(Int(share * Double(sorted.count))).first else { return 0 }
        return Self.mean(refusals) { $0.confidence < threshold ? 1 : 0 }
    }

    private static func mean<Value>(_ values: [Value], _ figure: (Value) -> Double) -> Double {
        values.isEmpty ? 0 : values.reduce(0) { $0 + figure($1) } / Double(values.count)
    }
}
