import Foundation
import RecallCore
import RecallStore
import RecallText

/// The choice among sentences that say one thing at different times: the newest holds, of what has changed, unless the question
/// asks for what was before.
struct Supersession {
    private let asksForOld: Bool

    /// The choice for a question, by its words, folded.
    init(_ words: [String]) {
        asksForOld = words.contains(where: Self.oldWords.contains)
    }

    /// The best sentences, among which the one that holds is looked for.
    static let compared = 12
    /// The least log-odds of a sentence that takes its place, below the first one's.
    private static let margin: Float = 4
    /// The least cosine of two sentences on one thing, numbers left out: where the newer one says that something has changed, and
    /// where both have the form that is asked for, such as a sum or a day.
    private static let (leastOfChange, leastOfForm): (Float, Float) = (0.45, 0.5)

    /// The sentences, best first, with the one that holds as the first.
    ///
    /// - Parameters:
    ///   - cosines: those of the first of some texts with the others; `nil` where nothing can be compared.
    ///   - mayCorrect: true if the sender of one item may correct what another one says.
    func reordered(
        _ sentences: [QuotableSentence], cosines: ([String]) throws -> [Float]?,
        mayCorrect: (ItemSummary, ItemSummary) throws -> Bool
    ) rethrows -> [QuotableSentence] {
        guard let first = sentences.first, !first.features.isNoAnswer, let date = first.passage.item.date else {
            return sentences
        }
        let others = sentences.indices.prefix(Self.compared).dropFirst().compactMap { index in
            leastCosine(of: sentences[index], first, date).map { (index: index, least: $0) }
        }
        let texts = [first] + others.map { sentences[$0.index] }
        guard !others.isEmpty, let cosines = try cosines(texts.map(Self.topic(of:))) else { return sentences }
        func time(_ index: Int) -> Date { sentences[index].passage.item.date ?? date }
        let replacing = zip(others, cosines).filter { $0.least <= $1 }.map(\.0.index)
            .sorted { asksForOld ? time($0) < time($1) : time($1) < time($0) }
        let chosen = try replacing.first { index in
            let (item, other) = (first.passage.item, sentences[index].passage.item)
            return asksForOld ? try mayCorrect(item, other) : try mayCorrect(other, item)
        }
        guard let chosen else { return sentences }
        var reordered = sentences
        reordered.insert(reordered.remove(at: chosen), at: 0)
        return reordered
    }

    /// The cosine from which a sentence takes the place of the first one; `nil` if it never does.
    private func leastCosine(of other: QuotableSentence, _ first: QuotableSentence, _ date: Date) -> Float? {
        guard let otherDate = other.passage.item.date, asksForOld ? otherDate < date : otherDate > date,
            other.passage.item.id != first.passage.item.id, other.features.mayAnswer, !other.features.isQuestion,
            other.features.logit >= first.features.logit - Self.margin
        else { return nil }
        let newer = asksForOld ? first : other
        if newer.words.contains(where: Self.changeWords.contains) { return Self.leastOfChange }
        return first.features.hasAnswerType == true ? Self.leastOfForm : nil
    }

    /// A sentence with its title and without its numbers: they are what changes.
    private static func topic(of sentence: QuotableSentence) -> String {
        let title = sentence.passage.item.title
        let text = (title.isEmpty ? "" : title + ": ") + sentence.text
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isWholeNumber).filter { !$0.isEmpty }
            .joined(separator: "0")
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
        replaced forget putting goes gone dead final pushed swapped switched retired onwards moves comes cutting
        jetzt statt stattdessen verschoben verlegt neu neue neuer neues neuen nun geandert abgesagt erhoht steigt mehr ab fallt
        maintenant nouveau nouvelle change reporte annule augmente ahora nuevo nueva cambiado aplazado
        """)
}
