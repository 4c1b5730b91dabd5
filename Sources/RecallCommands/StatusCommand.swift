import ArgumentParser
import RecallCore
import RecallKit
import RecallStore

struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Says what the library holds, how far it is embedded, and what failed.")

    @OptionGroup var library: LibraryOptions

    @Flag(help: "List what could not be imported, and why.")
    var failures = false

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        let library = try RecallLibrary(at: library.location, for: .read, encoder: nil)
        let report = StatusReport(
            folder: library.store.location.folder, counts: try library.counts(),
            failures: failures ? try library.failures() : [])
        print(format == .json ? try report.json() : report.text())
    }
}

/// The state of a library as printed.
struct StatusReport {
    let folder: String
    let counts: LibraryCounts
    let failures: [StoredFailure]

    func text() -> String {
        var lines = ["Library: \(folder) (\(Count.bytes(counts.byteCount)))"]
        let kinds = ItemKind.allCases.compactMap { kind in
            counts.items[kind].map { Count.of($0, kind.rawValue) }
        }
        lines.append("Items:   \(kinds.isEmpty ? "none yet" : kinds.joined(separator: ", "))")
        if counts.attachmentItems > 0 {
            lines.append("         of these \(Count.of(counts.attachmentItems, "attachment"))")
        }
        lines.append("Threads: \(Count.grouped(counts.threads))")
        lines.append("Words:   all \(Count.of(counts.passages, "passage")) searchable")
        lines.append("Meaning: \(meaning)")
        if counts.failures > 0 {
            lines.append(
                "Failed:  \(Count.grouped(counts.failures))\(failures.isEmpty ? " (list them: recall status --failures)" : "")"
            )
        }
        for failure in failures {
            let place = failure.place.map { ", \($0)" } ?? ""
            lines.append(
                "  \(TerminalText.safe(failure.path))\(place): \(TerminalText.safe(failure.reason)) [\(failure.code)]")
        }
        return lines.joined(separator: "\n")
    }

    private var meaning: String {
        guard counts.passages > 0 else { return "nothing to embed" }
        if counts.embeddedPassages >= counts.passages { return "all passages searchable" }
        let share = counts.embeddedPassages * 100 / counts.passages
        return "\(share) % (\(Count.grouped(counts.embeddedPassages)) of \(Count.of(counts.passages, "passage"))); "
            + "the rest: recall import --embed-only"
    }

    private struct Fields: Encodable {
        var version = 1
        var library: String
        var bytes, threads, passages, embeddedPassages, attachmentItems, failures: Int
        var items: [String: Int]
        var failureList: [FailureFields]
    }

    private struct FailureFields: Encodable {
        var path: String
        var place: String?
        var code, reason: String
        var attachment: Bool
    }

    func json() throws -> String {
        try JSONText.encode(
            Fields(
                library: folder, bytes: counts.byteCount, threads: counts.threads, passages: counts.passages,
                embeddedPassages: counts.embeddedPassages, attachmentItems: counts.attachmentItems,
                failures: counts.failures,
                items: Dictionary(uniqueKeysWithValues: counts.items.map { ($0.key.rawValue, $0.value) }),
                failureList: failures.map {
                    FailureFields(
                        path: $0.path, place: $0.place, code: $0.code, reason: $0.reason, attachment: $0.isAttachment)
                }))
    }
}
