import Foundation
import RecallEvaluation

/// Rows of figures under their names, in columns.
enum MetricsTable {
    typealias Columns = [(String, KeyPath<RetrievalMetrics, Double>)]

    static func heading(_ name: String, _ columns: Columns) -> String {
        row(name, columns.map(\.0))
    }

    static func line(_ name: String, _ metrics: RetrievalMetrics, _ columns: Columns) -> String {
        row(name, columns.map { String(format: "%.4f", metrics[keyPath: $0.1]) })
    }

    /// A name of 28 characters, and cells of 11 or more.
    static func row(_ name: String, _ cells: [String]) -> String {
        name + String(repeating: " ", count: max(1, 28 - name.count))
            + cells.map { String(repeating: " ", count: max(1, 11 - $0.count)) + $0 }.joined()
    }
}
