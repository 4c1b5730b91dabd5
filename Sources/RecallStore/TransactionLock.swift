import RecallCore
import RecallFiles

/// The lock of one write transaction or checkpoint, held for its duration.
///
/// `WriterLock` says which process imports and deletes; conversations are kept beside it, for moments. No two connections write
/// or checkpoint at the same time: SQLite before 3.51.3 may then lose data (https://www.sqlite.org/wal.html#walresetbug).
struct TransactionLock: ~Copyable {
    private let lock: FileLock

    /// Waits until no other connection writes to the library, but not longer than `WriterPatience` lasts: a process that was
    /// suspended holds the lock for as long as it is.
    init(_ location: LibraryLocation) throws(StoreError) {
        lock = try WriterPatience.current.lock(location.transactionLock, whileOther: "writes to the library")
    }

    /// Runs `body` while the lock is held.
    borrowing func whileHeld<Value>(_ body: () throws -> Value) throws -> Value {
        try lock.whileHeld(body)
    }
}
