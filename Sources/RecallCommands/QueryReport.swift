import Foundation
import RecallCore

/// The interpretation of a query, as printed.
struct QueryReport {
    private let interpretation: QueryInterpretation
    private let query: SearchQuery

    init(_ interpretation: QueryInterpretation, query: SearchQuery) {
        self.interpretation = interpretation
        self.query = query
    }

    /// `Filter: from:"anna" date:2024-03-01..2024-03-31 (12 items)`, if there is one.
    var filter: String? {
        guard !interpretation.filterText.isEmpty else { return nil }
        let size = interpretation.passing.map { " (\(Count.of($0.items, "item")))" } ?? ""
        return "Filter: " + TerminalText.safe(interpretation.filterText) + size
    }

    /// `Ranked higher: from:"anna" kind:email (add one to the query to see nothing else)`, if words name such things.
    var wishes: [String] {
        let ranked = interpretation.wishes.filter(\.isRanked).map { TerminalText.safe($0.filterText) }
        let others = interpretation.wishes.filter { !$0.isRanked }.map {
            "To see “\(TerminalText.safe($0.written))” alone, add \(TerminalText.safe($0.filterText))"
        }
        guard !ranked.isEmpty else { return others }
        return ["Ranked higher: \(ranked.joined(separator: " ")) (add one to the query to see nothing else)"] + others
    }

    /// The parts that could not be read as written, and what filters mean in this library.
    var notes: [String] {
        interpretation.notes.map { "Note: character \(character(of: $0)) of the query: \($0.message)." }
            + interpretation.hints.map { "Note: " + TerminalText.safe($0) }
    }

    /// The full interpretation of the query.
    var explanation: [String] {
        let words = TerminalText.safe(interpretation.freeText)
        var lines = ["Words to rank by: " + (words.isEmpty ? "none, so the newest come first" : words)]
        let filter = TerminalText.safe(interpretation.filterText)
        lines.append("Filter: " + (filter.isEmpty ? "none" : filter))
        lines += interpretation.dates.map { "Date: \(TerminalText.safe($0.written)) is \($0.days)" }
        if let passing = interpretation.passing {
            lines.append("Passing: \(Count.of(passing.items, "item")), \(Count.of(passing.passages, "passage"))")
        }
        return lines + wishes + notes
    }

    private func character(of note: QueryNote) -> Int {
        query.text.utf8.prefix(note.range.lowerBound).count { $0 & 0xC0 != 0x80 } + 1
    }
}
