import ArgumentParser
import Foundation
import RecallCore
import RecallKit
import RecallWire

struct MemoryEditCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes a memory: its text, type, sensitivity or end.",
        discussion: """
            A new text is compared as that of a new memory is. If it says the same as another one, the two become one. If it \
            contradicts one, nothing is changed (exit code 4) until you say --replace or --keep-both.
            """)

    @OptionGroup var memory: MemoryIDArgument

    @Option(help: "The new text.")
    var text: String?

    @OptionGroup var options: MemoryOptions

    @Flag(help: "It has no end any more.")
    var noEnd = false

    @OptionGroup var conflict: MemoryConflictOptions

    @OptionGroup var library: LibraryOptions

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func validate() throws {
        let changes = [text, options.type?.rawValue, options.sensitivity?.rawValue, options.until].compactMap(\.self)
        guard !changes.isEmpty || noEnd else {
            throw ValidationError("Say what to change: --text, --type, --sensitivity, --until or --no-end.")
        }
    }

    func run() async throws {
        let library = try RecallLibrary(at: library.location, for: .read)
        let memory = try memory.find(in: library)
        let old = memory.content
        let content = MemoryContent(
            text ?? old.text, type: options.type ?? old.type, sensitivity: options.sensitivity ?? old.sensitivity,
            end: noEnd ? nil : try options.end() ?? old.end)
        guard let edited = try library.editMemory(memory.id, to: content, resolving: conflict.resolution) else {
            throw CommandFailure("The memory was forgotten meanwhile.", code: "not-found")
        }
        switch format {
        case .json: print(try PayloadEncoding.document(MemoryAdditionPayload(edited)))
        case .text: print(Self.text(edited).joined(separator: "\n"))
        }
        if edited.memory == nil { throw MemoryConflictOptions.contradicts }
    }

    private static func text(_ addition: MemoryAddition) -> [String] {
        let terminal = TerminalText()
        switch addition {
        case .added(let memory), .changed(let memory): return MemoryReport.lines(memory, terminal)
        case .merged(let memory):
            return ["Another memory says the same. They are one now."] + MemoryReport.lines(memory, terminal)
        case .contradicts(let memories): return MemoryReport.contradiction(memories, terminal)
        }
    }
}
