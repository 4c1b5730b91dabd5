import RecallCore

/// The comparison of quoted sentences with the reference answers of a question.
struct AnswerMatch {
    private let references: [(text: String, tokens: AnswerTokens)]
    /// The share of a reference's tokens that a sentence needs; `nil` if it needs all of them, in order.
    private let leastRecall: Double?

    /// The least share of the tokens of an answer of several parts, in a chat.
    static let leastRecallInChats = 0.8

    init(_ answers: [String], leastRecall: Double?) {
        references = answers.map { ($0, AnswerTokens($0)) }
        self.leastRecall = leastRecall
    }

    /// True if a sentence holds an answer, or a date in it means one.
    func isHeld(by quotation: Quotation) -> Bool {
        let tokens = AnswerTokens(quotation.text)
        return references.contains { text, reference in
            tokens.contain(reference) || leastRecall.map { tokens.recall(of: reference) >= $0 } ?? false
                || Self.names(text, quotation.dates)
        }
    }

    /// True if one of the dates is the time that an answer names.
    private static func names(_ answer: String, _ dates: [DatedPhrase]) -> Bool {
        guard let time = NamedTime(answer) else { return false }
        return dates.contains { NamedTime($0.meaning).map(time.isSame) ?? false }
    }

    /// The best token F1 of a sentence against an answer.
    func f1(of quotation: Quotation) -> Double {
        let tokens = AnswerTokens(quotation.text)
        return references.map { tokens.f1(against: $0.tokens) }.max() ?? 0
    }
}
