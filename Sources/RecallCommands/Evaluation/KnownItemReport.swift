import Foundation
import RecallCore
import RecallEvaluation
import RecallWire

/// A run over the library's own queries as printed, beside the last one.
struct KnownItemReport {
    let set: KnownItemSet
    let run: KnownItemRun
    let rows: [Evaluation.Row]
    let last: KnownItemRun?

    /// True if the search as it is found less than in the last run, by more than noise.
    var isWorse: Bool {
        last.map { run.isWorse(than: $0) } ?? false
    }

    private static var columns: MetricsTable.Columns {
        [("MRR@10", \.mrr10), ("Recall@1", \.recall1), ("Recall@10", \.recall10), ("nDCG@10", \.ndcg10)]
    }

    func text(_ terminal: TerminalText) -> String {
        let headings = Self.columns.map(\.0) + (last == nil ? [] : ["  since the last run"])
        var table = MetricsTable(terminal, "\(measuredCount) queries", headings)
        for row in rows {
            table.add(row.ranking.rawValue, row.all, Self.columns, cells(difference(row.ranking)))
            for (category, metrics) in row.categories.sorted(by: { $0.key < $1.key }) {
                table.add("  " + category, metrics, Self.columns, cells(difference(row.ranking, category)))
            }
        }
        return (table.lines + footer.flatMap { terminal.lines(StyledText($0)) }).joined(separator: "\n")
    }

    private var measuredCount: Int { rows.first?.queries.count ?? 0 }

    private func cells(_ difference: PairedDifference?) -> [String] {
        difference.map { ["  " + Self.text(of: $0)] } ?? []
    }

    /// `-0.012 (p .03)`, `+0.003 (noise)`
    private static func text(of difference: PairedDifference) -> String {
        let mean = String(format: "%+.4f", difference.mean)
        let probability = String(
            format: difference.probability < 0.001 ? "p < .001" : "p = %.3f", difference.probability)
        return "\(mean) (\(difference.isSignificant ? probability : "noise"))"
    }

    private var footer: [String] {
        var lines = ["Encoder: \(run.encoder ?? "none, words only")"]
        let gone = set.queries.count - measuredCount
        if gone > 0 { lines.append("Left out: \(Count.grouped(gone)) whose items are gone") }
        if let last {
            let encoder = last.encoder ?? "none, words only"
            lines.append("Last run: \(DayText.minute(last.date)), encoder \(encoder)")
        } else {
            lines.append("There is no earlier run to compare with.")
        }
        if isWorse { lines.append("The search got worse than in the last run.") }
        return lines
    }

    private func difference(_ ranking: Ranking, _ category: String? = nil) -> PairedDifference? {
        let ids = category.map { category in
            Set(set.queries.lazy.filter { $0.category.rawValue == category }.map(\.id))
        }
        return last.flatMap { run.difference(of: ranking.rawValue, from: $0, over: ids) }
    }

    private struct Payload: Encodable {
        var queries, leftOut: Int
        var encoder: String?
        var lastRun: Date?
        var lastEncoder: String?
        var isWorse: Bool
        var rows: [RowPayload]
    }

    private struct RowPayload: Encodable {
        var name: String
        var category: String?
        var metrics: RetrievalMetrics
        var difference, probability: Double?
    }

    func json() throws -> String {
        let rows = rows.flatMap { row in
            [payload(row, nil, row.all)] + row.categories.sorted { $0.key < $1.key }.map { payload(row, $0, $1) }
        }
        return try PayloadEncoding.document(
            Payload(
                queries: measuredCount, leftOut: set.queries.count - measuredCount, encoder: run.encoder,
                lastRun: last?.date, lastEncoder: last?.encoder, isWorse: isWorse, rows: rows))
    }

    private func payload(_ row: Evaluation.Row, _ category: String?, _ metrics: RetrievalMetrics) -> RowPayload {
        let difference = difference(row.ranking, category)
        return RowPayload(
            name: row.ranking.rawValue, category: category, metrics: metrics, difference: difference?.mean,
            probability: difference?.probability)
    }
}
