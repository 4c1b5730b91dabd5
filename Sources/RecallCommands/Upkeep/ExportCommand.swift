public import ArgumentParser
import Foundation
public import RecallCore
import RecallKit
import RecallWire

struct ExportCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes items into a file that other programs read: Recall JSONL, or mbox for mail.",
        discussion: """
            Recall JSONL has all kinds and everything that the library knows about an item; recall import reads it. mbox has \
            the e-mails as they were sent, read again from their files; one whose file is gone is put together from what the \
            library has of it, with a header field that says so. The form follows the file's name; - prints it. Words and \
            fields after the file choose items, as in recall count; without them all are written.
            """)

    @Argument(help: ArgumentHelp("The file to write (.jsonl or .mbox), or -.", valueName: "file"), completion: .file())
    var file: String

    @Argument(help: "Words and fields: from:ann after:2024.")
    var query: [String] = []

    @Option(
        name: .customLong("as"), help: ArgumentHelp("jsonl or mbox, for a file of another name.", valueName: "form"))
    var form: ExportFormat?

    @Flag(help: "Replace the file if there is one.")
    var force = false

    @OptionGroup var library: LibraryOptions

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    /// The form that the name says.
    private var formOfName: ExportFormat? {
        guard file != "-" else { return .jsonl }
        return [".jsonl": .jsonl, ".ndjson": .jsonl, ".mbox": .mbox].first { file.lowercased().hasSuffix($0.key) }?
            .value
    }

    func validate() throws {
        guard form ?? formOfName != nil else {
            throw ValidationError("Name a file that ends in .jsonl or .mbox, or say --as jsonl or --as mbox.")
        }
    }

    func run() async throws {
        guard let form = form ?? formOfName else { return }
        let library = try RecallLibrary(at: library.location, for: .read, model: .none)
        let query = SearchQuery(QueryArgument.text(query))
        guard file != "-" else {
            _ = try library.export(as: form, matching: query) { bytes in
                let shown = form == .jsonl ? PayloadEncoding.escaped(bytes) : bytes
                guard StandardStream.output.write(shown) else { throw Self.unwritten }
            }
            return
        }
        let export = try await Interruption.cancelling { [file, force] in
            try library.export(as: form, matching: query, to: file, replacing: force)
        }
        print(format == .json ? try PayloadEncoding.document(ExportPayload(export)) : text(export))
    }

    private static let unwritten = CommandFailure("Not all was written: nobody reads it any more, or the disk is full.")

    private func text(_ export: LibraryExport) -> String {
        let lines = [
            "\(TerminalText.safe(file)): \(Count.of(export.items, "item")).",
            export.composed > 0
                ? "\(Count.of(export.composed, "mail")) put together from the library: their files are gone, in archives, or no mailboxes."
                : nil,
            export.leftOut > 0 ? "\(Count.of(export.leftOut, "item")) left out: they are no e-mails." : nil,
        ]
        return lines.compactMap(\.self).joined(separator: "\n")
    }
}

extension ExportFormat: ExpressibleByArgument {}
