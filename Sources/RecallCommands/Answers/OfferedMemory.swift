import Foundation
import RecallCore
import RecallKit

/// A memory that was proposed to the person, and what it was shown to contradict.
struct OfferedMemory {
    let proposal: MemoryProposal
    /// In the order that they are shown and numbered in.
    private var contradicted: [Memory] = []
    /// True once it is kept or refused.
    private(set) var isDecided = false

    init(_ proposal: MemoryProposal, _ library: RecallLibrary) throws {
        self.proposal = proposal
        contradicted = try library.memories(contradicting: proposal.content)
    }

    /// Says what waits, and how to decide on it.
    var offer: String {
        let text = "Keep as a memory? \(proposal.content.text)"
        return contradicted.isEmpty ? text + " /keep, /no" : text + "\n" + conflict
    }

    private static let done = "Done. recall memory lists what is remembered."
    private static let decided = "It was decided already."

    /// Keeps it; if it contradicts others, says which and keeps nothing, unless both are to be kept.
    mutating func keep(_ library: RecallLibrary, _ resolution: MemoryConflictResolution) throws -> String {
        switch try library.keepMemoryProposal(proposal.id, resolving: resolution) {
        case .contradicts(let others)?:
            contradicted = others
            return conflict
        case let addition:
            isDecided = true
            return addition == nil ? Self.decided : Self.done
        }
    }

    /// Keeps it and ends one of those that it was shown to contradict, none other.
    ///
    /// - Parameter argument: the number of the one to be ended, if there are several.
    mutating func replace(_ library: RecallLibrary, _ argument: String) throws -> String {
        guard !contradicted.isEmpty else { return try keep(library, .ask) }
        let number = argument.isEmpty && contradicted.count == 1 ? 1 : Int(argument)
        guard let number, contradicted.indices.contains(number - 1) else {
            return "Which one? " + conflict
        }
        let shown = contradicted[number - 1]
        guard let old = try library.memory(shown.id), old.text == shown.text, !old.hasEnded(at: Date()) else {
            contradicted = []
            return "“\(shown.text)” has changed since. " + (try keep(library, .ask))
        }
        guard try keep(library, .keepBoth) == Self.done else { return Self.decided }
        var ended = old.content
        ended.end = Date()
        _ = try library.editMemory(old.id, to: ended, resolving: .keepBoth)
        return "Done. Ended: “\(old.text)”"
    }

    mutating func refuse(_ library: RecallLibrary) throws -> String {
        isDecided = true
        return try library.refuseMemoryProposal(proposal.id, .statement) ? Self.done : Self.decided
    }

    private var conflict: String {
        guard contradicted.count > 1 else {
            return "You told this before: “\(contradicted.first?.text ?? "")”. "
                + "/replace ends it, /both keeps both, /no keeps what you told before."
        }
        let numbered = contradicted.enumerated().map { "\($0 + 1). “\($1.text)”" }.joined(separator: " ")
        return "You told this before: \(numbered) /replace 1 ends the first, /both keeps all, "
            + "/no keeps what you told before."
    }
}
