import RecallCore

extension QuotedAnswer {
    /// The most sentences for each of several parts.
    private static let sentencesOfPart = 3

    /// The answers to the parts of a question as one: the sentences of the parts that are answered, each once, in the order
    /// of the parts. If none is, those that are nearest to the first part.
    init(parts: [QuotedAnswer]) {
        guard parts.count > 1 else {
            self = parts.first ?? QuotedAnswer(quotations: [], isAnswer: false, confidence: 0)
            return
        }
        let answered = parts.filter(\.isAnswer)
        let shown = (answered.isEmpty ? Array(parts.prefix(1)) : answered)
            .flatMap { $0.quotations.prefix(Self.sentencesOfPart) }
        self.init(
            quotations: shown.reduce(into: []) { distinct, quotation in
                guard !distinct.contains(where: { $0.isSamePlace(as: quotation) }) else { return }
                distinct.append(quotation)
            }, isAnswer: !answered.isEmpty, isPossible: parts[0].isPossible,
            confidence: parts.lazy.map(\.confidence).max() ?? 0)
    }
}

extension Quotation {
    fileprivate func isSamePlace(as other: Quotation) -> Bool {
        item.id == other.item.id && range.overlaps(other.range)
    }
}
