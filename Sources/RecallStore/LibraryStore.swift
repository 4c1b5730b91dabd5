import Foundation
import GRDB
public import RecallCore
import RecallFiles

/// A library on disk, in one SQLite file. The only target that contains SQL.
///
/// Any number of processes may read and one may write at a time. Readers never wait for the writer (WAL).
public final class LibraryStore: Sendable {
    /// The library's folder.
    public let location: LibraryLocation
    private let database: any DatabaseReader
    private let lock: WriterLock?
    private let damageLatch = DamageLatch()
    let caches = WriteCaches()

    /// Opens the library and, for writing, migrates its schema to the current version.
    public convenience init(at location: LibraryLocation, for access: LibraryAccess) throws(StoreError) {
        try self.init(at: location, for: access, isMaintenance: false)
    }

    /// - Parameter isMaintenance: true for a step of maintenance, which waits for nobody.
    init(at location: LibraryLocation, for access: LibraryAccess, isMaintenance: Bool) throws(StoreError) {
        self.location = location
        switch access {
        case .read, .concurrentReads:
            try location.requireDatabase()
            try location.refuseIfExposed()
            lock = nil
        case .write:
            try location.create()
            lock = isMaintenance ? try WriterLock(path: location.lock) : try WriterLock(of: location)
        }
        try location.refuseIfNoFile()
        if access == .write {
            try location.refuseIfCutOff()
            try location.forgetEarlierLibrary()
        }
        database = try Self.openWithReserve(location, for: access)
        if access == .write {
            addPageChecksums()
            try completeUpkeep()
            removeForeignVectorFile()
        }
    }

    /// Leaves no log behind: a program that knows no checksums would copy its pages into the database without them.
    deinit {
        guard lock != nil else { return }
        // What is in the log is safe there, so whoever gave up waiting for the lock does not wait for it once more.
        _ = WriterPatience.$current.withValue(WriterPatience(limit: .seconds(1))) { try? checkpoint() }
        DiskReserve(of: location).keep()
    }

    /// True if the library is open for writing.
    var isWriter: Bool { lock != nil }

    /// Completes the work that a migration deferred or that was interrupted when a process was killed.
    private func completeUpkeep() throws(StoreError) {
        do {
            if try read({ try $0.isStale() }) { try write { try $0.refreshStale() } }
            if try read({ try $0.isPurgeDue() }) { try purge() }
        } catch let error as StoreError where error.code == .diskFull {
            // Deleting is what helps; the next one to open the library completes the purge.
        } catch {
            throw StoreError(error, location)
        }
        // A purge that was killed before its checkpoint left deleted words in the file below the log. A full disk is no
        // reason to refuse to open: deleting is what helps.
        _ = try? checkpoint()
    }

    /// Opens the database; on a full disk with a piece of the reserve. A writer without one makes it of the vector file.
    private static func openWithReserve(
        _ location: LibraryLocation, for access: LibraryAccess
    ) throws(StoreError) -> any DatabaseReader {
        do {
            return try open(location, for: access)
        } catch {
            let reserve = DiskReserve(of: location)
            guard reserve.isDiskFull else { throw error }
            if !reserve.give(DiskReserve.forOpening) {
                guard access == .write, reserve.makeOfVectorFile() else { throw error }
            }
            return try open(location, for: access)
        }
    }

    private static func open(_ location: LibraryLocation, for access: LibraryAccess) throws(StoreError)
        -> any DatabaseReader
    {
        do {
            switch access {
            case .read:
                let queue = try DatabaseQueue(
                    path: location.checkedDatabase(), configuration: configuration(for: access))
                try queue.read { try LibraryMigrations.check($0, at: location) }
                return queue
            case .concurrentReads:
                let pool = try DatabasePool(path: location.checkedDatabase(), configuration: configuration(for: access))
                try pool.read { try LibraryMigrations.check($0, at: location) }
                return pool
            case .write:
                try refuseIfUnreadable(location)
                return try TransactionLock(location).whileHeld {
                    let pool = try DatabasePool(
                        path: location.checkedDatabase(), configuration: configuration(for: access))
                    try LibraryMigrations.migrator.migrate(pool)
                    return pool
                }
            }
        } catch {
            throw StoreError(error, location)
        }
    }

    /// Looks before anything is opened for writing: a pool makes a log, and so changes the database of another program.
    static func refuseIfUnreadable(_ location: LibraryLocation) throws {
        let size = try? FileManager.default.attributesOfItem(atPath: location.database)[.size] as? Int
        guard (size ?? 0) > 0 else { return }
        let queue = try DatabaseQueue(path: location.checkedDatabase(), configuration: configuration(for: .read))
        try queue.read { try LibraryMigrations.refuseIfUnreadable($0, at: location) }
        try queue.close()
    }

    static func configuration(for access: LibraryAccess) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = access != .write
        configuration.busyMode = .timeout(10)
        configuration.maximumReaderCount = WorkQueue.readers
        configuration.prepareDatabase { db in
            db.add(tokenizer: WordTokenizer.self)
            try db.execute(
                sql:
                    "PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON"
            )
            if access == .concurrentReads { try db.execute(sql: "PRAGMA cache_size = -8000") }
            if access == .write {
                try db.execute(sql: "PRAGMA page_size = 8192; PRAGMA secure_delete = ON; PRAGMA cache_size = -64000")
                PageChecksums.reserve(db)
            }
        }
        return configuration
    }

    /// Reads from one consistent snapshot of the library.
    ///
    /// - Parameter budget: the work that may be done for the filter of one search.
    /// - Throws: `CancellationError` if the work is cancelled before it reads; and what `body` throws.
    public func read<Value>(
        within budget: WorkBudget = WorkBudget(), _ body: (LibrarySnapshot) throws -> Value
    ) throws -> Value {
        try budget.check()
        do {
            return try database.read { try body(LibrarySnapshot(db: $0, budget: budget)) }
        } catch let error as DatabaseError {
            damageLatch.note(error)
            throw StoreError(error, location)
        }
    }

    /// Reads without a snapshot: what is read after a write shows it.
    func readOutsideTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try database.unsafeRead(body)
        } catch let error as DatabaseError {
            damageLatch.note(error)
            throw StoreError(error, location)
        }
    }

    /// Writes in one transaction, which is rolled back if `body` throws.
    ///
    /// - Throws: `StoreError` with the code `readOnly` if the library was opened for reading, and `damaged` once damage was
    ///   read: only a repair writes then.
    public func write<Value>(_ body: (LibraryTransaction) throws -> Value) throws -> Value {
        try transact(notingChanges: true, body)
    }

    /// Writes what changes nothing that is read, so that what others keep in memory stays valid.
    func rearrange<Value>(_ body: (LibraryTransaction) throws -> Value) throws -> Value {
        try transact(notingChanges: false, body)
    }

    private func transact<Value>(
        notingChanges: Bool, _ body: (LibraryTransaction) throws -> Value
    ) throws -> Value {
        guard lock != nil, let pool = database as? DatabasePool else {
            throw StoreError(.readOnly, "The library is open for reading only. Open it for writing to change it.")
        }
        guard !damageLatch.hasSeenDamage else { throw StoreError.damagedPage(of: location) }
        do {
            return try TransactionLock(location).whileHeld {
                try pool.write { try write(LibraryTransaction(db: $0, caches: caches), notingChanges, body) }
            }
        } catch {
            caches.removeAll()
            damageLatch.note(error)
            throw error is DatabaseError ? StoreError(error, location) : error
        }
    }

    /// Writes what frees room on the disk. If that is full, the log is emptied first, then the reserve is given up, then the
    /// vector file, which is made again where there is room; so `body` may run several times.
    package func writeFreeingRoom<Value>(_ body: (LibraryTransaction) throws -> Value) throws -> Value {
        func attempt() throws -> Value? {
            do {
                return try write(body)
            } catch let error as StoreError where error.code == .diskFull {
                return nil
            }
        }
        if let value = try attempt() { return value }
        _ = try? checkpoint()
        if let value = try attempt() { return value }
        let reserve = DiskReserve(of: location)
        if reserve.give(.max), let value = try attempt() { return value }
        guard reserve.makeOfVectorFile() else { throw StoreError.diskFull(location) }
        _ = reserve.give(.max)
        return try write(body)
    }

    private func write<Value>(
        _ transaction: LibraryTransaction, _ notingChanges: Bool, _ body: (LibraryTransaction) throws -> Value
    ) throws -> Value {
        let before = transaction.db.totalChangesCount
        let value = try body(transaction)
        try PageChecksums.refuseDamage(transaction.db)
        if notingChanges, transaction.db.totalChangesCount != before { try transaction.noteChange() }
        return value
    }

    /// The writer's connection pool; `nil` if the library is open for reading.
    var writer: DatabasePool? { lock == nil ? nil : database as? DatabasePool }

    /// The size of the log from which on each transaction copies it into the database, in pages of 8 KB.
    public enum LogLimit: Int, Sendable {
        /// SQLite's own, 8 MB.
        case usual = 1_000
        /// 64 MB, for an import: most of its batches change the same pages of indexes, which are then copied once for several.
        case bulk = 8_192
    }

    /// Sets the size of the log. It is larger by the last transaction, and grows on while another connection reads.
    public func limitLog(to limit: LogLimit) throws {
        try writer?.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_autocheckpoint = \(limit.rawValue)") }
    }

    /// Copies the write-ahead log into the database file and empties it.
    ///
    /// - Returns: false if the log keeps what it has, because another connection is reading it.
    @discardableResult
    public func checkpoint() throws -> Bool {
        guard let pool = writer, !damageLatch.hasSeenDamage else { return false }
        do {
            return try TransactionLock(location).whileHeld {
                try pool.writeWithoutTransaction { try $0.emptyLog() }
            }
        } catch {
            throw StoreError(error, location)
        }
    }
}

extension Database {
    /// The time that readers have to finish, in milliseconds. One that takes longer is not waited for: the next checkpoint
    /// empties the log.
    private static let patience = (checkpoint: 1_000, usual: 10_000)

    /// Copies the log into the database and cuts it off; false if a reader still uses it.
    func emptyLog() throws -> Bool {
        try execute(sql: "PRAGMA busy_timeout = \(Self.patience.checkpoint)")
        defer { try? execute(sql: "PRAGMA busy_timeout = \(Self.patience.usual)") }
        do {
            _ = try checkpoint(.truncate)
            return true
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY || error.resultCode == .SQLITE_LOCKED
        {
            return false
        }
    }
}

extension StoreError {
    /// A full disk, with the room that lets the least of all commands, a deletion, end.
    static func diskFull(_ location: LibraryLocation) -> StoreError {
        let megabytes = DiskReserve(of: location).size >> 20
        return StoreError(
            .diskFull,
            "The disk of \(location.folder) is full. Free at least \(megabytes) MB on it, for instance by emptying the trash, "
                + "and run the command again; nothing is lost.")
    }

    /// The error as reported to people, without any value from the library.
    init(_ error: any Error, _ location: LibraryLocation) {
        if let known = error as? StoreError {
            self = known
            return
        }
        if let error = error as? DatabaseError, PageChecksums.isDamage(error) {
            self = .damagedPage(of: location)
            return
        }
        let code = (error as? DatabaseError)?.resultCode
        let file = location.database
        switch code {
        case .SQLITE_FULL:
            self = .diskFull(location)
        case .SQLITE_CANTOPEN where DiskReserve(of: location).isDiskFull,
            .SQLITE_IOERR where DiskReserve(of: location).isDiskFull:
            self = .diskFull(location)
        case .SQLITE_NOTADB:
            self.init(
                .damaged,
                "\(file) is damaged or not a Recall library. Run: \(location.command("doctor --repair"))")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.busy, "\(file) is busy. Try again when the other process is done.")
        case .SQLITE_CANTOPEN where DescriptorLimit.isReached, .SQLITE_IOERR where DescriptorLimit.isReached:
            self.init(.unavailable, DescriptorLimit.message)
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_IOERR:
            self.init(
                .unavailable,
                "\(file) cannot be opened or written. Check that you own it and that the disk is there and not read-only."
            )
        default:
            self.init(
                .unavailable,
                "\(file): the database failed (SQLite code \(code?.rawValue ?? -1)). Run: recall doctor")
        }
    }
}
