import ArgumentParser
import Foundation
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
        case .text:
            let lines = memories.flatMap { MemoryReport.lines($0, TerminalText()) }
            let none =
                lines.isEmpty ? TerminalText().lines(StyledText(note: TerminalText.safe(try reason(in: library)))) : []
            print((lines + none + Self.waiting(proposals)).joined(separator: "\n"))
        }
    }

    private func found(in library: RecallLibrary) throws -> [Memory] {
        guard !words.isEmpty else { return try library.memories() }
        return try library.findMemories(words.joined(separator: " "), for: .person, limit: 20).map(\.memory)
    }

    /// The reason why none is listed.
    private func reason(in library: RecallLibrary) throws -> String {
        let all = try library.memories()
        guard !all.isEmpty else {
            return "Nothing is remembered yet. To begin: recall memory add \"My dentist is Dr. Weber\""
        }
        let current = all.filter { !$0.hasEnded(at: Date()) }
        if !words.isEmpty, current.isEmpty { return "All memories have ended. recall memory list shows them." }
        let known = MemoryType.allCases.filter { type in all.contains { $0.content.type == type } }.map(\.rawValue)
        if let type, !known.contains(type.rawValue) {
            return "No memory is of the type \(type.rawValue). There are: \(known.joined(separator: ", "))."
        }
        let isLess = current.count < all.count
        return "No memory belongs to these words." + (isLess ? " Those that have ended are not searched." : "")
    }

    /// The proposals that wait for the person.
    private static func waiting(_ proposals: [MemoryProposal]) -> [String] {
        guard !proposals.isEmpty else { return [] }
        let lines = proposals.map { "  " + TerminalText.safe($0.content.text) }
        return ["", "Proposed, and kept only if you say so on the page Memory (recall serve):"] + lines
    }
}
