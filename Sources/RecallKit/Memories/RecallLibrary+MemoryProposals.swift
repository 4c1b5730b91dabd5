public import Foundation
public import RecallCore
import RecallSearch
import RecallStore

/// Memories that are proposed. Nothing is kept until the person says so.
extension RecallLibrary {
    /// The statement in a message of the person that may be proposed as a memory; `nil` if there is none. Found by rules,
    /// without a model; nothing is read from questions, guesses, reported speech, quotations and pasted mail.
    ///
    /// - Parameter clock: the reference of an end such as "until Friday".
    public static func memoryCandidate(in message: String, clock: QueryClock = QueryClock()) -> MemoryCandidate? {
        MemoryRules(clock: clock).candidate(in: message)
    }

    /// The content of a memory that the person writes down. What they do not say of it, the same rules read from its words.
    public static func memoryContent(of text: String, clock: QueryClock = QueryClock()) -> MemoryContent {
        MemoryRules(clock: clock).content(of: text)
    }

    /// The question of a message, without what it states beside it: of "My landlord is called Weber. When did he write?" it is
    /// "When did Weber write?".
    public static func askedQuestion(in message: String) -> String { AskedQuestion.text(of: message) }

    /// The memories that hold and that proposals would contradict, by the proposal.
    public func memories(
        contradicting proposals: [MemoryProposal], now: Date = Date()
    ) throws -> [MemoryID: [Memory]] {
        guard !proposals.isEmpty else { return [:] }
        let kept = try memories().filter { !$0.hasEnded(at: now) }
        let statements = KeptStatements(kept.map(\.text))
        return Dictionary(
            uniqueKeysWithValues: proposals.map { proposal in
                let found = statements.relations(of: proposal.content.text).filter { $0.relation == .contradiction }
                return (proposal.id, found.map { kept[$0.index] })
            })
    }

    /// The proposals that wait for the person, newest first.
    public func memoryProposals() throws -> [MemoryProposal] {
        try store.read { try $0.memoryProposals() }
    }

    /// The proposal with the id; `nil` if there is none.
    public func memoryProposal(_ id: MemoryID) throws -> MemoryProposal? {
        try store.read { try $0.memoryProposal(id) }
    }

    /// Proposes a memory.
    ///
    /// - Parameter topic: its subject; by default the statement's own.
    /// - Returns: `nil` if the library has the same, if the person refused it or its topic, or if the message that it is
    ///   from is not there.
    public func proposeMemory(
        _ content: MemoryContent, topic: String? = nil, origin: MemoryOrigin, now: Date = Date()
    ) throws -> MemoryProposal? {
        let content = try checked(content)
        let proposal = MemoryProposal(
            content, topic: topic ?? MemoryTopic.of(content.text), origin: origin, created: now)
        return try keptMemories.write { transaction in
            guard try !transaction.snapshot.isRefused(proposal.refused), try !isKnown(content, transaction, now)
            else { return nil }
            return try transaction.insert(proposal) ? proposal : nil
        }
    }

    /// Does with a statement of a question what the person wants: keeps it if they asked for that and it contradicts nothing,
    /// and proposes it otherwise.
    ///
    /// - Parameter origin: the kept question that it is from.
    /// - Returns: what waits for the person; `nil` if nothing does.
    public func remember(
        _ statement: MemoryCandidate, origin: MemoryOrigin, now: Date = Date()
    ) throws -> MemoryProposal? {
        if statement.isAskedFor, try addMemory(statement.content, origin: origin, now: now).memory != nil { return nil }
        return try proposeMemory(statement.content, topic: statement.topic, origin: origin, now: now)
    }

    /// Does what follows from an answer that is kept, or shown where none is kept: notes which memories it was made with, and
    /// takes up what the question states.
    ///
    /// - Parameter answer: gets a note if what the person asked to remember cannot be kept.
    /// - Returns: what waits for the person.
    public func remember(after answer: inout Answer, origin: MemoryOrigin) -> MemoryProposal? {
        try? noteUse(ofMemories: answer.memories.compactMap(\.id))
        do {
            return try answer.statement.flatMap { try remember($0, origin: origin) }
        } catch {
            let isAskedFor = answer.statement?.isAskedFor ?? false
            if isAskedFor { answer.notes.append("This is not remembered. \(ErrorReport(error).message)") }
            return nil
        }
    }

    /// True if it says the same as a memory that holds, or as a proposal.
    private func isKnown(_ content: MemoryContent, _ transaction: MemoryTransaction, _ now: Date) throws -> Bool {
        let comparison = MemoryComparison(content.text)
        let kept = try transaction.snapshot.memories().filter { !$0.hasEnded(at: now) && $0.content.end == content.end }
        let proposed = try transaction.snapshot.memoryProposals().map(\.content.text)
        return (kept.map(\.text) + proposed).contains { comparison.relation(to: $0) == .same }
    }

    /// Keeps what was proposed, as the person edited it; the proposal stays if it contradicts others and the person is to be
    /// asked.
    ///
    /// - Parameter content: `nil` to keep it as proposed.
    /// - Returns: `nil` if there is no such proposal.
    public func keepMemoryProposal(
        _ id: MemoryID, as content: MemoryContent? = nil, resolving resolution: MemoryConflictResolution = .ask,
        now: Date = Date()
    ) throws -> MemoryAddition? {
        guard let proposal = try memoryProposal(id) else { return nil }
        let memory = Memory(id: id, try checked(content ?? proposal.content), origin: proposal.origin, created: now)
        let vector = try vector(of: memory.text)
        return try keptMemories.delete { transaction in
            guard try transaction.snapshot.memoryProposal(id) != nil else { return nil }
            let addition = try transaction.add(memory, vector, resolution)
            if addition.memory != nil { _ = try transaction.deleteProposal(id) }
            return addition
        }.value
    }

    /// Refuses a proposal, and does not propose that again: the statement, or anything about its topic. Only a hash stays.
    ///
    /// - Returns: false if there is no such proposal.
    public func refuseMemoryProposal(_ id: MemoryID, _ refusal: MemoryRefusal) throws -> Bool {
        try keptMemories.delete { transaction in
            guard let proposal = try transaction.snapshot.memoryProposal(id) else { return false }
            try transaction.insert(proposal.refused(refusal))
            if refusal == .topic { try removeProposals(about: proposal.topic, transaction) }
            return try transaction.deleteProposal(id) || refusal == .topic
        }.value
    }

    private func removeProposals(about topic: String, _ transaction: MemoryTransaction) throws {
        for other in try transaction.snapshot.memoryProposals() where other.topic == topic {
            _ = try transaction.deleteProposal(other.id)
        }
    }
}

extension MemoryProposal {
    fileprivate func refused(_ refusal: MemoryRefusal) -> RefusedMemory {
        switch refusal {
        case .statement: RefusedMemory(.statement, of: MemoryTopic.words(of: content.text))
        case .topic: RefusedMemory(.topic, of: topic)
        }
    }

    fileprivate var refused: [RefusedMemory] { MemoryRefusal.allCases.map(refused) }
}
