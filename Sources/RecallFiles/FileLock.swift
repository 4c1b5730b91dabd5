#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A lock between processes on a file that is made for it. The system frees it when the process ends, however it ends.
package struct FileLock: ~Copyable {
    private let descriptor: Int32

    /// Takes the lock on the file at `path`: at once or not at all (`.locked`), or after waiting.
    package init(_ path: String, waiting: Bool) throws(FileError) {
        let opened = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, mode_t(0o600))
        guard opened >= 0 else { throw .last(path) }
        while flock(opened, LOCK_EX | (waiting ? 0 : LOCK_NB)) != 0 {
            if errno == EINTR { continue }
            let error = errno == EWOULDBLOCK ? FileError(path: path, .locked) : .last(path)
            close(opened)
            throw error
        }
        descriptor = opened
        Self.markBytes(opened)
    }

    /// Takes the lock of a folder, after waiting.
    package init(folder path: String) throws(FileError) {
        try self.init(path + "/.lock", waiting: true)
    }

    deinit {
        close(descriptor)
    }

    /// Runs `body`; the lock lives at least until it is done.
    package borrowing func whileHeld<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try body()
    }
}

/// `flock` can only be tried, and the try of one who looks could be what makes another process fail; so the holder also locks
/// the file's bytes, about which `fcntl` can ask without taking them.
extension FileLock {
    #if canImport(Darwin)
        /// Tells of `flock` too.
        private static let ask = F_GETLK
    #else
        /// `F_OFD_GETLK` and `F_OFD_SETLK` of <fcntl.h>: of the open file, not of the process.
        private static let (ask, take) = (Int32(36), Int32(37))
    #endif

    /// All bytes of the file, for one.
    private static var allBytes: flock {
        var lock = flock()
        (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        return lock
    }

    private static func markBytes(_ descriptor: Int32) {
        #if !canImport(Darwin)
            // Where a file system cannot do it, a holder is only not seen.
            var lock = allBytes
            _ = fcntl(descriptor, take, &lock)
        #endif
    }

    /// True if a process holds the lock on the file at `path`. Takes nothing, not even for a moment.
    package static func isHeld(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var lock = allBytes
        return fcntl(descriptor, ask, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }
}
