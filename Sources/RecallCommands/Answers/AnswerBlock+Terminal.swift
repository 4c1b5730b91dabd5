import Foundation
package import RecallAssistant

/// Blocks of a model's answer in a terminal.
extension AnswerBlock {
    /// True for what is lost if its lines are joined.
    var isInLines: Bool {
        if case .prose = self { false } else { true }
    }

    /// The words of a model, without the marks of Markdown for bold, code and headings.
    static func plain(_ text: String) -> String {
        text.replacingOccurrences(of: "**", with: "").replacingOccurrences(of: "`", with: "")
            .replacing(/^#{1,6}\s+/, with: "")
    }

    /// The block in lines that fit, without what would steer the terminal.
    ///
    /// - Parameter otherwise: the columns where there is no width to obey.
    package func lines(_ terminal: TerminalText, width otherwise: Int) -> [String] {
        switch self {
        case .prose(let text):
            terminal.lines(StyledText(TerminalText.safe(Self.plain(text), keepingLines: true)), width: otherwise)
        case .code(let lines): lines.flatMap { terminal.lines(Self.code($0), indent: Self.indent, width: otherwise) }
        case .table(let rows): Self.table(rows.map { $0.map(Self.cell) }, terminal, terminal.width ?? otherwise)
        }
    }

    private static let (indent, gap) = (4, "  ")

    private static func code(_ line: String) -> StyledText {
        StyledText(TerminalText.safe(line.replacingOccurrences(of: "\t", with: "    ")))
    }

    private static func cell(_ text: String) -> String { TerminalText.safe(plain(text)) }

    /// Rows with their cells below each other; where they do not fit, each cell on a line with the heading of its column.
    private static func table(_ rows: [[String]], _ terminal: TerminalText, _ width: Int) -> [String] {
        let count = rows.lazy.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.lazy.map { $0.indices.contains(column) ? $0[column].columns : 0 }.max() ?? 0
        }
        guard widths.reduce(0, +) + gap.count * max(0, count - 1) <= width else {
            return records(rows, terminal, width)
        }
        return rows.enumerated().map { index, row in
            let padded = zip(row, widths).map { $0 + String(repeating: " ", count: max(0, $1 - $0.columns)) }
            let line = padded.joined(separator: gap)
            return terminal.rendered(StyledText(String(line.reversed().drop { $0 == " " }.reversed()), style(index)))
        }
    }

    private static func style(_ row: Int) -> TextStyle { row == 0 ? .bold : [] }

    private static func records(_ rows: [[String]], _ terminal: TerminalText, _ width: Int) -> [String] {
        guard let heading = rows.first, rows.count > 1 else {
            return rows.joined().flatMap { terminal.lines(StyledText($0), width: width) }
        }
        let records = rows.dropFirst().map { row in
            row.enumerated().filter { !$1.isEmpty }.flatMap { column, text in
                let name = heading.indices.contains(column) && !heading[column].isEmpty ? heading[column] + ": " : ""
                return terminal.lines(StyledText(name, .bold) + StyledText(text), hanging: 2, width: width)
            }
        }
        return Array(records.joined(separator: [""]))
    }
}
