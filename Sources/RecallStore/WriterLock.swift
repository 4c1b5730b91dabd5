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
            throw error.reason == .locked ? Self.busy(path) : Self.unavailable(path)
        }
    }

    private static func acquire(_ location: LibraryLocation) throws(StoreError) -> FileLock {
        do {
            return try FileLock(location.lock, waiting: false)
        } catch {
            guard error.reason == .locked else { throw unavailable(location.lock) }
        }
        // While this one is held, no next step begins.
        let turn = try waitForTurn(location.maintenanceLock)
        do {
            let lock = try FileLock(location.lock, waiting: false)
            turn.whileHeld {}
            return lock
        } catch {
            throw error.reason == .locked ? busy(location.lock) : unavailable(location.lock)
        }
    }

    private static func waitForTurn(_ path: String) throws(StoreError) -> FileLock {
        let patience = WriterPatience.current
        var isSilent = true
        do {
            return try FileLock(path) { waited in
                if isSilent, waited >= patience.silence {
                    isSilent = false
                    patience.tell(
                        "Waiting for another Recall process\(holder(of: path)), which keeps the library in order ...")
                }
                return waited < patience.limit && !Task.isCancelled
            }
        } catch {
            guard error.reason == .locked else { throw unavailable(path) }
            throw StoreError(
                .busy,
                "Another Recall process\(holder(of: path)) keeps the library in order, and holds \(path) for longer than that "
                    + "should take. Wait until it is done, or end it: nothing is lost. Searching works meanwhile.")
        }
    }

    private static func busy(_ path: String) -> StoreError {
        StoreError(
            .busy,
            "Another recall process is writing to this library\(holder(of: path)). Wait until it is done, or stop it; "
                + "searching works meanwhile.")
    }

    /// ` (1234, recall)`; empty if it cannot be found out.
    private static func holder(of path: String) -> String {
        LockHolder(of: path).map { " (process \($0))" } ?? ""
    }

    private static func unavailable(_ path: String) -> StoreError {
        StoreError(
            .unavailable,
            "The library's lock file \(path) cannot be opened. Check its permissions, and that the disk is not read-only."
        )
    }

    /// True if a process holds the lock at `path`. Does not acquire it, even briefly.
    static func isHeld(path: String) -> Bool { FileLock.isHeld(path) }
}
