import GRDB
public import RecallCore

/// Keeps conversations with the assistant in the library, also while an import holds the lock of its writer.
///
/// Each write is a short transaction on a connection of its own, and touches the tables of conversations alone. It does not
/// advance `LibraryRevision`, so no cache is invalidated.
public struct ConversationStore: Sendable {
    private let location: LibraryLocation

    /// The conversations of the library at `location`.
    public init(at location: LibraryLocation) {
        self.location = location
    }

    /// Writes in one transaction, which is rolled back if `body` throws. Waits while another connection is in a transaction.
    ///
    /// - Throws: `StoreError`, with the code `outdated` if the library is not migrated, `unavailable` if it is read-only.
    public func write<Value>(_ body: (ConversationTransaction) throws -> Value) throws -> Value {
        try connected { queue in
            try queue.committing { try body(ConversationTransaction(db: $0)) }
        }
    }

    /// Writes, and removes what it deleted from the log too, so that the text is in no file.
    public func delete<Value>(_ body: (ConversationTransaction) throws -> Value) throws -> Value {
        try connected { queue in
            let value = try queue.committing { try body(ConversationTransaction(db: $0)) }
            // If a reader still uses the log, opening for writing empties it.
            _ = try? queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
            return value
        }
    }

    private func connected<Value>(_ body: (DatabaseQueue) throws -> Value) throws -> Value {
        try location.requireDatabase()
        try location.refuseIfExposed()
        do {
            return try TransactionLock(location).whileHeld {
                let queue = try DatabaseQueue(
                    path: location.checkedDatabase(), configuration: LibraryStore.configuration(for: .write))
                defer { try? queue.close() }
                try queue.read { try LibraryMigrations.check($0, at: location) }
                return try body(queue)
            }
        } catch let error as DatabaseError {
            throw StoreError(error, location)
        }
    }
}

extension DatabaseQueue {
    /// Runs `body` in a transaction that is for writing from its start.
    fileprivate func committing<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try writeWithoutTransaction { db in
            var value: Value?
            try db.inTransaction(.immediate) {
                value = try body(db)
                try PageChecksums.refuseDamage(db)
                return .commit
            }
            guard let value else { throw StoreError.damagedValue }
            return value
        }
    }
}

/// One transaction on the tables of conversations.
public struct ConversationTransaction {
    let db: Database
}
