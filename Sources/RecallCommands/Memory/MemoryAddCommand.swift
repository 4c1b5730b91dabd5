import ArgumentParser
import Foundation
import RecallCore
import RecallKit
import RecallWire

struct MemoryAddCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Remembers something.",
        discussion: """
            Type, sensitivity and end are read from the words where you do not say them: "I prefer ...", "until June". What \
            says the same as a memory is merged with it. What contradicts one is not kept (exit code 4) until you say \
            --replace, which ends the old one, or --keep-both.
            """)

    @Argument(help: "What to remember: \"My dentist is Dr. Weber\".")
    var text: [String]

    @OptionGroup var options: MemoryOptions

    @OptionGroup var conflict: MemoryConflictOptions

    @OptionGroup var library: LibraryOptions

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        let library = try RecallLibrary(at: library.location, for: .read)
        let told = text.joined(separator: " ")
        var content = RecallLibrary.memoryContent(of: told)
        let isChosen = options.isComplete || content == MemoryContent(told)
        content.type = options.type ?? content.type
        content.sensitivity = options.sensitivity ?? content.sensitivity
        content.end = try options.end() ?? content.end
        let addition = try library.addMemory(content, resolving: conflict.resolution)
        switch format {
        case .json: print(try PayloadEncoding.document(MemoryAdditionPayload(addition)))
        case .text: print(Self.text(addition, isChosen: isChosen).joined(separator: "\n"))
        }
        if addition.memory == nil { throw MemoryConflictOptions.contradicts }
    }

    private static func text(_ addition: MemoryAddition, isChosen: Bool) -> [String] {
        let terminal = TerminalText()
        switch addition {
        case .added(let memory), .changed(let memory):
            let note = isChosen ? [] : ["What you did not say was read from the words. recall memory edit changes it."]
            return ["Remembered."] + MemoryReport.lines(memory, terminal) + note
        case .merged(let memory): return ["That is remembered already."] + MemoryReport.lines(memory, terminal)
        case .contradicts(let memories): return MemoryReport.contradiction(memories, terminal)
        }
    }
}
