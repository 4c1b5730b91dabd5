import ArgumentParser
import Foundation
import RecallCore
import RecallKit
import RecallWire

struct StatusCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Says what the library holds, how far it is embedded, and what failed.")

    @OptionGroup var library: LibraryOptions

    @Flag(help: "List what could not be imported, and why.")
    var failures = false

    @Flag(help: "Forget what could not be imported. The next import of the same paths lists what still cannot.")
    var dismissFailures = false

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        if dismissFailures { try dismiss() }
        let library = try RecallLibrary(at: library.location, for: .read, model: format == .json ? .installed : .none)
        let listed = failures ? try library.failures() : nil
        switch format {
        case .json: print(try PayloadEncoding.document(payload(library, listed)))
        case .text:
            let report = StatusReport(
                location: library.location, counts: try library.counts(), generations: try library.generations(),
                maintenance: MaintenanceRecord(of: library.location).state,
                failures: listed ?? [])
            print(report.text(TerminalText()))
        }
    }

    private func dismiss() throws {
        let dismissed = try RecallLibrary(at: library.location, for: .write, model: .none).dismissFailures()
        if format == .text { print("Dismissed \(Count.of(dismissed, "failure")).") }
    }

    private func payload(_ library: RecallLibrary, _ failures: [StoredFailure]?) throws -> StatusPayload {
        StatusPayload(
            programVersion: RecallCommand.configuration.version, path: library.location.folder,
            counts: try library.counts(), generations: try library.generations(),
            model: library.model.map(ModelInUsePayload.init),
            hasWriter: library.location.hasWriter,
            maintenance: MaintenanceRecord(of: library.location).state, failures: failures)
    }
}

/// The state of a library as printed.
struct StatusReport {
    let location: LibraryLocation
    let counts: LibraryCounts
    let generations: [LibraryGeneration]
    let maintenance: LibraryMaintenance
    let failures: [StoredFailure]

    func text(_ terminal: TerminalText) -> String {
        let listed = failures.flatMap { terminal.lines(StyledText(Self.line($0)), indent: 2, hanging: 2) }
        let fields = fields.flatMap {
            terminal.field($0.label.padding(toLength: 9, withPad: " ", startingAt: 0), StyledText($0.text))
        }
        return (fields + listed).joined(separator: "\n")
    }

    private var fields: [(label: String, text: String)] {
        let kinds = ItemKind.allCases.compactMap { kind in
            counts.items[kind].map { Count.of($0, kind.rawValue) }
        }
        var fields = [
            ("Library:", "\(location.folder) (\(Count.bytes(counts.byteCount)))"),
            ("Items:", kinds.isEmpty ? "none yet" : kinds.joined(separator: ", ")),
        ]
        if counts.attachmentItems > 0 {
            fields.append(("", "of these \(Count.of(counts.attachmentItems, "attachment"))"))
        }
        fields.append(("Threads:", Count.grouped(counts.threads)))
        fields.append(("Words:", "all \(Count.of(counts.passages, "passage")) searchable"))
        fields.append(("Meaning:", meaning))
        fields += generations.map(generation)
        fields.append(("Upkeep:", upkeep))
        if counts.failures > 0 {
            let advice = failures.isEmpty ? " (list them: \(location.command("status --failures")))" : ""
            fields.append(("Failed:", Count.grouped(counts.failures) + advice))
        }
        return fields
    }

    private var upkeep: String {
        guard maintenance.isOn else { return "off; switch it on in the settings of recall serve" }
        let last = maintenance.last.map { ", last \(DayText.minute($0))" } ?? ""
        return "in quiet moments of recall serve\(last)"
    }

    private func generation(_ generation: LibraryGeneration) -> (label: String, text: String) {
        let name = TerminalText.safe(generation.model) + (generation.precision.map { " (\($0.rawValue))" } ?? "")
        switch generation.state {
        case .serving: return ("Model:", name + (generation.index.map { "; \(Self.text($0))" } ?? ""))
        case .building:
            let share = generation.embedded * 100 / max(1, generation.passages)
            return ("", "being built: \(name), \(share) %; go on: \(location.command("import --embed-only"))")
        case .unused: return ("", "not in use: \(name); freed by: \(location.command("compact"))")
        case .kept: return ("", "kept: \(name); use it again: \(location.command("model use --rollback"))")
        }
    }

    private static func text(_ index: VectorIndexState) -> String {
        guard index.inFile > 0 else { return "\(Count.of(index.inDatabase, "vector")) compared one by one" }
        let sketched = "\(Count.of(index.inFile, "vector")) in the quantized index"
        return index.inDatabase == 0 ? sketched : sketched + ", \(Count.grouped(index.inDatabase)) compared one by one"
    }

    private static func line(_ failure: StoredFailure) -> String {
        let place = failure.place.map { ", \(ShownPath.text($0))" } ?? ""
        return "\(ShownPath.text(failure.path))\(place): \(TerminalText.safe(failure.reason)) [\(failure.code)]"
    }

    private var meaning: String {
        guard counts.passages > 0 else { return "nothing to embed" }
        if counts.embeddedPassages >= counts.passages { return "all passages searchable" }
        let share = counts.embeddedPassages * 100 / counts.passages
        return "\(share) % (\(Count.grouped(counts.embeddedPassages)) of \(Count.of(counts.passages, "passage"))); "
            + "the rest: " + location.command("import --embed-only")
    }
}
