import RecallCore
import RecallFiles

extension WriterPatience {
    /// Acquires the lock in the file at `path`. While another process holds it, it waits no longer than the patience lasts, and
    /// only for a moment once the task is cancelled.
    ///
    /// - Parameter work: the other process's work meanwhile, as a verb with its object.
    func lock(_ path: String, whileOther work: String) throws(StoreError) -> FileLock {
        do {
            return try FileLock(path, waiting: false)
        } catch {
            guard error.reason == .locked else { throw Self.unavailable(path) }
        }
        var isSilent = true
        do {
            return try FileLock(path) { waited in
                if isSilent, waited >= silence {
                    isSilent = false
                    tell("Waiting for another Recall process\(Self.holder(of: path)), which \(work) ...")
                }
                return waited < (Self.isCancelled ? silence : limit)
            }
        } catch {
            guard error.reason == .locked else { throw Self.unavailable(path) }
            throw StoreError(
                .busy,
                "Another Recall process\(Self.holder(of: path)) \(work), and holds \(path) for longer than that "
                    + "should take. Wait until it is done, or end it: nothing is lost. Searching works meanwhile.")
        }
    }

    private static var isCancelled: Bool { Task.isCancelled || WorkCancellation.current?.isCancelled == true }

    /// ` (process 1234, recall)`; empty if it cannot be found out.
    static func holder(of path: String) -> String {
        LockHolder(of: path).map { " (process \($0))" } ?? ""
    }

    static func unavailable(_ path: String) -> StoreError {
        StoreError(
            .unavailable,
            "The library's lock file \(path) cannot be opened. Check its permissions, and that the disk is not read-only."
        )
    }
}
