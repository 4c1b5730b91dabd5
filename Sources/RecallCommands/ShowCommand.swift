import ArgumentParser
import Foundation
import RecallCore
import RecallKit
import RecallWire

struct ShowCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Prints an item, or its whole thread.",
        discussion: """
            recall show 3 opens the third result of the last search in this terminal. Ids are what search prints; the first \
            digits are enough when no other item begins with them. The path of the file that an item came from is printed \
            on one line, to be copied and opened.
            """)

    @OptionGroup var item: ItemIDArgument

    @OptionGroup var library: LibraryOptions

    @Flag(help: "Print the whole thread instead of the item and its neighbours' headings.")
    var thread = false

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    @Option(
        help: ArgumentHelp(
            "Save the e-mail's attachments in this folder instead of printing, read again from the file it was imported from. "
                + "No file is overwritten.", valueName: "folder"))
    var saveAttachments: String?

    func run() async throws {
        let library = try RecallLibrary(at: library.location, for: .read, model: .none)
        let id = try item.find(in: library)
        if let saveAttachments { return try await save(id, from: library, in: AttachmentFolder(saveAttachments)) }
        guard let report = try ItemReport(of: id, in: library, isWholeThread: thread) else {
            throw CommandFailure("That item is no longer in the library.", code: "not-found")
        }
        guard format == .text else { return try printJSON(of: report, library) }
        print(report.text(), terminator: "")
    }

    private func printJSON(of report: ItemReport, _ library: RecallLibrary) throws {
        let (id, itemThread, items) = (report.id, report.thread, report.items)
        let position = items.firstIndex { $0.id == id } ?? 0
        let shown = thread ? items[...] : items[position...position]
        let window = ThreadWindowPayload(
            itemThread, position: position, offset: shown.startIndex,
            items: try shown.map { try ItemPayload(library.described($0)) })
        print(try PayloadEncoding.document(window))
    }

    private func save(_ id: ItemID, from library: RecallLibrary, in folder: AttachmentFolder) async throws {
        guard let original = try library.original(of: id) else {
            throw CommandFailure("That item is no longer in the library.", code: "not-found")
        }
        let names = try await folder.save(original)
        for name in names { print(TerminalText.safe(name)) }
        if names.isEmpty { print("It has no attachments.") }
    }
}
