import GRDB
import RecallCore

/// Writes of conversations and memories, also while an import holds the lock of the library's writer: each is a short
/// transaction on a connection of its own.
struct ShortTransactions {
    let location: LibraryLocation

    /// Writes in one transaction, which is rolled back if `body` throws.
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try connected { try $0.committing(body) }
    }

    /// Writes, and removes what it deleted from the log too, so that the text is in no file.
    func delete<Value>(_ body: (Database) throws -> Value) throws -> (value: Value, text: DeletedText) {
        do {
            return try committedAndEmptied(body)
        } catch let error as StoreError where error.code == .diskFull {
            guard DiskReserve(of: location).give(.max) else { throw error }
            return try committedAndEmptied(body)
        }
    }

    private func committedAndEmptied<Value>(_ body: (Database) throws -> Value) throws -> (
        value: Value, text: DeletedText
    ) {
        try connected { queue in
            let value = try queue.committing(body)
            // What was deleted is deleted, even if the log cannot be emptied: opening for writing does it later.
            let isEmptied = try? queue.writeWithoutTransaction { try $0.emptyLog() }
            return (value, isEmptied == true ? .gone : .remains)
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
