import Foundation
import RecallCore
import RecallSearch
import RecallStore

extension MemoryTransaction {
    /// Inserts a memory, or brings the one up to date that says the same.
    func add(
        _ memory: Memory, _ vector: MemoryVector?, _ resolution: MemoryConflictResolution
    ) throws -> MemoryAddition {
        let kept = try snapshot.memories()
        let relations = KeptMemories(kept).relations(of: memory.text, now: memory.created)
        if let same = relations.same {
            let merged = try merge(memory, into: same, vector)
            // The turn repeats it too, and loses it when it is forgotten.
            var told = merged
            told.origin = memory.origin
            try markSource(of: told)
            return .merged(merged)
        }
        let conflicts = relations.contradicted
        if !conflicts.isEmpty, resolution == .ask { return .contradicts(conflicts) }
        guard kept.count < MemoryLimits.memories else { throw MemoryError(.tooMany) }
        if resolution == .replace { for conflict in conflicts { try end(conflict.id, at: memory.created) } }
        try insert(memory, vector: vector)
        try markSource(of: memory)
        return .added(memory)
    }

    /// Changes a memory. If another one says the same, that one is brought up to date and takes its place.
    func edit(
        _ id: MemoryID, _ content: MemoryContent, _ vector: MemoryVector?, _ resolution: MemoryConflictResolution,
        _ now: Date
    ) throws -> MemoryAddition? {
        let kept = try snapshot.memories()
        guard var memory = kept.first(where: { $0.id == id }) else { return nil }
        let isReworded = memory.text != content.text
        memory.content = content
        if isReworded {
            let relations = KeptMemories(kept.filter { $0.id != id }).relations(of: content.text, now: now)
            if let same = relations.same {
                let merged = try merge(memory, into: same, vector)
                try absorb(id, into: same.id)
                return .merged(merged)
            }
            if !relations.contradicted.isEmpty, resolution == .ask { return .contradicts(relations.contradicted) }
            if resolution == .replace { for conflict in relations.contradicted { try end(conflict.id, at: now) } }
        }
        _ = try change(id, to: content, vector: vector)
        return .changed(memory)
    }

    /// Inserts memories as they are, or puts them in the place of those with their ids.
    func take(
        _ memories: [Memory], _ vectors: [MemoryVector?], _ resolution: MemoryConflictResolution, _ now: Date
    ) throws -> MemoryImport {
        let kept = try snapshot.memories()
        let before = KeptMemories(kept)
        var texts = Dictionary(kept.map { ($0.text, $0.id) }) { first, _ in first }
        var known = Dictionary(kept.map { ($0.id, $0) }) { first, _ in first }
        var outcome = MemoryImport()
        for (memory, vector) in zip(memories, vectors) {
            guard texts[memory.text] ?? memory.id == memory.id, known[memory.id]?.isStored(as: memory) != true else {
                continue
            }
            if known[memory.id]?.text != memory.text, !memory.hasEnded(at: now) {
                let relations = before.relations(of: memory.text, now: now, except: memory.id)
                if let same = relations.same, known[memory.id] == nil {
                    let current = known[same.id] ?? same
                    let merged = try merge(memory, into: current, vector)
                    if merged != current { outcome.changed += 1 }
                    (known[same.id], texts[merged.text]) = (merged, same.id)
                    continue
                }
                if !relations.contradicted.isEmpty, resolution == .ask {
                    outcome.contradictions.append((memory, relations.contradicted))
                    continue
                }
                if resolution == .replace { for conflict in relations.contradicted { try end(conflict.id, at: now) } }
            }
            guard known[memory.id] != nil || known.count < MemoryLimits.memories else { throw MemoryError(.tooMany) }
            try insert(memory, vector: vector)
            (known[memory.id], texts[memory.text]) = (memory, memory.id)
            outcome.changed += 1
        }
        return outcome
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

/// The memories that are kept, as new ones are compared with them.
private struct KeptMemories {
    private let memories: [Memory]
    private let statements: KeptStatements

    init(_ memories: [Memory]) {
        self.memories = memories
        statements = KeptStatements(memories.map(\.text))
    }

    /// The memory that says the same, and those that the text contradicts. One that has ended contradicts nothing.
    ///
    /// - Parameter id: the memory that the text is to be of.
    func relations(of text: String, now: Date, except id: MemoryID? = nil) -> (same: Memory?, contradicted: [Memory]) {
        let found = statements.relations(of: text).filter { memories[$0.index].id != id }
        let same = found.first { $0.relation == .same }
        let contradicted = found.filter { $0.relation == .contradiction && !memories[$0.index].hasEnded(at: now) }
        return (same.map { memories[$0.index] }, contradicted.map { memories[$0.index] })
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
