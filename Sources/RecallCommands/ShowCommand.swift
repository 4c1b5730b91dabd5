import ArgumentParser
import Foundation
import RecallCore
import RecallKit
import RecallStore

struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Prints an item, or its whole thread.",
        discussion: "ID is what search prints; its first digits are enough when no other item begins with them.")

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
        let library = try RecallLibrary(at: library.location, for: .read, encoder: nil)
        let id = try item.find(in: library)
        if let saveAttachments { return try await save(id, from: library, in: AttachmentFolder(saveAttachments)) }
        guard let (itemThread, items) = try library.thread(of: id) else {
            throw CommandFailure("That item is no longer in the library.")
        }
        let report = ItemReport(thread: itemThread, items: items, id: id, isWholeThread: thread)
        print(format == .json ? try report.json() : report.text(TerminalText()), terminator: "")
    }

    private func save(_ id: ItemID, from library: RecallLibrary, in folder: AttachmentFolder) async throws {
        guard let original = try library.original(of: id) else {
            throw CommandFailure("That item is no longer in the library.")
        }
        let names = try await folder.save(original)
        for name in names { print(TerminalText.safe(name)) }
        if names.isEmpty { print("It has no attachments.") }
    }
}

/// A failure that ends a command with a message for a person.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
