import Foundation
import RecallCore

/// Items that match a query as printed: a line each, and their number.
struct MatchReport {
    let query: SearchQuery
    let terminal: TerminalText
    let format: OutputFormat

    private struct Fields: Encodable {
        var id, kind, title: String
        var externalID: String?
        var sender, address, attachedTo: String?
        var date: Date?
    }

    private struct Count: Encodable {
        var version = 1
        var items, threads: Int
        var query: QueryReport.Fields
    }

    /// `2024-03-17 18:05 · Anna Kovacs · Keys · email 1a2b3c4d5e`, or a JSON object.
    func line(of item: ItemSummary) throws -> String {
        guard format == .text else { return try JSONText.encode(Self.fields(of: item), pretty: false) }
        let title = item.title.isEmpty ? item.conversationTitle : item.title
        let parts = [item.date.map(DayText.minute), item.sender?.displayName, title].compactMap(\.self)
            .filter { !$0.isEmpty }
        let id = terminal.dim("\(item.kind.rawValue) \(item.id.description.prefix(10))")
        return TerminalText.safe(parts.joined(separator: " · ")) + (parts.isEmpty ? "" : " · ") + id
    }

    private static func fields(of item: ItemSummary) -> Fields {
        Fields(
            id: item.id.description, kind: item.kind.rawValue, title: item.title, externalID: item.externalID,
            sender: item.sender?.name, address: item.sender?.address, attachedTo: item.parent?.id.description,
            date: item.date)
    }

    /// `12 items in 7 threads: "keys" from:"anna"`, with what could not be read.
    func end(_ count: MatchCount) throws -> String {
        let report = QueryReport(count.interpretation, query: query)
        guard format == .text else {
            let fields = Count(items: count.items, threads: count.threads, query: report.fields)
            return try JSONText.encode(fields, pretty: false) + "\n"
        }
        let filter = count.interpretation.filterText.isEmpty ? "everything" : count.interpretation.filterText
        let items = RecallCommands.Count.of(count.items, "item")
        let threads = RecallCommands.Count.of(count.threads, "thread")
        let lines = ["\(items) in \(threads): \(TerminalText.safe(filter))"] + report.notes.map(terminal.dim)
        return lines.joined(separator: "\n") + "\n"
    }
}
