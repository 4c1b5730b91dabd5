import ArgumentParser
import Foundation
import RecallCore
import RecallKit
import RecallWire

struct RestoreCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Makes a library from a file that recall backup wrote.",
        discussion: """
            The library takes its place once all of it was read and checked. One that is there already stays unless you say \
            --replace; then it is put aside, not deleted, and the command says where.
            """)

    @Argument(help: ArgumentHelp("The backup.", valueName: "file"), completion: .file())
    var file: String

    @Flag(help: "Put the library that is there aside.")
    var replace = false

    @Flag(help: "Do not show progress.")
    var quiet = false

    @OptionGroup var library: LibraryOptions

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        let line = ProgressLine(isQuiet: quiet || format == .json)
        defer { line.finish() }
        let restore = try await Interruption.cancelling { [file, replace, location = library.location] in
            try RecallLibrary.restore(from: file, to: location, replacing: replace) { progress in
                try Task.checkCancellation()
                line.show(progress)
            }
        }
        line.finish()
        print(format == .json ? try PayloadEncoding.document(RestorePayload(restore)) : Self.text(restore))
    }

    private static func text(_ restore: LibraryRestore) -> String {
        let lines = [
            "\(TerminalText.safe(restore.location.folder)): \(Count.of(restore.items, "item")), as of \(DayText.minute(restore.created)).",
            restore.replaced.map {
                "The library that was there is now \(TerminalText.safe($0)). Delete that folder when you do not need it."
            },
        ]
        return lines.compactMap(\.self).joined(separator: "\n")
    }
}
