import ArgumentParser
import RecallCore
import RecallKit
import RecallWire

struct StatusCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Says what the library holds, how far it is embedded, and what failed.")

    @OptionGroup var library: LibraryOptions

    @Flag(help: "List what could not be imported, and why.")
    var failures = false

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        let library = try RecallLibrary(at: library.location, for: .read, model: format == .json ? .installed : .none)
        let listed = failures ? try library.failures() : nil
        switch format {
        case .json: print(try PayloadEncoding.document(payload(library, listed)))
        case .text:
            let report = StatusReport(
                folder: library.location.folder, counts: try library.counts(), failures: listed ?? [])
            print(report.text())
        }
    }

    private func payload(_ library: RecallLibrary, _ failures: [StoredFailure]?) throws -> StatusPayload {
        StatusPayload(
            programVersion: RecallCommand.configuration.version, path: library.location.folder,
            counts: try library.counts(),
            model: library.model.map(ModelInUsePayload.init),
            hasWriter: library.location.hasWriter, failures: failures)
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
}
