import ArgumentParser
import Foundation
import RecallCore
import RecallKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

struct MemoryExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Prints the memories as Markdown, secret ones too, or writes them to a file.")

    @Argument(help: ArgumentHelp("The file to write; none prints them.", valueName: "file"), completion: .file())
    var file: String?

    @Flag(help: "Overwrite the file if there is one.")
    var force = false

    @OptionGroup var library: LibraryOptions

    func run() async throws {
        let library = try RecallLibrary(at: library.location, for: .read, model: .none)
        let text = MemoryMarkdown.text(of: try library.memories())
        guard let file else {
            StandardStream.output.write(text)
            return
        }
        try write(text, to: NSString(string: file).expandingTildeInPath)
    }

    /// Writes a file for the person alone. An old one goes only once the new one is written.
    private func write(_ text: String, to path: String) throws {
        let written = force ? path + ".\(UUID().uuidString)" : path
        let descriptor = open(written, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if descriptor < 0, errno == EEXIST {
            throw CommandFailure("There is a file of that name. --force overwrites it.", code: "exists")
        }
        guard descriptor >= 0 else { throw Self.unwritable }
        do {
            try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: Data(text.utf8))
            guard !force || rename(written, path) == 0 else { throw Self.unwritable }
        } catch {
            unlink(written)
            throw Self.unwritable
        }
    }

    private static let unwritable = CommandFailure(
        "The file cannot be written. Check its folder, its permissions and the space on the disk.")
}

struct MemoryImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Reads memories from a file that recall memory export wrote, or that is written like one.",
        discussion: """
            A memory with the id of one that is kept takes its place; one with the text of another is left out, and one that \
            says the same is merged. What contradicts one that is kept is left out (exit code 4) unless you say --replace or \
            --keep-both. If a line is wrong, nothing is kept.
            """)

    @Argument(help: ArgumentHelp("The file.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var conflict: MemoryConflictOptions

    @OptionGroup var library: LibraryOptions

    /// More than all memories of a library can have.
    private static let mostBytes = 64 << 20

    func run() async throws {
        let library = try RecallLibrary(at: library.location, for: .read)
        let memories = try MemoryMarkdown.memories(in: try text())
        let outcome = try library.importMemories(memories, resolving: conflict.resolution)
        print("New or changed: \(outcome.changed) of \(memories.count) in the file.")
        guard !outcome.contradictions.isEmpty else { return }
        print(Self.text(outcome.contradictions).joined(separator: "\n"))
        throw MemoryConflictOptions.contradicts
    }

    private static func text(_ contradictions: [(memory: Memory, kept: [Memory])]) -> [String] {
        let lines = contradictions.flatMap { memory, kept in
            [TerminalText.safe(memory.text)] + kept.flatMap { MemoryReport.lines($0, TerminalText()) }
        }
        return ["Left out, since they contradict what is remembered:"] + lines
            + ["Import the file again with --replace to end what is remembered, or with --keep-both."]
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
