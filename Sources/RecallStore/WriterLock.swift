#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Held by the one process that may write to a library, over all its connections (system SQLite before 3.51.3 can lose
/// data when several write to a WAL). The system frees it when the process ends, however it ends.
final class WriterLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock at once, or fails.
    init(path: String) throws(StoreError) {
        let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard opened >= 0 else {
            throw StoreError(.unavailable, "The library's lock file \(path) cannot be opened. Check its permissions.")
        }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            close(opened)
            throw StoreError(
                .busy,
                "Another recall process is writing to this library. Wait until it is done, or stop it; searching works meanwhile."
            )
        }
        descriptor = opened
    }

    deinit {
        close(descriptor)
    }
}
