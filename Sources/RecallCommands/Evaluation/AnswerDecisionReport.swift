import Foundation
import RecallEvaluation
import RecallWire

/// The quality of deciding "no clear match", as printed.
struct AnswerDecisionReport {
    let set: String
    let left: LeftOutItems
    let rows: [(name: String, decision: AnswerDecision)]

    func text() -> String {
        var lines = [MetricsTable.row(set, ["precision", "recall", "F1", "AUC"])]
        for (name, decision) in rows {
            lines.append(Self.line(name + ", no match", decision.nothingFound, [Self.figure(decision.area)]))
            lines.append(Self.line(name + ", match", decision.answered))
        }
        lines += ["", MetricsTable.row("confidence", ["results", "mean", "relevant"])]
        for (name, decision) in rows {
            lines += decision.reliability.map { bin in
                MetricsTable.row(name, [String(bin.results), Self.figure(bin.confidence), Self.figure(bin.relevant)])
            }
        }
        lines.append("")
        lines.append("\(left.unanswerable.count) queries have no answer; \(left.items.count) items were left out.")
        return lines.joined(separator: "\n")
    }

    private static func line(_ name: String, _ quality: AnswerDecision.Quality, _ more: [String] = []) -> String {
        MetricsTable.row(name, [quality.precision, quality.recall, quality.f1].map(figure) + more)
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
