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

    /// The answer in at most `limit` sentences.
    func answer(limit: Int) throws -> QuotedAnswer {
        var reader = SentenceReader(found: found, snapshot: snapshot, limits: limits)
        var sentences = try reader.sentences().sorted(by: QuotableSentence.isBetter)
        try compare(&sentences)
        let best = distinct(sentences.sorted(by: QuotableSentence.isBetter), limit: limit)
        guard let first = best.first else { return .nothing }
        let confidence = AnswerConfidence.probability(
            of: first.features, highestBM25: reader.highestBM25, languageCoverage: found.languageCoverage)
        return QuotedAnswer(
            quotations: best.map(quotation), isAnswer: confidence >= AnswerConfidence.threshold, confidence: confidence)
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
        for sentence in sentences.prefix(Self.compared) { batch.add([sentence.text]) }
        try batch.encode()
        for index in sentences.indices.prefix(Self.compared) {
            guard let other = batch.vector(of: sentences[index].text) else { continue }
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
