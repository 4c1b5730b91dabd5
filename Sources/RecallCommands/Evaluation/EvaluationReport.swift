import Foundation
import RecallCore
import RecallEvaluation
import RecallWire

/// Evaluation results as printed.
struct EvaluationReport {
    let set: String
    let rows: [Evaluation.Row]

    private static var columns: MetricsTable.Columns {
        [
            ("nDCG@10", \.ndcg10), ("Recall@10", \.recall10), ("MRR@10", \.mrr10), ("ev@512", \.evidence512),
            ("ev@1024", \.evidence1024), ("ev@2048", \.evidence2048),
        ]
    }

    func text(_ terminal: TerminalText) -> String {
        var table = MetricsTable(terminal, set, Self.columns.map(\.0))
        for row in rows {
            table.add(row.ranking.rawValue, row.all, Self.columns)
            for (category, metrics) in row.categories.sorted(by: { $0.key < $1.key }) {
                table.add("  " + category, metrics, Self.columns)
            }
        }
        return table.lines.joined(separator: "\n")
    }

    private struct Payload: Encodable {
        var set: String
        var rows: [RowPayload]
    }

    private struct RowPayload: Encodable {
        var name: String
        var all: RetrievalMetrics
        var categories: [String: RetrievalMetrics]

        enum Key: String, CodingKey {
            case name, categories
        }

        /// The metrics stand beside the name.
        func encode(to encoder: any Encoder) throws {
            try all.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(name, forKey: .name)
            try container.encode(categories, forKey: .categories)
        }
    }

    func json() throws -> String {
        try PayloadEncoding.document(
            Payload(
                set: set,
                rows: rows.map { RowPayload(name: $0.ranking.rawValue, all: $0.all, categories: $0.categories) }))
    }
}
