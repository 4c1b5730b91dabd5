#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A lock between processes, on a file of its own. The system releases it when the process ends, however it ends.
package struct FileLock: ~Copyable {
    private let descriptor: Int32

    /// Acquires the lock on the file at `path`. Without `waiting` it throws `.locked` if another process holds the lock.
    package init(_ path: String, waiting: Bool) throws(FileError) {
        let opened = try Self.opened(path)
        while flock(opened, LOCK_EX | (waiting ? 0 : LOCK_NB)) != 0 {
            if errno == EINTR { continue }
            let error = errno == EWOULDBLOCK ? FileError(path: path, .locked) : .last(path)
            close(opened)
            throw error
        }
        descriptor = opened
        Self.markBytes(opened)
    }

    /// Acquires the lock on the file at `path`, waiting for it as long as `goesOn`, which gets the time waited some times a
    /// second. Then it throws `.locked`.
    package init(_ path: String, waitingWhile goesOn: (_ waited: Duration) -> Bool) throws(FileError) {
        let opened = try Self.opened(path)
        guard let code = LockWait(opened).run(while: goesOn) else { throw FileError(path: path, .locked) }
        guard code == 0 else {
            close(opened)
            throw FileError(path: path, .system(code))
        }
        descriptor = opened
        Self.markBytes(opened)
    }

    private static func opened(_ path: String) throws(FileError) -> Int32 {
        let opened = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, mode_t(0o600))
        guard opened >= 0 else { throw .last(path) }
        return opened
    }

    /// Acquires the lock of a folder, waiting for it.
    package init(folder path: String) throws(FileError) {
        try self.init(path + "/.lock", waiting: true)
    }

    // A child process has the descriptor too, from when it is forked until it executes its program, and would keep a lock
    // that is only closed. Unlocking releases it for all of them.
    deinit {
        Self.unmarkBytes(descriptor)
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Runs `body`; the lock lives at least until it is done.
    package borrowing func whileHeld<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try body()
    }
}

// `flock` has no query: testing a lock acquires it for a moment, which could make another process fail. So the holder
// also locks the file's bytes with `fcntl`, which can be queried without acquiring anything.
extension FileLock {
    #if canImport(Darwin)
        /// On Darwin it also sees `flock` locks.
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
            // A file system without such locks only hides the holder from `isHeld`.
            var lock = allBytes
            _ = fcntl(descriptor, take, &lock)
        #endif
    }

    private static func unmarkBytes(_ descriptor: Int32) {
        #if !canImport(Darwin)
            var lock = allBytes
            lock.l_type = Int16(F_UNLCK)
            _ = fcntl(descriptor, take, &lock)
        #endif
    }

    /// True if a process holds the lock on the file at `path`. Does not acquire it, even briefly.
    package static func isHeld(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var lock = allBytes
        return fcntl(descriptor, ask, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }
}
