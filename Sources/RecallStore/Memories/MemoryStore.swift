import GRDB
public import RecallCore

/// Keeps memories in the library, also while an import holds the lock of its writer.
///
/// Each write is a short transaction on a connection of its own. It does not advance `LibraryRevision`, so no cache is
/// invalidated.
public struct MemoryStore: Sendable {
    private let location: LibraryLocation

    /// The memories of the library at `location`.
    public init(at location: LibraryLocation) {
        self.location = location
    }

    /// Writes in one transaction, which is rolled back if `body` throws. Waits while another connection is in a transaction.
    ///
    /// - Throws: `StoreError`, with the code `outdated` if the library is not migrated, `unavailable` if it is read-only.
    public func write<Value>(_ body: (MemoryTransaction) throws -> Value) throws -> Value {
        try ShortTransactions(location: location).write { try body(MemoryTransaction(db: $0)) }
    }

    /// Writes, and removes what it deleted from the log too, so that the text is in no file, unless another process reads the log.
    public func delete<Value>(
        _ body: (MemoryTransaction) throws -> Value
    ) throws -> (value: Value, text: DeletedText) {
        try ShortTransactions(location: location).delete { try body(MemoryTransaction(db: $0)) }
    }
}

/// One transaction on the tables of memories.
public struct MemoryTransaction {
    let db: Database

    /// The snapshot that includes this transaction's own changes.
    public var snapshot: LibrarySnapshot { LibrarySnapshot(db: db) }
}
