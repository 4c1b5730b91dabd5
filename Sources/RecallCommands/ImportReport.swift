import Foundation
import RecallCore
import RecallWire

/// The summary that ends an import.
struct ImportReport {
    let summary: ImportSummary
    let embedding: EmbeddingProgress?
    /// The total time.
    let elapsed: Duration
    /// True if the library was empty, so that what was known came twice.
    let isFirst: Bool
    /// True if the text of scanned pages was recognised.
    let recognisesText: Bool

    init(
        _ summary: ImportSummary, _ embedding: EmbeddingProgress?, elapsed: Duration, isFirst: Bool = false,
        recognisesText: Bool = false
    ) {
        self.summary = summary
        self.embedding = embedding
        self.elapsed = elapsed
        self.isFirst = isFirst
        self.recognisesText = recognisesText
    }

    var json: String {
        get throws { try PayloadEncoding.document(ImportSummaryPayload(summary, embedding, elapsed: elapsed)) }
    }

    /// - Parameters:
    ///   - embedsOnly: true if no files were asked to be imported.
    ///   - backlog: the passages of the library that are not embedded, and what to do; `nil` if there are none.
    func text(
        _ terminal: TerminalText, embedsOnly: Bool, _ passages: (all: Int, embedded: Int), backlog: String?
    ) -> String {
        let embedded = embedding?.passages ?? 0
        var lines: [(StyledText, indent: Int)] = embedsOnly ? [] : [(StyledText(headline, .bold), 0)] + details
        if let embedding, embedded > 0 {
            lines.append((StyledText(self.embedded(embedding, passages)), 0))
            lines.append((StyledText(rate + "; the stages' work, side by side: " + stages(embedding) + ".", .dim), 0))
        } else if embedsOnly, backlog == nil {
            lines.append(("Nothing to embed: all passages are embedded.", 0))
        }
        if let backlog { lines.append((StyledText(note: backlog, .yellow), 0)) }
        if summary.wasStopped || embedding?.wasStopped == true {
            lines.append((StyledText("Stopped at a checkpoint. Run the same command to go on there.", .yellow), 0))
        }
        return lines.flatMap { terminal.lines($0, indent: $1, hanging: 2) }.joined(separator: "\n")
    }

    /// The passages embedded. Of an import that was stopped, the library's state: threads that grew meanwhile are embedded again.
    private func embedded(_ embedding: EmbeddingProgress, _ passages: (all: Int, embedded: Int)) -> String {
        guard embedding.wasStopped else { return "Embedded \(Count.of(embedding.passages, "passage"))." }
        return "Embedded by now: \(Count.grouped(passages.embedded)) of \(Count.of(passages.all, "passage"))."
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
        if summary.items == summary.deletedBefore { return "\(read), all deleted before: nothing imported." }
        if summary.new + summary.updated == 0 { return "\(read), all imported before: nothing new." }
        return "\(read): "
            + parts([
                (summary.new, "new"), (summary.updated, "changed"),
                (summary.duplicates, known),
                (summary.deletedBefore, "deleted before"),
            ])
    }

    /// The word for items that an import knew. Of files that have not changed some may have been deleted since.
    private var known: String { isFirst ? "there twice" : summary.mayLackDeleted ? "imported before" : "already there" }

    private var details: [(StyledText, indent: Int)] {
        var lines: [(StyledText, indent: Int)] = []
        if summary.attachments > 0 {
            lines.append((StyledText("\(Count.of(summary.attachments, "attachment")) with text."), 0))
        }
        lines += failures
        if summary.deletedBefore > 0 {
            let items = Count.of(summary.deletedBefore, "deleted item")
            lines.append((StyledText("\(items) stayed out; --restore-deleted brings back what was deleted."), 0))
        } else if summary.mayLackDeleted {
            lines.append((StyledText(Self.deletedStay), 0))
        }
        if summary.former > 0 { lines.append((StyledText(former), 0)) }
        if summary.scans > 0, !recognisesText { lines.append((StyledText(scans), 0)) }
        if !skipped.isEmpty { lines.append((StyledText("Left out: \(skipped).\(advice)"), 0)) }
        return lines
    }

    private var scans: String {
        let documents = summary.scans == 1 ? "1 PDF document has" : "\(Count.grouped(summary.scans)) PDF documents have"
        return "\(documents) no text, only pictures of it. Text recognition reads it: import again with --ocr."
    }

    private var former: String {
        summary.former == 1
            ? "1 event or contact is no longer in its file: it stays in the library, comes last and answers nothing."
            : "\(Count.grouped(summary.former)) events or contacts are no longer in their files: they stay in the library, "
                + "come last and answer nothing."
    }

    private static let deletedStay =
        "What you deleted stays out, of files that have not changed too; --restore-deleted brings it back."

    private var failures: [(StyledText, indent: Int)] {
        let count = summary.failures + summary.attachmentFailures
        guard count > 0 else { return [] }
        var lines = [(StyledText("\(Count.of(count, "failure")):", .red), indent: 0)]
        lines += summary.firstFailures.map { (StyledText(TerminalText.safe(Self.shown($0).description)), 2) }
        if count > summary.firstFailures.count {
            lines.append((StyledText(note: "All, with reasons: recall status --failures", .dim), 2))
        }
        return lines
    }

    private static func shown(_ failure: ImportFailure) -> ImportFailure {
        var shown = failure
        (shown.path, shown.place) = (ShownPath.text(failure.path), failure.place.map(ShownPath.text))
        return shown
    }

    private var advice: String {
        let holdsArchives = summary.skipped.keys.contains { if case .archive = $0 { true } else { false } }
        return holdsArchives ? " To import what is in an archive, name it." : ""
    }

    /// `12 .jpg, 3 .png, 2 empty files`
    private var skipped: String {
        let counts = summary.skipped.map { (name: Self.name($0.key, count: $0.value), count: $0.value) }
            .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
        let named = counts.prefix(6).map { "\(Count.grouped($0.count)) \($0.name)" }
        let rest = counts.dropFirst(6).reduce(0) { $0 + $1.count }
        return (named + (rest > 0 ? [Count.of(rest, "other")] : [])).joined(separator: ", ")
    }

    private static func name(_ reason: SkipReason, count: Int) -> String {
        let isOne = count == 1
        return switch reason {
        case .otherType(""): "without extension"
        case .otherType(let fileExtension), .archive(let fileExtension): ".\(TerminalText.safe(fileExtension))"
        case .encryptedArchive(let fileExtension): ".\(TerminalText.safe(fileExtension)) with a password"
        case .repeatsExport: "that \(isOne ? "repeats" : "repeat") an export"
        case .empty: "empty"
        case .hidden: "hidden"
        case .brokenLink: isOne ? "broken link" : "broken links"
        case .link: isOne ? "link" : "links"
        case .notAFile: isOne ? "pipe or device" : "pipes or devices"
        case .mailProgramFile: "of the mail program"
        case .sentInChat: "sent in a chat"
        case .imageWithoutText: isOne ? "image without text" : "images without text"
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
