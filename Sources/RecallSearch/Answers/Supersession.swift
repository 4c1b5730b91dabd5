import Foundation
import RecallCore
import RecallStore
import RecallText

/// The choice among sentences that say one thing at different times: the newest holds, of what has changed, unless the question
/// asks for what was before.
struct Supersession {
    private let asksForPast: Bool
    private let asksForOld: Bool

    /// The choice for a question, by its words, folded.
    init(_ words: [String]) {
        asksForPast = QuestionType.asksForPast(words)
        asksForOld = words.contains(where: Self.oldWords.contains)
    }

    /// The best sentences, among which the one that holds is looked for.
    static let compared = 12
    /// The least log-odds of a sentence that takes its place, below the first one's.
    private static let margin: Float = 4
    /// The least that it says of the question, as a share of what the first one and its passage say; with a word of change less.
    private static let (leastSaid, leastSaidOfChange): (Float, Float) = (0.8, 0.6)

    /// The sentences, best first, with the one that holds as the first.
    func reordered(_ sentences: [QuotableSentence]) -> [QuotableSentence] {
        guard let first = sentences.first, first.features.mayAnswer, let date = first.passage.item.date else {
            return sentences
        }
        let others = sentences.indices.prefix(Self.compared).dropFirst().filter { replaces(sentences[$0], first, date) }
        func time(_ index: Int) -> Date { sentences[index].passage.item.date ?? date }
        let chosen = asksForOld ? others.min { time($0) < time($1) } : others.max { time($0) < time($1) }
        guard let chosen else { return sentences }
        var reordered = sentences
        reordered.insert(reordered.remove(at: chosen), at: 0)
        return reordered
    }

    private func replaces(_ other: QuotableSentence, _ first: QuotableSentence, _ date: Date) -> Bool {
        guard let otherDate = other.passage.item.date, asksForOld ? otherDate < date : otherDate > date,
            other.passage.item.id != first.passage.item.id, other.features.mayAnswer, !other.features.isQuestion,
            other.features.logit >= first.features.logit - Self.margin
        else { return false }
        let newer = asksForOld ? first : other
        let saysChange = newer.words.contains(where: Self.changeWords.contains)
        // What has a form can be compared: another number, another day. Else only a word of change tells.
        guard saysChange || first.features.hasAnswerType == true && (asksForOld || !asksForPast) else { return false }
        return Self.topic(other) >= Self.topic(first) * (saysChange ? Self.leastSaidOfChange : Self.leastSaid)
    }

    private static func topic(_ sentence: QuotableSentence) -> Float {
        sentence.features.said + sentence.features.saidAround
    }

    private static let oldWords = Set.words(
        """
        before first originally original old previous previously initially supposed used earlier former formerly
        vorher zuvor fruher fruhere ursprunglich zuerst erst alt alte alten altes alter damals bisher bisherige
        avant ancien ancienne initialement antes antigua antiguo anterior
        """)
    private static let changeWords = Set.words(
        """
        now instead moved move moving changed change changing new anymore longer postponed rescheduled shifted shifting
        shift cancelled canceled raise raised raising increase increased increases updated correction switched switching
        replaced forget putting
        jetzt statt stattdessen verschoben verlegt neu neue neuer neues neuen nun geandert abgesagt erhoht steigt mehr
        maintenant nouveau nouvelle change reporte annule augmente ahora nuevo nueva cambiado aplazado
        """)
}
