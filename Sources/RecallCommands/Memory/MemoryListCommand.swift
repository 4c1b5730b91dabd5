import ArgumentParser
import RecallCore
import RecallKit
import RecallWire

struct MemoryListCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the memories, newest first, or those that belong to some words.")

    @Argument(help: "Only memories that belong to these words, nearest first.")
    var words: [String] = []

    @OptionGroup var library: LibraryOptions

    @Option(help: "Only this type: fact, preference, person, plan or instruction.")
    var type: MemoryType?

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        let model = words.isEmpty ? ModelChoice.none : .installed
        let library = try RecallLibrary(at: library.location, for: .read, model: model)
        let memories = try found(in: library).filter { type == nil || $0.content.type == type }
        let proposals = words.isEmpty && type == nil ? try library.memoryProposals() : []
        switch format {
        case .json: print(try PayloadEncoding.document(MemoryListPayload(memories, proposals: proposals)))
        case .text: print(Self.text(memories, proposals: proposals.count, isSearch: !words.isEmpty))
        }
    }

    private func found(in library: RecallLibrary) throws -> [Memory] {
        guard !words.isEmpty else { return try library.memories() }
        return try library.findMemories(words.joined(separator: " "), for: .person, limit: 20).map(\.memory)
    }

    private static func text(_ memories: [Memory], proposals: Int, isSearch: Bool) -> String {
        let terminal = TerminalText()
        var lines = memories.flatMap { MemoryReport.lines($0, terminal) }
        if memories.isEmpty {
            lines.append(
                isSearch ? "No memory belongs to these words." : "Nothing is remembered yet. recall memory add")
        }
        if proposals > 0 {
            lines += ["", "\(Count.of(proposals, "proposal")) waiting for you on the page Memory: recall serve"]
        }
        return lines.joined(separator: "\n")
    }
}
