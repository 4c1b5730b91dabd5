public import Foundation
public import RecallCore

/// A memory.
public struct MemoryPayload: Encodable, Sendable {
    let id, text, type, sensitivity: String
    let from: MemoryOriginPayload
    let created: Date
    let used, until: Date?
    /// True if `until` has passed.
    let ended: Bool

    /// A memory as sent.
    ///
    /// - Parameter now: the moment by which it has ended or not.
    public init(_ memory: Memory, now: Date = Date()) {
        (id, text) = (memory.id.description, memory.text)
        (type, sensitivity) = (memory.content.type.rawValue, memory.content.sensitivity.rawValue)
        from = MemoryOriginPayload(memory.origin)
        (created, used, until) = (memory.created, memory.lastUsed, memory.content.end)
        ended = memory.hasEnded(at: now)
    }
}

/// The place that a memory comes from.
struct MemoryOriginPayload: Encodable {
    /// `hand`, `message` or `program`.
    let kind: String
    /// The conversation's id, absent if it was deleted; or the program's name.
    let source: String?
    /// The place of the message.
    let turn: Int?

    init(_ origin: MemoryOrigin) {
        switch origin {
        case .hand: (kind, source, turn) = ("hand", nil, nil)
        case .message(let id, let position): (kind, source, turn) = ("message", id?.description, position)
        case .program(let name): (kind, source, turn) = ("program", name, nil)
        }
    }
}

/// A memory that waits for the person's decision.
public struct MemoryProposalPayload: Encodable, Sendable {
    let id, text, type, sensitivity: String
    let from: MemoryOriginPayload
    let created: Date
    let until: Date?
    /// The memories that it contradicts; absent if there are none, or beside an answer.
    let contradicts: [MemoryPayload]?

    /// A proposal as sent.
    public init(_ proposal: MemoryProposal, contradicting others: [Memory] = []) {
        contradicts = others.isEmpty ? nil : others.map { MemoryPayload($0) }
        (id, text) = (proposal.id.description, proposal.content.text)
        (type, sensitivity) = (proposal.content.type.rawValue, proposal.content.sensitivity.rawValue)
        from = MemoryOriginPayload(proposal.origin)
        (created, until) = (proposal.created, proposal.content.end)
    }
}

/// The memories, and what waits to become one.
public struct MemoryListPayload: Encodable, Sendable {
    let memories: [MemoryPayload]
    let proposals: [MemoryProposalPayload]

    /// Memories as sent.
    ///
    /// - Parameter contradicted: the memories that a proposal contradicts, by the proposal.
    public init(_ memories: [Memory], proposals: [MemoryProposal] = [], contradicted: [MemoryID: [Memory]] = [:]) {
        self.memories = memories.map { MemoryPayload($0) }
        self.proposals = proposals.map { MemoryProposalPayload($0, contradicting: contradicted[$0.id] ?? []) }
    }
}

/// The outcome of adding a memory.
public struct MemoryAdditionPayload: Encodable, Sendable {
    /// `added`, `merged`, `changed` or `contradicts`.
    let outcome: String
    /// Absent if nothing was kept.
    let memory: MemoryPayload?
    /// The memories that it contradicts; absent if it was kept.
    let contradicts: [MemoryPayload]?

    /// An outcome as sent.
    public init(_ addition: MemoryAddition) {
        memory = addition.memory.map { MemoryPayload($0) }
        switch addition {
        case .added: (outcome, contradicts) = ("added", nil)
        case .merged: (outcome, contradicts) = ("merged", nil)
        case .changed: (outcome, contradicts) = ("changed", nil)
        case .contradicts(let memories): (outcome, contradicts) = ("contradicts", memories.map { MemoryPayload($0) })
        }
    }
}

/// A memory that an answer was made with.
public struct MemoryUsePayload: Encodable, Sendable {
    /// Absent if the memory was forgotten.
    let id: String?
    /// Empty if the memory was forgotten.
    let text: String
    /// True if the memory was kept from the question.
    let source: Bool

    init(_ use: Answer.MemoryUse) {
        (id, text, source) = (use.id?.description, use.text, use.isSource)
    }
}
