import Foundation
import RecallCore
import RecallEmbedding
import RecallStore
import RecallText

/// Finds the sentences of the best passages that answer a question.
struct QuotationSelection {
    let found: RankedSearch
    let snapshot: SearchSnapshot
    let encoder: (any SentenceEncoder)?
    let limits: SearchLimits
    let clock: QueryClock

    /// The passages whose sentences are read.
    static let passages = 50
    /// The sentences that are compared by cosine similarity.
    private static let compared = 48
    /// Tokens to be encoded: about a tenth of a second.
    private static let tokens = 4_096

    /// The usual number of sentences, and that of an answer to a question for a list.
    private static let (few, many) = (3, 8)
    /// The least probability of a sentence of a list, and of any other answer, as a share of the first one's.
    private static let (listShare, leastShare): (Float, Float) = (0.2, 0.1)

    /// The answer in at most `limit` sentences; `nil` for as many as the type of question takes and are likely. Those of
    /// a list are in order of time, others by their probability.
    func answer(limit: Int?) throws -> QuotedAnswer {
        let words = found.query.words.map(\.folded)
        let isList = limit == nil && QuestionType.asksForList(words)
        var reader = try SentenceReader(found: found, snapshot: snapshot, limits: limits, clock: clock)
        var sentences = try reader.sentences().sorted(by: QuotableSentence.isBetter)
        try compare(&sentences)
        let ranked = distinct(
            sentences.sorted(by: QuotableSentence.isBetter), limit: max(Supersession.compared, limit ?? 0))
        let best = Array(
            (isList ? ranked : Supersession(words).reordered(ranked)).prefix(limit ?? (isList ? Self.many : Self.few)))
        guard let likeliest = ranked.first, let first = best.first else { return .nothing }
        // What holds now is as sure as what it takes the place of.
        let confidence = AnswerConfidence.probability(of: likeliest, reader.evidence(of: likeliest))
        let isAnswer = confidence >= AnswerConfidence.threshold && isSaid(first)
        let quoted = isList ? list(best) : isAnswer && limit == nil ? likely(best, Self.leastShare) : best
        return QuotedAnswer(quotations: quoted.map(quotation), isAnswer: isAnswer, confidence: confidence)
    }

    /// True for what may answer a question, and for what says a topic. The confidence was learnt on questions, and takes what
    /// has some of the words of "vignette with embedded video" for an answer.
    private func isSaid(_ sentence: QuotableSentence) -> Bool {
        QuestionType(found.query.text, found.query.words.map(\.folded)).asks
            || found.passages[sentence.rank].match == .says
    }

    /// The sentences that are not much less likely than the first one: after what answers, others only distract.
    private func likely(_ best: [QuotableSentence], _ share: Float) -> [QuotableSentence] {
        let least = (best.lazy.map(\.features.probability).max() ?? 0) * share
        return best.filter { $0.features.probability >= least }
    }

    /// The likely sentences by the date of their items.
    private func list(_ best: [QuotableSentence]) -> [QuotableSentence] {
        likely(best, Self.listShare).enumerated().sorted {
            let (first, second) = ($0.element.passage.item.date, $1.element.passage.item.date)
            return first == second ? $0.offset < $1.offset : (first ?? .distantFuture) < (second ?? .distantFuture)
        }.map(\.element)
    }

    private func quotation(_ sentence: QuotableSentence) -> Quotation {
        Quotation(
            item: sentence.passage.item, range: sentence.itemRange, text: sentence.text, dates: dates(in: sentence),
            confidence: sentence.features.probability)
    }

    /// The meaning of phrases of relative time, by the item's date.
    private func dates(in sentence: QuotableSentence) -> [DatedPhrase] {
        guard let date = sentence.passage.item.date else { return [] }
        return RelativeTimePhrases().dates(
            in: sentence.text, language: sentence.language,
            writtenAt: QueryClock(now: date, timeZone: clock.timeZone))
    }

    /// Adds the cosines of the likeliest sentences with the question.
    private func compare(_ sentences: inout [QuotableSentence]) throws {
        try limits.checkTask()
        guard let vector = found.vector, let encoder, !limits.isOver else { return }
        var batch = SentenceVectors(
            encoder, tokens: Self.tokens, cache: snapshot.caches.sentences, rewrites: snapshot.rewrites)
        for sentence in sentences.prefix(Self.compared) { batch.add([sentence.comparedText]) }
        try batch.encode()
        for index in sentences.indices.prefix(Self.compared) {
            guard let other = batch.vector(of: sentences[index].comparedText) else { continue }
            sentences[index].features.cosine = vector.dot(other) * found.languageCoverage
        }
    }

    /// The first sentences that are not near-duplicates of better ones.
    private func distinct(_ sorted: [QuotableSentence], limit: Int) -> [QuotableSentence] {
        sorted.reduce(into: []) { chosen, sentence in
            guard chosen.count < limit, !chosen.contains(where: sentence.saysTheSame) else { return }
            chosen.append(sentence)
        }
    }
}

extension SearchLimits {
    /// Throws `CancellationError` if the search or the task that runs it was cancelled.
    func checkTask() throws {
        try check()
        try Task.checkCancellation()
    }
}

extension QuotedAnswer {
    /// No sentence at all.
    static let nothing = QuotedAnswer(quotations: [], isAnswer: false, confidence: 0)
}
