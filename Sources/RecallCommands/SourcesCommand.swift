import ArgumentParser
import RecallCore
import RecallKit
import RecallWire

struct SourcesCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources", abstract: "Lists the files that were imported.",
        discussion: "Files of few items, such as notes, are one line for each folder.")

    @OptionGroup var library: LibraryOptions

    @Flag(help: "List each file of a folder.")
    var files = false

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        let library = try RecallLibrary(at: library.location, for: .read, model: .none)
        let sources = try library.sources()
        switch format {
        case .json: print(try PayloadEncoding.document(SourceListPayload(sources, in: library.location)))
        case .text:
            let terminal = TerminalText()
            let lines = lines(of: sources).flatMap { terminal.lines(StyledText($0), hanging: 2) }
            print(sources.isEmpty ? "Nothing is imported yet." : lines.joined(separator: "\n"))
        }
    }

    /// Each file, or the folder of several in the place of the first, and how to list those.
    private func lines(of sources: [SourceFileSummary]) -> [String] {
        let folders = files ? [:] : Dictionary(grouping: sources.filter { $0.folder != nil }) { $0.folder ?? "" }
        let lines = sources.compactMap { source -> String? in
            guard let folder = source.folder, let gathered = folders[folder] else { return Self.line(of: source) }
            return gathered.first == source ? Self.line(of: folder, gathered) : nil
        }
        return folders.isEmpty ? lines : lines + ["", "Each file: \(library.location.command("sources --files"))"]
    }

    /// `/archive/mail.mbox: mbox, 1,234 items, 2 failures, 3.4 MB`
    private static func line(of source: SourceFileSummary) -> String {
        var parts = [source.format] + amounts(of: [source])
        if source.isGone { parts.append("not there any more") }
        if !source.isComplete { parts.append("not read to its end") }
        return TerminalText.safe(source.path) + ": " + parts.joined(separator: ", ")
    }

    /// `/notes: 400 files, 400 items, 1.2 MB, 3 not there any more`
    private static func line(of folder: String, _ sources: [SourceFileSummary]) -> String {
        let (gone, cut) = (sources.count(where: \.isGone), sources.count { !$0.isComplete })
        var parts = [Count.of(sources.count, "file")] + amounts(of: sources)
        if gone > 0 { parts.append("\(gone) not there any more") }
        if cut > 0 { parts.append("\(cut) not read to the end") }
        return TerminalText.safe(folder) + ": " + parts.joined(separator: ", ")
    }

    private static func amounts(of sources: [SourceFileSummary]) -> [String] {
        let failures = sources.reduce(0) { $0 + $1.failures }
        return [Count.of(sources.reduce(0) { $0 + $1.items }, "item")]
            + (failures > 0 ? [Count.of(failures, "failure")] : [])
            + [Count.bytes(sources.reduce(0) { $0 + $1.bytes })]
    }
}
