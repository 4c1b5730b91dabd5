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
    /// The sentences whose tokens are compared with the question's.
    private static let compared = 48
    /// The tokens of sentences that may be on one thing, at most.
    private static let tokens = 2_048

    /// The usual number of sentences, and that of an answer to a question for a list.
    private static let (few, many) = (3, 8)
    /// The least probability of a sentence of a list, and of any other answer, as a share of the first one's.
    private static let (listShare, leastShare): (Float, Float) = (0.2, 0.1)

    /// The answer in at most `limit` sentences; `nil` for as many as the type of question takes and are likely. Those of
    /// a list are in order of time, others by their probability.
    func answer(limit: Int?) throws -> QuotedAnswer {
        let said = try answerOfSentences(limit: limit)
        guard let contact = try ContactAnswer(found.query, snapshot) else { return said }
        let byNamed = said.isAnswer ? try said.quotations.filter(contact.isByNamed) : []
        // What others say is no answer where the contact does not tell it.
        guard !contact.quotations.isEmpty else {
            guard said.isAnswer, try said.quotations.first.map(contact.isByNamed) != true else { return said }
            return QuotedAnswer(
                quotations: said.quotations, isAnswer: false, isPossible: true,
                confidence: min(said.confidence, AnswerConfidence.threshold / 2))
        }
        return QuotedAnswer(
            quotations: Array((contact.quotations + byNamed).prefix(limit ?? Self.few)), isAnswer: contact.isOfOne,
            isPossible: true,
            confidence: contact.isOfOne ? ContactAnswer.confidence : AnswerConfidence.threshold / 2)
    }

    private func answerOfSentences(limit: Int?) throws -> QuotedAnswer {
        let words = found.query.words.map(\.folded)
        let isList = limit == nil && QuestionType.asksForList(words)
        var reader = try SentenceReader(found: found, snapshot: snapshot, limits: limits, clock: clock)
        let sentences = try compared(reader.sentences().sorted(by: QuotableSentence.isBetter))
            .sorted(by: QuotableSentence.isBetter)
        let ranked = distinct(sentences, limit: max(Supersession.compared, limit ?? 0))
        let mayCorrect = reader.possession.mayCorrect
        let chosen =
            try isList
            ? ranked
            : varied(
                reader.possession.ownersFirst(
                    Supersession(words).reordered(ranked, cosines: cosines, mayCorrect: mayCorrect)))
        let best = Array(chosen.prefix(limit ?? (isList ? Self.many : Self.few)))
        guard let likeliest = ranked.first, !best.isEmpty else { return .nothing }
        // What holds now is as sure as what it takes the place of.
        let confidence = try AnswerConfidence.probability(of: likeliest, reader.evidence(of: likeliest))
        let isAnswer = confidence >= threshold
        let possible =
            likeliest.features.nearness == nil ? AnswerConfidence.possibleByWords : AnswerConfidence.possible
        let quoted =
            isList
            ? list(best)
            : isAnswer && limit == nil ? withPersonNamed(in: ranked, likely(best, Self.leastShare)) : best
        return QuotedAnswer(
            quotations: quoted.map(quotation), isAnswer: isAnswer,
            isPossible: confidence >= possible, confidence: confidence)
    }

    /// The confidence from which sentences are called an answer. A topic ("vignette with embedded video") has less that could be
    /// missing than a question, so more of what only has its words would pass.
    private var threshold: Float {
        let asks = QuestionType(found.query.text, found.query.words.map(\.folded)).asks
        return asks ? AnswerConfidence.threshold : AnswerConfidence.topicThreshold
    }

    /// The sentences, of those that differ in numbers alone at most two: who sends an appointment six times, each with another room,
    /// leaves place for what others say.
    private func varied(_ sentences: [QuotableSentence]) -> [QuotableSentence] {
        var counts: [[String]: Int] = [:]
        return sentences.filter { sentence in
            let form = sentence.words.filter { !$0.contains(where: \.isNumber) }
            counts[form, default: 0] += 1
            return counts[form, default: 0] <= 2
        }
    }

    /// The sentences that are not much less likely than the first one: after what answers, others only distract.
    private func likely(_ best: [QuotableSentence], _ share: Float) -> [QuotableSentence] {
        let least = (best.lazy.map(\.features.probability).max() ?? 0) * share
        return best.filter { $0.features.probability >= least }
    }

    /// The sentences, and after what others say the best of who is asked about: anybody may write about "Mira's address".
    private func withPersonNamed(in ranked: [QuotableSentence], _ likely: [QuotableSentence]) -> [QuotableSentence] {
        guard likely.count < Self.few, !likely.contains(where: { $0.features.isByPersonNamed == true }),
            let own = ranked.first(where: { $0.features.isByPersonNamed == true && $0.features.mayAnswer })
        else { return likely }
        return likely + [own]
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

    /// The meaning of phrases of relative time, by the item's date, and of rules by which events recur.
    private func dates(in sentence: QuotableSentence) -> [DatedPhrase] {
        guard let date = sentence.passage.item.date else { return [] }
        let phrases = RelativeTimePhrases().dates(
            in: sentence.text, language: sentence.language,
            writtenAt: QueryClock(now: date, timeZone: clock.timeZone))
        guard sentence.passage.item.kind == .document else { return phrases }
        return phrases + [NextOccurrence.phrase(in: sentence.text, clock)].compactMap(\.self)
    }

    /// A question of whose language the encoder covers less is answered by words alone: tokens of letters are all near to each other.
    private static let leastLanguageCoverage: Float = 0.35

    /// The likeliest sentences with their nearness to the question; all, as they are, where nothing can be read.
    private func compared(_ sentences: [QuotableSentence]) throws -> [QuotableSentence] {
        try limits.checkTask()
        guard found.isSemantic, let encoder, !limits.isOver,
            LanguageCoverage(encoder: encoder).share(of: found.query.text) >= Self.leastLanguageCoverage,
            let nearness = try SentenceNearness(found.query, encoder)
        else { return sentences }
        return zip(sentences, try nearness.values(of: sentences.prefix(Self.compared))).map { sentence, value in
            var compared = sentence
            compared.features.nearness = value
            return compared
        }
    }

    /// The cosines of the first text with the others, without an encoder those of their sets of words.
    private func cosines(_ texts: [String]) throws -> [Float]? {
        guard let first = texts.first, !limits.isOver else { return nil }
        guard let encoder else {
            let words = texts.map { Set(found.query.analyzer.foldedWords(of: $0)) }
            return words.dropFirst().map { other in
                let shared = words[0].intersection(other).count
                return Float(shared) / max(1, Float(words[0].count * other.count).squareRoot())
            }
        }
        var batch = SentenceVectors(
            encoder, tokens: Self.tokens, cache: snapshot.caches.sentences, rewrites: snapshot.rewrites)
        for text in texts { batch.add([text]) }
        try batch.encode()
        guard let vector = batch.vector(of: first) else { return nil }
        return texts.dropFirst().map { text in batch.vector(of: text).map(vector.dot) ?? 0 }
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
