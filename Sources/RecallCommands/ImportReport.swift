import Foundation
import RecallCore
import RecallWire

/// The summary that ends an import.
struct ImportReport {
    let summary: ImportSummary
    let embedding: EmbeddingProgress?
    /// The total time.
    let elapsed: Duration

    init(_ summary: ImportSummary, _ embedding: EmbeddingProgress?, elapsed: Duration) {
        self.summary = summary
        self.embedding = embedding
        self.elapsed = elapsed
    }

    var json: String {
        get throws { try PayloadEncoding.document(ImportSummaryPayload(summary, embedding, elapsed: elapsed)) }
    }

    func text(modelProblem: String?) -> String {
        var lines = [headline] + details
        if let embedding, embedding.passages > 0 {
            lines.append("Embedded \(Count.of(embedding.passages, "passage")).")
            lines.append(rate + "; the stages' work, side by side: " + stages(embedding) + ".")
        }
        if let modelProblem { lines.append("Not embedded, so found by words only: \(modelProblem)") }
        if summary.wasStopped || embedding?.wasStopped == true {
            lines.append("Stopped at a checkpoint. Run the same command to go on there.")
        }
        return lines.joined(separator: "\n")
    }

    /// "1 min 38 s, 120 items a second"
    private var rate: String {
        let seconds = elapsed / .seconds(1)
        guard summary.new + summary.updated > 0 else { return ProgressLine.duration(seconds) }
        let items = Double(summary.items) / max(seconds, 0.001)
        return "\(ProgressLine.duration(seconds)), \(Count.of(Int(items), "item")) a second"
    }

    /// "encoding 81.2 %, reading files 9.0 %, …": the share of each stage in the total work.
    private func stages(_ embedding: EmbeddingProgress) -> String {
        let stages = [
            ("encoding", embedding.encoding), ("reading files", summary.reading), ("storing items", summary.storing),
            ("preparing windows", embedding.preparing), ("storing vectors", embedding.writing),
        ]
        let sum = stages.reduce(Duration.zero) { $0 + $1.1 }
        return stages.map { "\($0) \(String(format: "%.1f", 100 * ($1 / sum))) %" }.joined(separator: ", ")
    }

    private var headline: String {
        if summary.items == 0, summary.failures == 0, summary.files == 0 { return "Nothing to import there." }
        let read = Count.of(summary.items, "item")
        if summary.items == 0 { return "No item could be read." }
        if summary.new + summary.updated == 0 { return "\(read), all imported before: nothing changed." }
        return "\(read): "
            + parts([(summary.new, "new"), (summary.updated, "changed"), (summary.duplicates, "known before")])
    }

    private var details: [String] {
        var lines: [String] = []
        if summary.attachments > 0 { lines.append("\(Count.of(summary.attachments, "attachment")) with text.") }
        let failures = summary.failures + summary.attachmentFailures
        if failures > 0 {
            lines.append("\(Count.of(failures, "failure")):")
            lines += summary.firstFailures.map { "  " + TerminalText.safe($0.description) }
            if failures > summary.firstFailures.count { lines.append("  All, with reasons: recall status --failures") }
        }
        let leftOut = [
            skipped, summary.deletedBefore > 0 ? "\(Count.grouped(summary.deletedBefore)) deleted before" : "",
        ]
        .filter { !$0.isEmpty }
        if !leftOut.isEmpty { lines.append("Left out: " + leftOut.joined(separator: ", ") + ".") }
        return lines
    }

    /// `12 .jpg, 3 .png, 2 empty files`
    private var skipped: String {
        let counts = summary.skipped.map { (name: Self.name($0.key), count: $0.value) }
            .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
        let named = counts.prefix(6).map { "\(Count.grouped($0.count)) \($0.name)" }
        let rest = counts.dropFirst(6).reduce(0) { $0 + $1.count }
        return (named + (rest > 0 ? ["\(Count.grouped(rest)) others"] : [])).joined(separator: ", ")
    }

    private static func name(_ reason: SkipReason) -> String {
        switch reason {
        case .otherType(""): "without extension"
        case .otherType(let fileExtension): ".\(fileExtension)"
        case .empty: "empty"
        case .brokenLink: "broken links"
        case .link: "links"
        case .notAFile: "pipes or devices"
        case .mailProgramFile: "of the mail program"
        }
    }

    private func parts(_ counts: [(Int, String)]) -> String {
        counts.filter { $0.0 > 0 }.map { "\(Count.grouped($0.0)) \($0.1)" }.joined(separator: ", ") + "."
    }
}

/// Numbers for people.
enum Count {
    /// `1,234 items`, `1 item`.
    static func of(_ count: Int, _ noun: String) -> String {
        "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
    }

    /// `1,234,567`.
    static func grouped(_ count: Int) -> String {
        var digits = String(count.magnitude)
        var groups: [Substring] = []
        while digits.count > 3 {
            groups.insert(digits.suffix(3), at: 0)
            digits.removeLast(3)
        }
        return (count < 0 ? "-" : "") + ([digits[...]] + groups).joined(separator: ",")
    }

    /// `12.3 MB`.
    static func bytes(_ count: Int) -> String {
        var (value, unit) = (Double(count), 0)
        let units = ["bytes", "KB", "MB", "GB", "TB"]
        while value >= 1_000, unit < units.count - 1 { (value, unit) = (value / 1_000, unit + 1) }
        return unit == 0 ? "\(count) bytes" : String(format: "%.1f %@", value, units[unit] as NSString)
    }
}
