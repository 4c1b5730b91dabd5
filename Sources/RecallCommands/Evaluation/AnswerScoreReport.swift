import Foundation
import RecallEvaluation
import RecallWire

/// The quality of quoted answers, as printed.
struct AnswerScoreReport {
    let set: String
    let evaluation: AnswerEvaluation

    func text(_ terminal: TerminalText) -> String {
        (answers(terminal).lines + [""] + refusals(terminal).lines + [""] + evidence(terminal).lines)
            .joined(separator: "\n")
    }

    private func answers(_ terminal: TerminalText) -> MetricsTable {
        var table = MetricsTable(terminal, set, ["questions", "holds answer", "token F1", "answered"])
        for category in [nil] + evaluation.categories.map(Optional.some) {
            let outcomes = evaluation.outcomes(category)
            table.add(
                category.map { "  " + $0 } ?? "all",
                [
                    String(outcomes.count), Self.figure(evaluation.sentenceHoldsAnswer(category)),
                    Self.figure(evaluation.tokenF1(category)), String(outcomes.count(where: \.isAnswered)),
                ])
        }
        return table
    }

    private static let falseRefusals = [0.05, 0.1, 0.2]

    private func refusals(_ terminal: TerminalText) -> MetricsTable {
        let headings = Self.falseRefusals.map { String(format: "at %.0f %%", $0 * 100) }
        var table = MetricsTable(terminal, "refusals", ["refused", "false"] + headings)
        table.add(
            "\(evaluation.refusals.count) without an answer",
            [evaluation.refusedUnanswerable, evaluation.falseRefusals].map(Self.figure)
                + Self.falseRefusals.map { Self.figure(evaluation.refused(atFalseRefusals: $0)) })
        return table
    }

    private func evidence(_ terminal: TerminalText) -> MetricsTable {
        let tokens = AnswerEvaluation.evidenceTokens
        var table = MetricsTable(terminal, "evidence", tokens.map { "ev@\($0)" })
        table.add("whole library", tokens.map { Self.figure(evaluation.evidence[$0, default: 0]) })
        if !evaluation.evidenceInThread.isEmpty {
            table.add("its thread", tokens.map { Self.figure(evaluation.evidenceInThread[$0, default: 0]) })
        }
        return table
    }

    private static func figure(_ value: Double) -> String { String(format: "%.3f", value) }

    private struct Payload: Encodable {
        var set: String
        var questions, answered: Int
        var sentenceHoldsAnswer, answeredRight, tokenF1: Double
        var evidence1024, evidence2048, evidence4096: Double
        var threadEvidence1024, threadEvidence2048, threadEvidence4096: Double?
        var refusedUnanswerable, falseRefusals: Double
        var refusedAt: [String: Double]
        var categories: [String: CategoryPayload]
    }

    private struct CategoryPayload: Encodable {
        var questions, answered: Int
        var sentenceHoldsAnswer, tokenF1: Double
    }

    func json() throws -> String {
        let evidence = { (tokens: Int) in evaluation.evidence[tokens, default: 0] }
        return try PayloadEncoding.document(
            Payload(
                set: set, questions: evaluation.outcomes.count, answered: evaluation.answered,
                sentenceHoldsAnswer: evaluation.sentenceHoldsAnswer(), answeredRight: evaluation.answeredRight,
                tokenF1: evaluation.tokenF1(), evidence1024: evidence(1_024), evidence2048: evidence(2_048),
                evidence4096: evidence(4_096), threadEvidence1024: evaluation.evidenceInThread[1_024],
                threadEvidence2048: evaluation.evidenceInThread[2_048],
                threadEvidence4096: evaluation.evidenceInThread[4_096],
                refusedUnanswerable: evaluation.refusedUnanswerable, falseRefusals: evaluation.falseRefusals,
                refusedAt: Dictionary(
                    uniqueKeysWithValues: Self.falseRefusals.map {
                        (String($0), evaluation.refused(atFalseRefusals: $0))
                    }),
                categories: Dictionary(
                    uniqueKeysWithValues: evaluation.categories.map { ($0, categoryPayload($0)) })))
    }

    private func categoryPayload(_ category: String) -> CategoryPayload {
        let outcomes = evaluation.outcomes(category)
        return CategoryPayload(
            questions: outcomes.count, answered: outcomes.count(where: \.isAnswered),
            sentenceHoldsAnswer: evaluation.sentenceHoldsAnswer(category), tokenF1: evaluation.tokenF1(category))
    }
}
