public import Foundation
import GRDB
public import RecallCore

/// A memory's vector, and the encoder that made it.
public struct MemoryVector: Sendable {
    /// The fingerprint of the encoder.
    public var encoder: String
    /// The components.
    public var values: [Float]

    /// A vector.
    public init(encoder: String, values: [Float]) {
        self.encoder = encoder
        self.values = values
    }
}

extension MemoryTransaction {
    /// Inserts a memory, or puts it in the place of the one with its id.
    public func insert(_ memory: Memory, vector: MemoryVector?) throws {
        let (conversation, position, program) = memory.origin.columns
        let isThere = try conversation.map { try snapshot.hasConversation($0) } ?? false
        try db.execute(
            sql: "INSERT OR REPLACE INTO memory (\(MemoryColumns.names)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                memory.id, memory.text, memory.content.type.rawValue, memory.content.sensitivity.rawValue,
                isThere ? conversation : nil, position, program, memory.created.storedValue,
                memory.lastUsed?.storedValue, memory.content.end?.storedValue,
            ])
        if let vector { try set(vector, of: memory.id) }
    }

    /// Marks the turn that the memory was kept from, if it is from one.
    public func markSource(of memory: Memory) throws {
        let (conversation, position, _) = memory.origin.columns
        let turn = try Int64.fetchOne(
            db, sql: "SELECT id FROM turn WHERE conversation_id = ? AND position = ?",
            arguments: [conversation, position])
        guard let turn else { return }
        try TurnMemories(db: db).append(
            Answer.MemoryUse(id: memory.id, text: memory.text, isSource: true), to: turn)
    }

    /// Sets the vector of a memory, if the memory is there.
    public func set(_ vector: MemoryVector, of id: MemoryID) throws {
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO memory_vector (memory_id, encoder, vector)
                    SELECT id, ?, ? FROM memory WHERE id = ?
                """
        ).execute(arguments: [vector.encoder, StoredFloats.encode(vector.values), id])
    }

    /// Changes what a memory says, and its vector.
    ///
    /// - Parameter vector: the vector of the new text; `nil` removes the old one.
    /// - Returns: false if there is no such memory.
    public func change(_ id: MemoryID, to content: MemoryContent, vector: MemoryVector?) throws -> Bool {
        try db.execute(
            sql: "UPDATE memory SET text = ?, type = ?, sensitivity = ?, ends = ? WHERE id = ?",
            arguments: [
                content.text, content.type.rawValue, content.sensitivity.rawValue, content.end?.storedValue, id,
            ])
        guard db.changesCount > 0 else { return false }
        try db.execute(sql: "DELETE FROM memory_vector WHERE memory_id = ?", arguments: [id])
        if let vector { try set(vector, of: id) }
        return true
    }

    /// Deletes a memory that another one says too, and lets answers that were made with it name that one.
    public func absorb(_ id: MemoryID, into other: MemoryID) throws {
        try db.execute(sql: "UPDATE turn_memory SET memory_id = ? WHERE memory_id = ?", arguments: [other, id])
        try db.execute(sql: "DELETE FROM memory WHERE id = ?", arguments: [id])
    }

    /// Changes all but the text of a memory, and leaves its vector as it is.
    public func update(_ memory: Memory) throws {
        let content = memory.content
        try db.execute(
            sql: "UPDATE memory SET type = ?, sensitivity = ?, ends = ? WHERE id = ?",
            arguments: [content.type.rawValue, content.sensitivity.rawValue, content.end?.storedValue, memory.id])
    }

    /// Ends a memory.
    public func end(_ id: MemoryID, at time: Date) throws {
        try db.execute(sql: "UPDATE memory SET ends = ? WHERE id = ?", arguments: [time.storedValue, id])
    }

    /// Notes that memories were used for an answer.
    public func noteUse(of ids: [MemoryID], at time: Date) throws {
        let statement = try db.cachedStatement(sql: "UPDATE memory SET used = MAX(IFNULL(used, 0), ?) WHERE id = ?")
        for id in ids { try statement.execute(arguments: [time.storedValue, id]) }
    }

    /// Deletes a memory with its vector, and blanks its copies in conversations.
    ///
    /// - Returns: false if there is no such memory.
    public func forget(_ id: MemoryID) throws -> Bool {
        try TurnMemories(db: db).blank(id)
        try db.execute(sql: "DELETE FROM memory WHERE id = ?", arguments: [id])
        return db.changesCount > 0
    }

    /// Inserts a proposal. The oldest ones beyond `MemoryLimits.proposals` go, those of programs first: a flood of them takes
    /// nothing away that the person said.
    ///
    /// - Returns: false if the turn that it is from is not there.
    public func insert(_ proposal: MemoryProposal) throws -> Bool {
        let (conversation, position, program) = proposal.origin.columns
        let turn = try Int64.fetchOne(
            db, sql: "SELECT id FROM turn WHERE conversation_id = ? AND position = ?",
            arguments: [conversation, position])
        guard turn != nil || position == nil else { return false }
        try db.execute(
            sql: """
                INSERT INTO memory_proposal (id, text, type, sensitivity, topic, turn_id, program, created, ends)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                proposal.id, proposal.content.text, proposal.content.type.rawValue,
                proposal.content.sensitivity.rawValue, proposal.topic, turn, program, proposal.created.storedValue,
                proposal.content.end?.storedValue,
            ])
        try db.execute(
            sql: """
                DELETE FROM memory_proposal WHERE id IN
                    (SELECT id FROM memory_proposal ORDER BY program IS NOT NULL, created DESC, id LIMIT -1 OFFSET ?)
                """, arguments: [MemoryLimits.proposals])
        return true
    }

    /// Deletes a proposal.
    ///
    /// - Returns: false if there is none.
    public func deleteProposal(_ id: MemoryID) throws -> Bool {
        try db.execute(sql: "DELETE FROM memory_proposal WHERE id = ?", arguments: [id])
        return db.changesCount > 0
    }

    /// Records what the person refused to have kept.
    public func insert(_ refusal: RefusedMemory) throws {
        try db.execute(sql: "INSERT OR IGNORE INTO memory_refusal (hash) VALUES (?)", arguments: [refusal.hash])
    }
}

extension MemoryOrigin {
    fileprivate var columns: (conversation: ConversationID?, position: Int?, program: String?) {
        switch self {
        case .hand: (nil, nil, nil)
        case .message(let conversation, let position): (conversation, position, nil)
        case .program(let name): (nil, nil, name)
        }
    }
}

extension LibrarySnapshot {
    /// True if there is a conversation with the id.
    func hasConversation(_ id: ConversationID) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM conversation WHERE id = ?)", arguments: [id]) ?? false
    }
}
