import Foundation
import GRDB
public import RecallCore

extension LibrarySnapshot {
    /// The memories, newest first.
    ///
    /// - Complexity: O(*n*) in the memories, of which there are at most `MemoryLimits.memories`.
    public func memories() throws -> [Memory] {
        try Row.fetchAll(
            db.cachedStatement(sql: "SELECT \(MemoryColumns.names) FROM memory ORDER BY created DESC, id DESC")
        ).map(MemoryColumns.memory)
    }

    /// The memory with the id; `nil` if there is none.
    public func memory(_ id: MemoryID) throws -> Memory? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT \(MemoryColumns.names) FROM memory WHERE id = ?"), arguments: [id]
        ).map(MemoryColumns.memory)
    }

    /// The memories whose ids begin with `prefix`, in hexadecimal digits, at most two. Two mean that the prefix is ambiguous.
    public func memories(withIDPrefix prefix: String) throws -> [MemoryID] {
        try MemoryID.fetchAll(
            db, sql: "SELECT id FROM memory WHERE substr(printf('%016x', id), 1, ?) = ? ORDER BY id LIMIT 2",
            arguments: [prefix.count, prefix.lowercased()])
    }

    /// The vectors that this encoder made, by memory.
    ///
    /// - Complexity: reads 4 × dimension bytes each.
    public func memoryVectors(madeBy encoder: String) throws -> [MemoryID: [Float]] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT memory_id, vector FROM memory_vector WHERE encoder = ?"),
            arguments: [encoder])
        var vectors: [MemoryID: [Float]] = [:]
        while let row = try rows.next() { vectors[row[0]] = StoredFloats.decode(row[1]) }
        return vectors
    }

    /// The proposals that wait for the person, newest first.
    public func memoryProposals() throws -> [MemoryProposal] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: ProposalColumns.query + " ORDER BY memory_proposal.created DESC, memory_proposal.id")
        ).map(ProposalColumns.proposal)
    }

    /// The proposal with the id; `nil` if there is none.
    public func memoryProposal(_ id: MemoryID) throws -> MemoryProposal? {
        try Row.fetchOne(
            db.cachedStatement(sql: ProposalColumns.query + " WHERE memory_proposal.id = ?"), arguments: [id]
        ).map(ProposalColumns.proposal)
    }

    /// The proposal from a turn; `nil` if there is none.
    func memoryProposal(turn: Int64) throws -> MemoryProposal? {
        try Row.fetchOne(
            db.cachedStatement(sql: ProposalColumns.query + " WHERE turn_id = ?"), arguments: [turn]
        ).map(ProposalColumns.proposal)
    }

    /// True if the person refused one of these.
    public func isRefused(_ refusals: [RefusedMemory]) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM memory_refusal WHERE hash = ?)")
        return try refusals.contains { try Bool.fetchOne(statement, arguments: [$0.hash]) == true }
    }
}

/// Something that a person refused to have kept. Only its hash is stored.
public struct RefusedMemory: Hashable, Sendable {
    let hash: Data

    /// A refusal.
    ///
    /// - Parameter text: the folded words of the statement, or the topic.
    public init(_ refusal: MemoryRefusal, of text: String) {
        hash = Data(SHA256.digest((refusal.rawValue + "\u{0}" + text).utf8).prefix(16))
    }
}

/// The columns of `memory`. Names of types and sensitivities are part of the schema.
enum MemoryColumns {
    static let names = "id, text, type, sensitivity, conversation_id, position, program, created, used, ends"

    static func memory(_ row: Row) throws -> Memory {
        let position = row[5] as Int?
        let origin: MemoryOrigin =
            (row[6] as String?).map { .program($0) }
            ?? position.map { .message(conversation: row[4], position: $0) } ?? .hand
        return Memory(
            id: row[0], try content(text: row[1], type: row[2], sensitivity: row[3], end: row[9]), origin: origin,
            created: Date(storedValue: row[7]), lastUsed: (row[8] as Int64?).map(Date.init(storedValue:)))
    }

    static func content(text: String, type: String, sensitivity: String, end: Int64?) throws -> MemoryContent {
        guard let type = MemoryType(rawValue: type), let sensitivity = MemorySensitivity(rawValue: sensitivity) else {
            throw StoreError.damagedValue
        }
        return MemoryContent(text, type: type, sensitivity: sensitivity, end: end.map(Date.init(storedValue:)))
    }
}

/// The columns of `memory_proposal`, with the place of its turn.
private enum ProposalColumns {
    static let query = """
        SELECT memory_proposal.id, text, type, sensitivity, topic, conversation_id, position, program,
            memory_proposal.created, ends
        FROM memory_proposal LEFT JOIN turn ON turn.id = memory_proposal.turn_id
        """

    static func proposal(_ row: Row) throws -> MemoryProposal {
        let position = row[6] as Int?
        let origin: MemoryOrigin =
            (row[7] as String?).map { .program($0) }
            ?? position.map { .message(conversation: row[5], position: $0) } ?? .hand
        return MemoryProposal(
            id: row[0],
            try MemoryColumns.content(text: row[1], type: row[2], sensitivity: row[3], end: row[9]), topic: row[4],
            origin: origin, created: Date(storedValue: row[8]))
    }
}

/// A vector in a column: 32-bit floats, little-endian.
enum StoredFloats {
    static func encode(_ values: [Float]) -> Data {
        values.map(\.bitPattern.littleEndian).withUnsafeBytes { Data($0) }
    }

    static func decode(_ data: Data) -> [Float] {
        data.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map {
                Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)))
            }
        }
    }
}
