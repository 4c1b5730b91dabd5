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

    /// The memories that belong to a text, by meaning and by words, nearest first. Those that have ended are left out.
    ///
    /// Two thresholds: the best has to be near enough to bring others in; the others have to stand near it.
    ///
    /// - Parameter reader: the one who will see them.
    /// - Complexity: O(*n*) in the memories, of which there are at most `MemoryLimits.memories`.
    public func findMemories(
        _ text: String, for reader: MemoryReader, limit: Int = 5, now: Date = Date()
    ) throws -> [MemoryMatch] {
        let seen = try memories(for: reader).filter { !$0.hasEnded(at: now) }
        guard !seen.isEmpty, !text.allSatisfy(\.isWhitespace) else { return [] }
        let vectors = try vectors(of: seen)
        let candidates = seen.map { MemoryRetrieval.Candidate($0, vector: vectors[$0.id]) }
        let query = vectors.isEmpty ? nil : try encoder?.encode(query: text)
        return MemoryRetrieval(candidates).matches(text, vector: query, limit: limit)
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
        let comparison = MemoryComparison(content.text)
        return try memories().filter {
            !$0.hasEnded(at: now) && comparison.relation(to: $0.text) == .contradiction
        }
    }

    /// Changes what a memory says; `nil` if there is no such memory.
    public func editMemory(_ id: MemoryID, to content: MemoryContent) throws -> Memory? {
        let content = try checked(content)
        let vector = try vector(of: content.text)
        return try keptMemories.delete { transaction in
            try transaction.change(id, to: content, vector: vector) ? transaction.snapshot.memory(id) : nil
        }.value
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
    /// left out.
    ///
    /// - Returns: the number of those that are new or changed.
    public func importMemories(_ memories: [Memory]) throws -> Int {
        guard memories.count <= MemoryLimits.memories else { throw MemoryError(.tooMany) }
        let memories = try memories.map { memory in
            var memory = memory
            memory.content = try checked(memory.content)
            return memory
        }
        let vectors = try vectors(ofTexts: memories.map(\.text))
        return try keptMemories.delete { try $0.take(memories, vectors) }.value
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

extension MemoryTransaction {
    /// Inserts a memory, or brings the one up to date that says the same.
    func add(
        _ memory: Memory, _ vector: MemoryVector?, _ resolution: MemoryConflictResolution
    ) throws -> MemoryAddition {
        let kept = try snapshot.memories()
        let relations = relations(of: memory, to: kept)
        if let same = relations.first(where: { $0.relation == .same })?.kept {
            let merged = try merge(memory, into: same, vector)
            // The turn repeats it too, and loses it when it is forgotten.
            var told = merged
            told.origin = memory.origin
            try markSource(of: told)
            return .merged(merged)
        }
        let conflicts = relations.filter { $0.relation == .contradiction }.map(\.kept)
        if !conflicts.isEmpty, resolution == .ask { return .contradicts(conflicts) }
        guard kept.count < MemoryLimits.memories else { throw MemoryError(.tooMany) }
        if resolution == .replace { for conflict in conflicts { try end(conflict.id, at: memory.created) } }
        try insert(memory, vector: vector)
        try markSource(of: memory)
        return .added(memory)
    }

    /// Inserts memories as they are, or puts them in the place of those with their ids.
    func take(_ memories: [Memory], _ vectors: [MemoryVector?]) throws -> Int {
        let kept = try snapshot.memories()
        var texts = Dictionary(kept.map { ($0.text, $0.id) }) { first, _ in first }
        var known = Dictionary(kept.map { ($0.id, $0) }) { first, _ in first }
        var changed = 0
        for (memory, vector) in zip(memories, vectors) {
            guard texts[memory.text] ?? memory.id == memory.id, known[memory.id]?.isStored(as: memory) != true else {
                continue
            }
            guard known[memory.id] != nil || known.count < MemoryLimits.memories else { throw MemoryError(.tooMany) }
            try insert(memory, vector: vector)
            (known[memory.id], texts[memory.text]) = (memory, memory.id)
            changed += 1
        }
        return changed
    }

    /// The kept memories that the new one has to do with. One that has ended contradicts nothing.
    private func relations(
        of memory: Memory, to kept: [Memory]
    ) -> [(kept: Memory, relation: MemoryComparison.Relation)] {
        let comparison = MemoryComparison(memory.text)
        return kept.compactMap { other in
            let relation = comparison.relation(to: other.text)
            let counts = relation == .same || (relation == .contradiction && !other.hasEnded(at: memory.created))
            return counts ? (other, relation) : nil
        }
    }

    private func merge(_ memory: Memory, into kept: Memory, _ vector: MemoryVector?) throws -> Memory {
        var merged = kept
        let isLonger = memory.text.count > kept.text.count
        if isLonger { merged.content.text = memory.text }
        merged.content.sensitivity = max(kept.content.sensitivity, memory.content.sensitivity)
        merged.content.end = memory.content.end ?? (kept.hasEnded(at: memory.created) ? nil : kept.content.end)
        if isLonger {
            _ = try change(kept.id, to: merged.content, vector: vector)
        } else if merged != kept {
            try update(merged)
        }
        return merged
    }
}

extension Memory {
    /// True if both are the same once they are stored, where times are milliseconds.
    fileprivate func isStored(as other: Memory) -> Bool {
        var copy = other
        (copy.created, copy.lastUsed, copy.content.end) = (created, lastUsed, content.end)
        func isSame(_ a: Date?, _ b: Date?) -> Bool {
            let (a, b) = (
                a.map { ($0.timeIntervalSince1970 * 1_000).rounded() },
                b.map { ($0.timeIntervalSince1970 * 1_000).rounded() }
            )
            return a == b
        }
        return copy == self && isSame(created, other.created) && isSame(lastUsed, other.lastUsed)
            && isSame(content.end, other.content.end)
    }
}
