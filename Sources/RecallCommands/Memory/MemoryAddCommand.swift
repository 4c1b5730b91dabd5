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
            What says the same as a memory is merged with it. What contradicts one is not kept (exit code 4) until you say \
            --replace, which ends the old one, or --keep-both.
            """)

    @Argument(help: "What to remember: \"My dentist is Dr. Weber\".")
    var text: [String]

    @OptionGroup var options: MemoryOptions

    @Flag(help: "Memories that it contradicts end now.")
    var replace = false

    @Flag(help: "Memories that it contradicts stay.")
    var keepBoth = false

    @OptionGroup var library: LibraryOptions

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func validate() throws {
        guard !(replace && keepBoth) else { throw ValidationError("Say --replace or --keep-both, not both.") }
    }

    func run() async throws {
        let library = try RecallLibrary(at: library.location, for: .read)
        let content = MemoryContent(
            text.joined(separator: " "), type: options.type ?? .fact, sensitivity: options.sensitivity ?? .normal,
            end: try options.end())
        let addition = try library.addMemory(
            content, resolving: replace ? .replace : keepBoth ? .keepBoth : .ask)
        print(format == .json ? try PayloadEncoding.document(MemoryAdditionPayload(addition)) : Self.text(addition))
        if addition.memory == nil { throw ExitCode(Self.contradicts) }
    }

    /// It contradicts a memory.
    private static let contradicts: Int32 = 4

    private static func text(_ addition: MemoryAddition) -> String {
        let terminal = TerminalText()
        return switch addition {
        case .added(let memory): (["Remembered."] + MemoryReport.lines(memory, terminal)).joined(separator: "\n")
        case .merged(let memory):
            (["That is remembered already."] + MemoryReport.lines(memory, terminal)).joined(separator: "\n")
        case .contradicts(let memories):
            (["Not kept: it contradicts what is remembered."]
                + memories.flatMap { MemoryReport.lines($0, terminal) }
                + ["Add --replace to end what is remembered, or --keep-both."]).joined(separator: "\n")
        }
    }
}
