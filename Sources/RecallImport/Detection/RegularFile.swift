import RecallCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A regular file opened for reading. Pipes, sockets and devices are refused, and opening one never blocks.
final class RegularFile: Sendable {
    /// The path as given.
    let path: String
    /// The size in bytes when it was opened.
    let byteCount: Int
    /// The time of last change, in nanoseconds since 1970.
    let modified: Int64
    private let descriptor: Int32

    /// Opens the file at `path`.
    init(path: String) throws(ImportFailure) {
        // Without O_NONBLOCK, opening a pipe would wait for a writer.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw Self.failure(path: path, error: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw ImportFailure(
                .notAFile, path: path, reason: "This is not a file but a folder, pipe, socket or device. Name a file.")
        }
        self.path = path
        byteCount = Int(status.st_size)
        modified = status.modifiedNanoseconds
    }

    deinit {
        close(descriptor)
    }

    /// Fills `target` from `offset` on, and returns how many bytes there were; less than its size only at the end.
    func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) throws(ImportFailure) -> Int {
        var filled = 0
        while filled < target.count {
            let count = pread(
                descriptor, target.baseAddress! + filled, target.count - filled, off_t(offset + filled))
            if count == 0 { break }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw Self.failure(path: path, error: errno) }
            filled += count
        }
        return filled
    }

    /// At most `limit` bytes from `offset` on.
    func bytes(from offset: Int = 0, limit: Int) throws(ImportFailure) -> [UInt8] {
        let capacity = max(0, min(limit, byteCount - offset))
        var bytes = [UInt8](repeating: 0, count: capacity)
        let result = bytes.withUnsafeMutableBytes { target in
            Result { () throws(ImportFailure) in try read(into: target, at: offset) }
        }
        bytes.removeLast(capacity - (try result.get()))
        return bytes
    }

    /// Why the system call at `path` failed with `error`.
    static func failure(path: String, error: Int32) -> ImportFailure {
        switch error {
        case ENOENT, ENOTDIR:
            ImportFailure(.notFound, path: path, reason: "There is no such file or folder. Check the path.")
        case EACCES, EPERM:
            ImportFailure(
                .unreadable, path: path,
                reason: "Reading it is not permitted. Change its permissions, or import as its owner.")
        case ENXIO:
            ImportFailure(
                .notAFile, path: path, reason: "This is a socket or device, which is never read. Name a file.")
        case ELOOP:
            ImportFailure(.notAFile, path: path, reason: "This link leads in a circle. Name the file itself.")
        default:
            ImportFailure(
                .unreadable, path: path, reason: "Reading failed: \(String(cString: strerror(error))). Try again.")
        }
    }
}

extension stat {
    /// The time of last change, in nanoseconds since 1970.
    var modifiedNanoseconds: Int64 {
        #if canImport(Darwin)
            let time = st_mtimespec
        #else
            let time = st_mtim
        #endif
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
