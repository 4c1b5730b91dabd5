import RecallCore
import RecallFiles

/// Held by the one process that may write to a library, over all its connections (system SQLite before 3.51.3 can lose
/// data when several write to a WAL).
final class WriterLock: Sendable {
    private let lock: FileLock

    /// Takes the lock at once, or fails.
    init(path: String) throws(StoreError) {
        do {
            lock = try FileLock(path, waiting: false)
        } catch {
            throw error.reason == .locked ? Self.busy : Self.unavailable(path)
        }
    }

    private static let busy = StoreError(
        .busy,
        "Another recall process is writing to this library. Wait until it is done, or stop it; searching works meanwhile."
    )

    private static func unavailable(_ path: String) -> StoreError {
        StoreError(.unavailable, "The library's lock file \(path) cannot be opened. Check its permissions.")
    }

    /// True if a process holds the lock at `path`. Takes nothing, not even for a moment.
    static func isHeld(path: String) -> Bool { FileLock.isHeld(path) }
}
