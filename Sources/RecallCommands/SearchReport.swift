import Foundation
import RecallCore

/// Search results as printed.
struct SearchReport {
    private let response: SearchResponse
    private let query: QueryReport
    private let isExplained: Bool
    private let owner: Participant?

    init(_ response: SearchResponse, query: SearchQuery, owner: Participant?, isExplained: Bool) {
        (self.response, self.owner) = (response, owner)
        self.query = QueryReport(response.interpretation, query: query)
        self.isExplained = isExplained
    }

    func text(_ terminal: TerminalText) -> String {
        let above =
            isExplained
            ? query.explanation.flatMap { terminal.lines(StyledText($0), hanging: 2) }
            : query.notes.flatMap { terminal.lines(StyledText(note: $0, .dim)) }
        var lines = above.isEmpty ? [] : above + [""]
        if !response.results.isEmpty, let heading = Self.heading(response.answer) { lines += [heading, ""] }
        for (rank, result) in response.results.enumerated() {
            lines += self.lines(of: result, rank: rank + 1, terminal) + [""]
        }
        if response.results.isEmpty { lines.append(response.hasMore ? Self.nothingNear : "Nothing found.") }
        var notes = isExplained ? [] : query.wishes + [query.filter].compactMap(\.self)
        notes += response.notes.map { "Note: " + TerminalText.safe($0) }
        lines += notes.flatMap { terminal.lines(StyledText(note: $0, .dim)) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static let indent = 3
    /// The width where output has none, and the most lines of an excerpt.
    private static let (width, mostLines) = (100, 5)

    private static let nothingNear = "Nothing near. --limit 20 shows the nearest."

    private static func heading(_ answer: SearchResponse.Answer) -> String? {
        switch answer {
        case .says: nil
        case .closeInMeaning: "Close in meaning:"
        case .nothingNear: "Nothing near. The nearest:"
        }
    }

    /// `(close in meaning)`, where a result is of a weaker kind than the first.
    private func kind(of result: SearchResult) -> String {
        guard SearchResponse.Answer(result.match) != response.answer else { return "" }
        switch result.match {
        case .says: return ""
        case .closeInMeaning: return "  (close in meaning)"
        case .weak: return "  (less certain)"
        }
    }

    private func lines(of result: SearchResult, rank: Int, _ terminal: TerminalText) -> [String] {
        guard let best = result.passages.first else { return [] }
        let number = "\(rank). "
        var lines = terminal.lines(
            StyledText(number, [.bold, .cyan]) + heading(of: result), hanging: number.columns)
        let page = best.page.map { " · page \($0)" } ?? ""
        let byline = Self.byline(best.item, sender: best.item.listedSender(owner: owner))
        lines += terminal.lines(StyledText(byline + page, .dim), indent: Self.indent)
        lines += terminal.lines(
            (best.standIn.isEmpty ? StyledText(passage: best) : StyledText(TerminalText.safe(best.standIn)))
                .withSingleBlanks(), indent: Self.indent, width: Self.width, most: Self.mostLines)
        var notes = ["Why: " + TerminalText.safe(result.why)]
        if isExplained, !response.lanes.isEmpty {
            notes.append(String(format: "Confidence %.2f", result.confidence))
            notes += result.passages.map(Self.parts)
        }
        return lines + notes.flatMap { terminal.lines(StyledText($0, .dim), indent: Self.indent) }
    }

    /// `Keys for the mill  (3 items) +2 alike  (weak match)`
    private func heading(of result: SearchResult) -> StyledText {
        let count = result.thread.itemCount
        var notes = count > 1 ? ["(\(Count.of(count, "item")))"] : []
        if result.similarThreads > 0 { notes.append("+\(result.similarThreads) alike") }
        let more = notes.isEmpty ? "" : "  " + notes.joined(separator: " ")
        return StyledText(DisplayText.part(Self.title(of: result)), .bold) + StyledText(more + kind(of: result), .dim)
    }

    /// `Score 2.134: cosine 0.61, passage BM25 4.20, context BM25 7.31, covers 80 %, names the sender (1a2b3c4d)`
    private static func parts(of hit: PassageHit) -> String {
        let score = hit.score
        var parts = score.cosine.map { [String(format: "cosine %.2f", $0)] } ?? []
        parts.append(String(format: "passage BM25 %.2f", score.passageBM25))
        parts.append(String(format: "context BM25 %.2f", score.contextBM25))
        parts.append(String(format: "covers %.0f %%", score.coverage * 100))
        if score.namesSender { parts.append("names the sender") }
        if score.dateFit > 0 { parts.append(String(format: "date fits %.1f", score.dateFit)) }
        if score.rerank != 0 { parts.append(String(format: "reranked %+.2f", score.rerank)) }
        let total = String(format: "%.3f", score.fused)
        return "Score \(total): \(parts.joined(separator: ", ")) (\(hit.item.id.description.prefix(10)))"
    }

    private static func title(of result: SearchResult) -> String {
        if !result.thread.title.isEmpty { return result.thread.title }
        let item = result.passages[0].item
        return item.title.isEmpty ? "(no title)" : item.title
    }

    /// `Anna Kovacs · 2024-03-17 · email 1a2b3c4d`. The parent of an attachment is part of the reasons.
    static func byline(_ item: ItemSummary, sender: String?) -> String {
        var parts = [sender, item.quoting].compactMap(\.self)
        if let date = item.date { parts.append(DayText.day(date)) }
        parts.append("\(item.kind.rawValue) \(item.id.description.prefix(10))")
        return parts.map(DisplayText.part).joined(separator: " · ")
    }
}

extension StyledText {
    /// A passage's text without the marks of Markdown, with the query's terms marked and the best sentence underlined.
    fileprivate init(passage hit: PassageHit) {
        let bytes = Array(hit.text.utf8)
        let words = hit.highlights.flatMap { [$0.lowerBound, $0.upperBound] }
        let sentence = hit.sentence.map { [$0.lowerBound, $0.upperBound] } ?? []
        let marks = hit.marks.flatMap { [$0.lowerBound, $0.upperBound] }
        let edges = Set([0, bytes.count] + words + sentence + marks).sorted()
        self = zip(edges, edges.dropFirst()).reduce(into: StyledText("")) { text, edge in
            if hit.marks.contains(where: { $0.contains(edge.0) }) { return }
            let part = String(decoding: bytes[edge.0..<edge.1], as: UTF8.self)
            text += StyledText(TerminalText.safe(part), hit.style(at: edge.0))
        }
    }
}

extension PassageHit {
    fileprivate func style(at byte: Int) -> TextStyle {
        var style: TextStyle = sentence?.contains(byte) == true ? .underlined : []
        if highlights.contains(where: { $0.contains(byte) }) { style.formUnion([.bold, .yellow]) }
        return style
    }
}

/// Unambiguous dates for people.
enum DayText {
    /// `2024-03-17`
    static func day(_ date: Date) -> String { format(date, "%04d-%02d-%02d") { [$0.year, $0.month, $0.day] } }

    /// `2024-03-17 18:05`
    static func minute(_ date: Date) -> String {
        format(date, "%04d-%02d-%02d %02d:%02d") { [$0.year, $0.month, $0.day, $0.hour, $0.minute] }
    }

    private static func format(_ date: Date, _ format: String, _ fields: (DateComponents) -> [Int?]) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        let components = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        return String(format: format, arguments: fields(components).map { ($0 ?? 0) as any CVarArg })
    }
}
