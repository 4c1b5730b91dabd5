public import Foundation
public import RecallCore
import RecallEmbedding
import RecallSearch
import RecallStore

/// Memories: what the person told or confirmed. They are kept in the library, and can be kept while an import runs.
///
/// Every change works on a library that is open for reading, and throws `StoreError` with the code `outdated`, `unavailable` or
/// `diskFull` if it cannot be kept, `MemoryError` if it may not.
extension RecallLibrary {
    /// The memories that a reader may see, newest first, with those that have ended.
    public func memories(for reader: MemoryReader = .person) throws -> [Memory] {
        try store.read { try $0.memories() }.filter(reader.maySee)
    }

    /// The memory with the id; `nil` if there is none, or the reader may not see it.
    public func memory(_ id: MemoryID, for reader: MemoryReader = .person) throws -> Memory? {
        try store.read { try $0.memory(id) }.flatMap { reader.maySee($0) ? $0 : nil }
    }

    /// The memories whose ids begin with `prefix`, at most two. Two mean that the prefix is ambiguous.
    public func memories(withIDPrefix prefix: String) throws -> [MemoryID] {
        try store.read { try $0.memories(withIDPrefix: prefix) }
    }

    /// The memories that belong to a text, by meaning and by words, nearest first. Those that have ended are left out,
    /// unless they are asked for.
    ///
    /// Two thresholds: the best has to be near enough to bring others in; the others have to stand near it.
    ///
    /// - Parameter reader: the one who will see them.
    /// - Complexity: O(*n*) in the memories, of which there are at most `MemoryLimits.memories`.
    public func findMemories(
        _ text: String, for reader: MemoryReader, limit: Int = 5, includingEnded: Bool = false,
        now: Date = Date()
    ) throws -> [MemoryMatch] {
        let seen = try memories(for: reader).filter { includingEnded || !$0.hasEnded(at: now) }
        guard !seen.isEmpty, !text.allSatisfy(\.isWhitespace) else { return [] }
        let vectors = try vectors(of: seen)
        let candidates = seen.map { MemoryRetrieval.Candidate($0, vector: vectors[$0.id]) }
        let owner = try store.read { try $0.ownerParticipants() } ?? []
        let retrieval = MemoryRetrieval(candidates, owner: Set(owner.flatMap { Self.words(of: $0.name) }))
        return try retrieval.matches(text, encoder: vectors.isEmpty ? nil : encoder, limit: limit)
    }

    /// Keeps a memory. If the library has the same, that one is brought up to date: an end is set, the longer text and the
    /// stricter sensitivity stay. If it contradicts others, `resolution` says what happens.
    public func addMemory(
        _ content: MemoryContent, origin: MemoryOrigin = .hand, resolving resolution: MemoryConflictResolution = .ask,
        now: Date = Date()
    ) throws -> MemoryAddition {
        let memory = try Memory(checked(content), origin: origin, created: now)
        let vector = try vector(of: memory.text)
        return try keptMemories.write { try $0.add(memory, vector, resolution) }
    }

    /// The memories that hold and that a new one would contradict.
    public func memories(contradicting content: MemoryContent, now: Date = Date()) throws -> [Memory] {
        let kept = try memories().filter { !$0.hasEnded(at: now) }
        return KeptStatements(kept.map(\.text)).relations(of: content.text).filter { $0.relation == .contradiction }
            .map { kept[$0.index] }
    }

    /// Changes what a memory says; `nil` if there is no such memory.
    ///
    /// A new text is compared as that of a new memory is: the same as another one is merged with it, and `resolution` says what
    /// happens to those that it contradicts.
    public func editMemory(
        _ id: MemoryID, to content: MemoryContent, resolving resolution: MemoryConflictResolution = .ask,
        now: Date = Date()
    ) throws -> MemoryAddition? {
        let content = try checked(content)
        let vector = try vector(of: content.text)
        return try keptMemories.delete { try $0.edit(id, content, vector, resolution, now) }.value
    }

    /// Forgets a memory for good: its text, its vector, and its text in the answers that were made with it.
    ///
    /// - Returns: the place of its text; `nil` if there is no such memory.
    public func forgetMemory(_ id: MemoryID) throws -> DeletedText? {
        let (isForgotten, text) = try keptMemories.delete { try $0.forget(id) }
        return isForgotten ? text : nil
    }

    /// Removes what forgetting left in the log if it was cut off.
    public func completeForgetting() throws { _ = try keptMemories.delete { _ in } }

    /// Keeps memories of a file as they are. One with the id of a kept one takes its place; one with the text of another is
    /// left out. What says the same as one that was kept before is merged with it, and `resolution` says what happens if it
    /// contradicts one; those of the file are not compared with each other.
    public func importMemories(
        _ memories: [Memory], resolving resolution: MemoryConflictResolution = .ask, now: Date = Date()
    ) throws -> MemoryImport {
        guard memories.count <= MemoryLimits.memories else { throw MemoryError(.tooMany) }
        let memories = try memories.map { memory in
            var memory = memory
            memory.content = try checked(memory.content)
            return memory
        }
        let vectors = try vectors(ofTexts: memories.map(\.text))
        return try keptMemories.delete { try $0.take(memories, vectors, resolution, now) }.value
    }

    /// Notes that memories were used for an answer.
    public func noteUse(ofMemories ids: [MemoryID], at time: Date = Date()) throws {
        guard !ids.isEmpty else { return }
        try keptMemories.write { try $0.noteUse(of: ids, at: time) }
    }

    // MARK: What they are made of

    var keptMemories: MemoryStore { MemoryStore(at: location) }

    func checked(_ content: MemoryContent) throws -> MemoryContent {
        guard !content.text.isEmpty else { throw MemoryError(.empty) }
        guard content.text.unicodeScalars.count <= MemoryLimits.textLength else { throw MemoryError(.tooLong) }
        return content
    }

    /// The vector of a text; `nil` without an encoder.
    func vector(of text: String) throws -> MemoryVector? { try vectors(ofTexts: [text])[0] }

    /// The vectors of texts; `nil` without an encoder.
    private func vectors(ofTexts texts: [String]) throws -> [MemoryVector?] {
        guard let encoder else { return texts.map { _ in nil } }
        let encoded = try encoder.encode(passages: texts)
        return texts.indices.map { MemoryVector(encoder: encoder.family, values: encoded[$0]) }
    }

    /// The vectors of memories. Those that were kept without this encoder are embedded first.
    private func vectors(of memories: [Memory]) throws -> [MemoryID: [Float]] {
        guard let encoder else { return [:] }
        var vectors = try store.read { try $0.memoryVectors(madeBy: encoder.family) }
        let missing = memories.filter { vectors[$0.id] == nil }
        guard !missing.isEmpty else { return vectors }
        let made = try self.vectors(ofTexts: missing.map(\.text))
        for (memory, vector) in zip(missing, made) { vectors[memory.id] = vector?.values }
        // On read-only media they are embedded each time.
        try? keptMemories.write { transaction in
            for (memory, vector) in zip(missing, made) {
                guard let vector, try transaction.snapshot.memory(memory.id)?.text == memory.text else { continue }
                try transaction.set(vector, of: memory.id)
            }
        }
        return vectors
    }
}

/// The outcome of reading memories from a file.
public struct MemoryImport: Sendable {
    /// The number of those that are new or changed.
    public internal(set) var changed = 0
    /// Those that were left out since they contradict kept ones, with these.
    public internal(set) var contradictions: [(memory: Memory, kept: [Memory])] = []
}
