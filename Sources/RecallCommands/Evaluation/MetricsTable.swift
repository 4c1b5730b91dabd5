import Foundation
import RecallEvaluation

/// Rows of figures under their names, in columns. Columns for which the terminal has no room follow below, under the names
/// again.
struct MetricsTable {
    typealias Columns = [(String, KeyPath<RetrievalMetrics, Double>)]

    private let terminal: TerminalText
    /// Names and cells; the first row holds the headings.
    private var rows: [[String]]

    init(_ terminal: TerminalText, _ title: String, _ headings: [String]) {
        self.terminal = terminal
        rows = [[title] + headings]
    }

    /// Adds a row; cells that it lacks at its end are empty.
    mutating func add(_ name: String, _ cells: [String]) {
        let missing = max(0, rows[0].count - 1 - cells.count)
        rows.append([name] + cells + Array(repeating: "", count: missing))
    }

    mutating func add(_ name: String, _ metrics: RetrievalMetrics, _ columns: Columns, _ more: [String] = []) {
        add(name, columns.map { String(format: "%.4f", metrics[keyPath: $0.1]) } + more)
    }

    /// The widths of names and cells where there is room.
    private static let (nameWidth, cellWidth) = (28, 11)

    var lines: [String] {
        let widths = rows[0].indices.dropFirst().map { column in max(Self.cellWidth, longest(column) + 1) }
        guard let width = terminal.width, Self.nameWidth + widths.reduce(0, +) > width else {
            return lines(nameWidth: Self.nameWidth, widths, columns: 1..<rows[0].count)
        }
        return narrowLines(width)
    }

    /// Groups of columns that fit, one below the other.
    private func narrowLines(_ width: Int) -> [String] {
        let widths = rows[0].indices.dropFirst().map { longest($0) + 2 }
        let nameWidth = min(longest(0) + 1, max(1, width - (widths.max() ?? 0)), width / 2)
        var (lines, start) = ([String](), 1)
        while start < rows[0].count {
            var (end, used) = (start + 1, nameWidth + widths[start - 1])
            while end < rows[0].count, used + widths[end - 1] <= width {
                (end, used) = (end + 1, used + widths[end - 1])
            }
            lines += self.lines(nameWidth: nameWidth, widths, columns: start..<end)
            start = end
        }
        return lines
    }

    private func longest(_ column: Int) -> Int { rows.map(\.[column].columns).max() ?? 0 }

    private func lines(nameWidth: Int, _ widths: [Int], columns: Range<Int>) -> [String] {
        rows.map { row in
            let name = StyledText(row[0]).shortened(to: terminal.width == nil ? .max : nameWidth)
            let gap = max(0, nameWidth - name.columns)
            let cells = columns.map { Self.blanks(widths[$0 - 1] - row[$0].columns) + row[$0] }
            let line = terminal.rendered(name) + Self.blanks(gap) + cells.joined()
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    private static func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
