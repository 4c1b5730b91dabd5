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

    /// The passages whose sentences are read.
    static let passages = 50
    /// The sentences that are compared by cosine similarity.
    private static let compared = 48
    /// Tokens to be encoded: about a tenth of a second.
    private static let tokens = 4_096
    /// From this probability on the best sentence is an answer.
    private static let answerThreshold: Float = 0.3

    /// The answer in at most `limit` sentences.
    func answer(limit: Int) throws -> QuotedAnswer {
        var sentences = try sentences()
        try compare(&sentences)
        let best = distinct(sentences.sorted(by: Self.isBetter), limit: limit)
        let confidence = best.first?.features.probability ?? 0
        return QuotedAnswer(
            quotations: best.map(quotation), isAnswer: confidence >= Self.answerThreshold, confidence: confidence)
    }

    private static func isBetter(_ a: QuotableSentence, _ b: QuotableSentence) -> Bool {
        let (first, second) = (a.features.logit, b.features.logit)
        if first != second { return first > second }
        return a.rank == b.rank ? a.range.lowerBound < b.range.lowerBound : a.rank < b.rank
    }

    private func quotation(_ sentence: QuotableSentence) -> Quotation {
        Quotation(
            item: sentence.passage.item, range: sentence.itemRange, text: sentence.text,
            confidence: sentence.features.probability)
    }

    // MARK: Sentences

    /// The sentences of the best passages, with the features that words give.
    private func sentences() throws -> [QuotableSentence] {
        var terms = QuestionTerms(found.query)
        let question = QuestionType(found.query.text, found.query.words.map(\.folded))
        let best = found.passages.first?.score ?? 1
        var sentences: [QuotableSentence] = []
        for (rank, ranked) in found.passages.prefix(Self.passages).enumerated() {
            try limits.check()
            if limits.isOver { break }
            guard let passage = try snapshot.passage(ranked.id, found.query.analyzer) else { continue }
            let around = try wordsAround(passage, &terms)
            for range in QuotableText.ranges(in: passage.stored) {
                var sentence = QuotableSentence(
                    rank: rank, passage: passage.stored, range: range, text: passage.stored.text.utf8Slice(range),
                    words: found.query.analyzer.foldedWords(of: passage.stored.text.utf8Slice(range)))
                let said = terms.words(in: sentence.words)
                sentence.features = SentenceFeatures(
                    said: terms.share(of: said), saidAround: terms.share(of: around & ~said),
                    pairs: terms.pairShare(of: said), rankScore: ranked.score / max(best, 0.01),
                    reciprocalRank: 1 / Float(rank + 1),
                    hasAnswerType: question.isAnswered(by: sentence.words) == true ? 1 : 0,
                    lacksAnswerType: question.isAnswered(by: sentence.words) == false ? 1 : 0,
                    isQuestion: sentence.text.last == "?" ? 1 : 0,
                    isByPersonNamed: ranked.scored.candidate.namesSender ? 1 : 0,
                    length: log(Float(1 + sentence.words.count)))
                sentences.append(sentence)
            }
        }
        return sentences
    }

    /// The words of the question in a passage, its title, its sender and its neighbours.
    private func wordsAround(_ passage: PassageText, _ terms: inout QuestionTerms) throws -> QuestionTerms.Words {
        let item = passage.stored.item
        let names = [item.title, item.conversationTitle, item.sender?.name ?? ""].joined(separator: "\n")
        var words = terms.words(in: passage.words) | terms.words(in: found.query.analyzer.foldedWords(of: names))
        for neighbour in neighbours(of: passage.stored.id) {
            guard let text = try snapshot.passage(neighbour, found.query.analyzer) else { continue }
            words |= terms.words(in: text.words)
        }
        return words
    }

    /// The passages before and after one, in its thread.
    private func neighbours(of passage: PassageID) -> [PassageID] {
        let (layout, index) = (snapshot.index.layout, passage.index)
        var neighbours: [Int] = []
        if index > 0, !layout.beginsThread[index] { neighbours.append(index - 1) }
        if index + 1 < layout.count, !layout.beginsThread[index + 1] { neighbours.append(index + 1) }
        return neighbours.map { PassageID(index: $0) }.filter(found.query.matches.contains)
    }

    // MARK: Cosines

    /// Adds the cosines of the likeliest sentences with the question.
    private func compare(_ sentences: inout [QuotableSentence]) throws {
        guard let vector = found.vector, let encoder, !limits.isOver else { return }
        sentences.sort(by: Self.isBetter)
        var batch = SentenceVectors(
            encoder, tokens: Self.tokens, cache: snapshot.caches.sentences, rewrites: snapshot.rewrites)
        for sentence in sentences.prefix(Self.compared) { batch.add([sentence.text]) }
        try batch.encode()
        for index in sentences.indices.prefix(Self.compared) {
            guard let other = batch.vector(of: sentences[index].text) else { continue }
            sentences[index].features.cosine = zip(vector, other).reduce(0) { $0 + $1.0 * $1.1 }
        }
    }

    // MARK: Distinct sentences

    /// The first sentences that are not near-duplicates of better ones.
    private func distinct(_ sorted: [QuotableSentence], limit: Int) -> [QuotableSentence] {
        var chosen: [QuotableSentence] = []
        for sentence in sorted where chosen.count < limit {
            if !chosen.contains(where: { Self.sayTheSame($0, sentence) }) { chosen.append(sentence) }
        }
        return chosen
    }

    /// True if one is the same place as the other, or its words are a run of the other's.
    private static func sayTheSame(_ a: QuotableSentence, _ b: QuotableSentence) -> Bool {
        if a.passage.item.id == b.passage.item.id, a.itemRange.overlaps(b.itemRange) { return true }
        return NearDuplicate(words: a.words, title: [], isWholeItem: true)
            .isSame(as: NearDuplicate(words: b.words, title: [], isWholeItem: true)) || a.words == b.words
    }
}
