import ArgumentParser
import Foundation
import RecallCore
import RecallKit
import RecallWire

struct BackupCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Writes everything that the library holds into one file, and reads it back.",
        discussion: """
            The file holds the database, uploaded files, memories, answers, settings and saved searches. Indexes are left out: \
            they are made again. You can search, import and serve meanwhile. The file is a tar archive; a name that ends in \
            .tar.gz or .tar.zst compresses it. recall restore makes a library of it. It is readable by you alone, and not \
            encrypted.
            """)

    @Argument(
        help: ArgumentHelp("The file to write, or a folder for one that is named after the date.", valueName: "file"),
        completion: .file())
    var file: String

    @Flag(help: "Replace the file if there is one.")
    var force = false

    @Flag(help: "Do not show progress.")
    var quiet = false

    @OptionGroup var library: LibraryOptions

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func validate() throws {
        let name = file.lowercased()
        guard file != "-", !Self.otherArchives.contains(where: name.hasSuffix) else {
            throw ValidationError(
                "A backup is a tar archive in a file: end its name in .tar, .tar.gz, .tgz or .tar.zst.")
        }
    }

    private static let otherArchives = [".zip", ".7z", ".xz", ".bz2", ".rar", ".lz4"]

    func run() async throws {
        let line = ProgressLine(isQuiet: quiet || format == .json)
        defer { line.finish() }
        let backup = try await Interruption.cancelling { [file, force, location = library.location] in
            try RecallLibrary.backUp(location, to: file, replacing: force) { progress in
                try Task.checkCancellation()
                line.show(progress)
            }
        }
        line.finish()
        print(format == .json ? try PayloadEncoding.document(BackupPayload(backup)) : Self.text(backup))
    }

    private static func text(_ backup: LibraryBackup) -> String {
        "\(TerminalText.safe(backup.path)): \(Count.of(backup.items, "item")) in \(Count.bytes(backup.byteCount)), read back and "
            + "whole."
    }
}
