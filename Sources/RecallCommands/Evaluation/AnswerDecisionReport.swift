import Foundation
import RecallEvaluation
import RecallWire

/// The quality of deciding "no clear match", as printed.
struct AnswerDecisionReport {
    let set: String
    let left: LeftOutItems
    let rows: [(name: String, decision: AnswerDecision)]

    func text(_ terminal: TerminalText) -> String {
        let counts = "\(left.unanswerable.count) queries have no answer; \(left.items.count) items were held out."
        return
            (decisions(terminal).lines + [""] + reliability(terminal).lines + [""]
            + terminal.lines(StyledText(counts))).joined(separator: "\n")
    }

    private func decisions(_ terminal: TerminalText) -> MetricsTable {
        var table = MetricsTable(terminal, set, ["precision", "recall", "F1", "AUC"])
        for (name, decision) in rows {
            table.add(name + ", no match", Self.cells(decision.nothingFound) + [Self.figure(decision.area)])
            table.add(name + ", match", Self.cells(decision.answered))
        }
        return table
    }

    private func reliability(_ terminal: TerminalText) -> MetricsTable {
        var table = MetricsTable(terminal, "confidence", ["results", "mean", "relevant"])
        for (name, decision) in rows {
            for bin in decision.reliability {
                table.add(name, [String(bin.results), Self.figure(bin.confidence), Self.figure(bin.relevant)])
            }
        }
        return table
    }

    private static func cells(_ quality: AnswerDecision.Quality) -> [String] {
        [quality.precision, quality.recall, quality.f1].map(figure)
    }

    private static func figure(_ value: Double) -> String { String(format: "%.3f", value) }

    private struct Payload: Encodable {
        var set: String
        var unanswerable, itemsLeftOut: Int
        var rows: [RowPayload]
    }

    private struct RowPayload: Encodable {
        var name: String
        var noMatch, match: AnswerDecision.Quality
        var area: Double
        var reliability: [AnswerDecision.Bin]
    }

    func json() throws -> String {
        try PayloadEncoding.document(
            Payload(
                set: set, unanswerable: left.unanswerable.count, itemsLeftOut: left.items.count,
                rows: rows.map { name, decision in
                    RowPayload(
                        name: name, noMatch: decision.nothingFound, match: decision.answered, area: decision.area,
                        reliability: decision.reliability)
                }))
    }
}
