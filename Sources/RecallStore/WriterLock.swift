import RecallCore
import RecallFiles

/// The lock of the single writing process. It also guards against a bug of SQLite before 3.51.3, which can lose data
/// if several connections write to a WAL.
final class WriterLock: Sendable {
    private let lock: FileLock

    /// Acquires the lock of a library; throws if another process holds it. A step of maintenance is waited for, since it is
    /// short and nobody asked for it, but not longer than `WriterPatience` lasts.
    init(of location: LibraryLocation) throws(StoreError) {
        lock = try Self.acquire(location)
    }

    /// Acquires the lock without waiting; throws if another process holds it.
    init(path: String) throws(StoreError) {
        do {
            lock = try FileLock(path, waiting: false)
        } catch {
            throw error.reason == .locked ? Self.busy(path) : WriterPatience.unavailable(path)
        }
    }

    private static func acquire(_ location: LibraryLocation) throws(StoreError) -> FileLock {
        do {
            return try FileLock(location.lock, waiting: false)
        } catch {
            guard error.reason == .locked else { throw WriterPatience.unavailable(location.lock) }
        }
        if LockHolder(of: location.lock).map({ $0.program == nil }) == true {
            do {
                return try FileLock(location.lock) { $0 < orphanPatience }
            } catch {
                guard error.reason == .locked else { throw WriterPatience.unavailable(location.lock) }
            }
        }
        // While this one is held, no next step begins.
        let turn = try WriterPatience.current.lock(
            location.maintenanceLock, whileOther: "keeps the library in order")
        do {
            let lock = try FileLock(location.lock, waiting: false)
            turn.whileHeld {}
            return lock
        } catch {
            throw error.reason == .locked ? busy(location.lock) : WriterPatience.unavailable(location.lock)
        }
    }

    /// The time in which the lock of a process that has ended is free. A child has it too from its fork until it executes its
    /// program, so it outlives a process that is killed then.
    private static let orphanPatience = Duration.seconds(2)

    private static func busy(_ path: String) -> StoreError {
        StoreError(
            .busy,
            "Another recall process is writing to this library\(WriterPatience.holder(of: path)). Wait until it is done, "
                + "or stop it; searching works meanwhile.")
    }

    /// True if a process holds the lock at `path`. Does not acquire it, even briefly.
    static func isHeld(path: String) -> Bool { FileLock.isHeld(path) }
}
