import ArgumentParser
import Foundation
import RecallCore
import RecallKit

struct MemoryExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Prints the memories as Markdown, secret ones too, or writes them to a file.")

    @Argument(help: ArgumentHelp("The file to write; none prints them.", valueName: "file"), completion: .file())
    var file: String?

    @OptionGroup var library: LibraryOptions

    func run() async throws {
        let library = try RecallLibrary(at: library.location, for: .read, model: .none)
        let text = MemoryMarkdown.text(of: try library.memories())
        guard let file else {
            StandardStream.output.write(text)
            return
        }
        guard
            FileManager.default.createFile(
                atPath: NSString(string: file).expandingTildeInPath, contents: Data(text.utf8),
                attributes: [.posixPermissions: 0o600])
        else { throw CommandFailure("The file cannot be written. Check its folder and its permissions.") }
    }
}

struct MemoryImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Reads memories from a file that recall memory export wrote, or that is written like one.",
        discussion: """
            A memory with the id of one that is kept takes its place; one with the text of another is left out. If a line \
            is wrong, nothing is kept.
            """)

    @Argument(help: ArgumentHelp("The file.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var library: LibraryOptions

    /// More than all memories of a library can have.
    private static let mostBytes = 64 << 20

    func run() async throws {
        let library = try RecallLibrary(at: library.location, for: .read)
        let memories = try MemoryMarkdown.memories(in: try text())
        let changed = try library.importMemories(memories)
        print("New or changed: \(changed) of \(memories.count) in the file.")
    }

    private func text() throws -> String {
        let path = NSString(string: file).expandingTildeInPath
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        guard let size, size <= Self.mostBytes, let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure("The file cannot be read, or is larger than 64 MB.", code: "not-found")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw CommandFailure("The file is no UTF-8 text.", code: "not-text")
        }
        return text
    }
}
