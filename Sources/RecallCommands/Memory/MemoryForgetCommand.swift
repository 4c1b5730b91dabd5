import ArgumentParser
import RecallCore
import RecallKit
import RecallWire

struct MemoryForgetCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Forgets a memory for good.",
        discussion: """
            Its text and its vector leave every file of the library, and the answers that were made with it lose what \
            repeats it. Your own question in a conversation stays, until you delete the conversation.
            """)

    @OptionGroup var memory: MemoryIDArgument

    @OptionGroup var library: LibraryOptions

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        let library = try RecallLibrary(at: library.location, for: .read, model: .none)
        let memory: Memory
        do {
            memory = try self.memory.find(in: library)
        } catch {
            // One that was cut off may have left the text in the log.
            try? library.completeForgetting()
            throw error
        }
        guard let text = try library.forgetMemory(memory.id) else {
            throw CommandFailure("The memory was forgotten meanwhile.", code: "not-found")
        }
        if let note = text.note { StandardStream.error.write(note + "\n") }
        print(format == .json ? try PayloadEncoding.document(MemoryPayload(memory)) : "Forgotten.")
    }
}
