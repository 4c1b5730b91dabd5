import Foundation
import RecallCore
import RecallWire

/// Items that match a query, as printed: one line each, and the count.
struct MatchReport {
    let query: SearchQuery
    let terminal: TerminalText
    let format: OutputFormat

    /// `2024-03-17 18:05 · Anna Kovacs · Keys · email 1a2b3c4d5e`, or a JSON object.
    func line(of item: ItemSummary) throws -> String {
        guard format == .text else { return try PayloadEncoding.sortedLine(ItemSummaryPayload(item)) }
        let title = item.title.isEmpty ? item.conversationTitle : item.title
        let parts = [item.date.map(DayText.minute), item.listedSender(owner: nil), title].compactMap(\.self)
            .filter { !$0.isEmpty }
        let id = StyledText("\(item.kind.rawValue) \(item.id.description.prefix(10))", .dim)
        guard !parts.isEmpty else { return terminal.rendered(id) }
        let head = StyledText(parts.map(DisplayText.part).joined(separator: " · "))
        return terminal.rendered(terminal.shortened(head, reserving: id.columns + 3) + " · " + id)
    }

    /// `12 items in 7 threads: "keys" from:"anna"; the newest 3 are listed`, and the parts that could not be read as written.
    func end(_ count: MatchCount, shown: Int? = nil) throws -> String {
        guard format == .text else {
            return try PayloadEncoding.sortedLine(VersionedPayload(MatchCountPayload(count))) + "\n"
        }
        let report = QueryReport(count.interpretation, query: query)
        let filter = count.interpretation.filterText.isEmpty ? "everything" : count.interpretation.filterText
        let items = Count.of(count.items, "item")
        let threads = Count.of(count.threads, "thread")
        let part = shown.flatMap { $0 < count.items ? "; the newest \(Count.grouped($0)) are listed" : nil } ?? ""
        let count = StyledText("\(items) in \(threads)", .bold) + StyledText(": \(TerminalText.safe(filter))\(part)")
        let lines = ([count] + report.notes.map { StyledText($0, .dim) }).flatMap { terminal.lines($0, hanging: 2) }
        return lines.joined(separator: "\n") + "\n"
    }
}
