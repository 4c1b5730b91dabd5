import Foundation
import RecallCore

/// Search results as printed.
struct SearchReport {
    private let response: SearchResponse
    private let query: QueryReport
    private let isExplained: Bool

    init(_ response: SearchResponse, query: SearchQuery, isExplained: Bool) {
        self.response = response
        self.query = QueryReport(response.interpretation, query: query)
        self.isExplained = isExplained
    }

    func text(_ terminal: TerminalText) -> String {
        var lines = isExplained ? query.explanation + [""] : []
        if !response.results.isEmpty, !response.hasClearMatch { lines += ["No clear match. The nearest:", ""] }
        for (rank, result) in response.results.enumerated() {
            lines += self.lines(of: result, rank: rank + 1, terminal) + [""]
        }
        if response.results.isEmpty { lines.append("Nothing found.") }
        if !isExplained { lines += ([query.wishes, query.filter].compactMap(\.self) + query.notes).map(terminal.dim) }
        lines += response.notes.map { terminal.dim("Note: " + $0) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func lines(of result: SearchResult, rank: Int, _ terminal: TerminalText) -> [String] {
        guard let best = result.passages.first else { return [] }
        let count = result.thread.itemCount
        var notes = count > 1 ? ["(\(Count.of(count, "item")))"] : []
        if result.similarThreads > 0 { notes.append("+\(result.similarThreads) alike") }
        let more = notes.isEmpty ? "" : terminal.dim("  " + notes.joined(separator: " "))
        let weak = result.isWeak && response.hasClearMatch ? terminal.dim("  (weak match)") : ""
        var lines = [
            terminal.bold("\(rank). \(TerminalText.safe(Self.title(of: result)))") + more + weak,
            "   " + terminal.dim(Self.byline(best.item)),
        ]
        lines += Self.wrapped(terminal.marked(best), indent: "   ")
        lines.append("   " + terminal.dim("Why: \(TerminalText.safe(result.why))"))
        if isExplained, !response.lanes.isEmpty {
            lines.append("   " + terminal.dim(String(format: "Confidence %.2f", result.confidence)))
            lines += result.passages.map { "   " + terminal.dim(Self.parts(of: $0)) }
        }
        return lines
    }

    /// `Score 2.134: cosine 0.61, passage's words 4.20, context's words 7.31, covers 80 %, names the sender (1a2b3c4d)`
    private static func parts(of hit: PassageHit) -> String {
        let score = hit.score
        var parts = score.cosine.map { [String(format: "cosine %.2f", $0)] } ?? []
        parts.append(String(format: "passage's words %.2f", score.passageWords))
        parts.append(String(format: "context's words %.2f", score.contextWords))
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
    private static func byline(_ item: ItemSummary) -> String {
        var parts: [String] = []
        if let sender = item.sender { parts.append(sender.displayName) }
        if let date = item.date { parts.append(DayText.day(date)) }
        parts.append("\(item.kind.rawValue) \(item.id.description.prefix(10))")
        return TerminalText.safe(parts.joined(separator: " · "))
    }

    private static let width = 100
    private static let mostLines = 5

    /// Wraps text to at most `width` characters, not counting escape sequences.
    private static func wrapped(_ text: String, indent: String) -> [String] {
        var lines = [indent]
        var length = 0
        for word in text.split(separator: " ") {
            let count = word.replacing(/\u{1B}\[[0-9;]*m/, with: "").count
            if length > 0, length + count + 1 > width {
                guard lines.count < mostLines else {
                    lines[lines.count - 1] += " …"
                    return lines
                }
                lines.append(indent)
                length = 0
            }
            lines[lines.count - 1] += (length > 0 ? " " : "") + word
            length += count + 1
        }
        return lines
    }
}

extension TerminalText {
    /// A passage's text on one line, with the query's terms marked and the best sentence underlined.
    fileprivate func marked(_ hit: PassageHit) -> String {
        let bytes = Array(hit.text.utf8)
        let words = hit.highlights.flatMap { [$0.lowerBound, $0.upperBound] }
        let sentence = hit.sentence.map { [$0.lowerBound, $0.upperBound] } ?? []
        let edges = Set([0, bytes.count] + words + sentence).sorted()
        return zip(edges, edges.dropFirst()).map { lower, upper in
            let part = Self.safe(String(decoding: bytes[lower..<upper], as: UTF8.self))
            let isWord = hit.highlights.contains { $0.contains(lower) }
            return styled(part, isWord: isWord, isInSentence: hit.sentence?.contains(lower) ?? false)
        }.joined()
    }

    /// Styles a part word by word, so that a line can be wrapped between words.
    private func styled(_ part: String, isWord: Bool, isInSentence: Bool) -> String {
        guard isWord || isInSentence else { return part }
        return part.split(separator: " ", omittingEmptySubsequences: false).map { word in
            switch (isWord, isInSentence) {
            case (true, true): underlinedHighlight(String(word))
            case (true, false): highlighted(String(word))
            default: underlined(String(word))
            }
        }.joined(separator: " ")
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
