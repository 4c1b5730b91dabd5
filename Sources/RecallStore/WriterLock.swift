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
        Self.mark(opened)
    }

    deinit {
        close(descriptor)
    }
}

/// Whether the lock is held, for those who only want to say so. `flock` can only be tried, and the try of one who looks could
/// be what makes an import fail; so the holder also locks the file's bytes, about which `fcntl` can ask without taking them.
extension WriterLock {
    #if canImport(Glibc)
        /// `F_OFD_GETLK` and `F_OFD_SETLK` of <fcntl.h>: of the open file, not of the process.
        private static let (ask, take) = (Int32(36), Int32(37))
    #elseif canImport(Darwin)
        /// Tells of `flock` too.
        private static let ask = F_GETLK
    #endif

    /// All bytes of the file, for one.
    private static var allBytes: flock {
        var lock = flock()
        (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        return lock
    }

    private static func mark(_ descriptor: Int32) {
        #if canImport(Glibc)
            // Where a file system cannot do it, a writer is only not seen.
            var lock = allBytes
            _ = fcntl(descriptor, take, &lock)
        #endif
    }

    /// Whether a process holds the lock at `path`. Takes nothing, not even for a moment.
    static func isHeld(path: String) -> Bool {
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard opened >= 0 else { return false }
        defer { close(opened) }
        var lock = allBytes
        return fcntl(opened, ask, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }
}
