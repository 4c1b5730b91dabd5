import RecallCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file open for writing, accessible to the owner only (0600).
package struct NewFile: ~Copyable {
    /// The descriptor, for libraries that write to one.
    package let descriptor: Int32
    private let path: String

    /// Creates the file; throws if anything exists at the path, even a link.
    package init(_ path: String) throws(FileError) {
        self.path = path
        descriptor = open(path, O_RDWR | Self.creating, mode_t(0o600))
        guard descriptor >= 0 else { throw .last(path) }
    }

    /// Creates the file and its folders below `folder`, component by component without following links.
    package init(_ relative: String, in folder: String) throws(FileError) {
        path = folder + "/" + relative
        descriptor = Self.create(relative.pathParts(), in: open(folder, Self.directory))
        guard descriptor >= 0 else { throw .last(path) }
    }

    /// Creates the file at the end of a path, and closes `folder`; negative on failure, with the reason in `errno`.
    private static func create(_ components: [String], in folder: Int32) -> Int32 {
        var parent = folder
        for component in components.dropLast() where parent >= 0 {
            mkdirat(parent, component, 0o700)
            let next = openat(parent, component, directory | O_NOFOLLOW)
            closeKeepingError(parent)
            parent = next
        }
        guard parent >= 0, let name = components.last else { return -1 }
        defer { closeKeepingError(parent) }
        return openat(parent, name, O_WRONLY | creating, 0o600)
    }

    private static func closeKeepingError(_ descriptor: Int32) {
        let error = errno
        close(descriptor)
        errno = error
    }

    /// Opens a file that exists, to change some of its bytes.
    package init(updating path: String) throws(FileError) {
        self.path = path
        descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last(path) }
    }

    /// Opens a file to append to it, and creates it if there is none.
    package init(appendingTo path: String) throws(FileError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, mode_t(0o600))
        guard descriptor >= 0 else { throw .last(path) }
    }

    private static let creating = O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    private static let directory = O_RDONLY | O_DIRECTORY | O_CLOEXEC

    deinit {
        close(descriptor)
    }

    /// Appends all of `bytes`, from the beginning of the file on.
    package borrowing func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        try writeAll(bytes) { rest, _ in write(descriptor, rest.baseAddress, rest.count) }
    }

    /// Appends all of `bytes`.
    package borrowing func append(_ bytes: [UInt8]) throws(FileError) {
        try bytes.withUnsafeBufferPointer { bytes throws(FileError) in try append(UnsafeRawBufferPointer(bytes)) }
    }

    /// Overwrites the bytes at `offset` with all of `bytes`, without moving the place where the next ones are appended.
    package borrowing func overwrite(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError) {
        try writeAll(bytes) { rest, done in pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done)) }
    }

    /// Overwrites `count` bytes at `offset` with zeros.
    package borrowing func overwrite(zeros count: Int, at offset: Int) throws(FileError) {
        let zeros = [UInt8](repeating: 0, count: min(count, 1 << 20))
        for start in stride(from: 0, to: count, by: max(1, zeros.count)) {
            let part = zeros.prefix(count - start)
            try part.withUnsafeBufferPointer { part throws(FileError) in
                try overwrite(UnsafeRawBufferPointer(part), at: offset + start)
            }
        }
    }

    /// `count` bytes from `offset` on, of a file that was not opened to append to it.
    package borrowing func bytes(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        let path = path
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let read = bytes.withUnsafeMutableBytes { target in
                pread(descriptor, target.baseAddress.map { $0 + done }, count - done, off_t(offset + done))
            }
            if read < 0, errno == EINTR { continue }
            guard read != 0 else { throw FileError(path: path, .differs) }
            guard read > 0 else { throw .last(path) }
            done += read
        }
        return bytes
    }

    /// Cuts the file to `count` bytes.
    package borrowing func truncate(to count: Int) throws(FileError) {
        guard ftruncate(descriptor, off_t(count)) == 0 else { throw .last(path) }
    }

    /// Calls `body` with what is left and the number of bytes that are done, until nothing is left.
    private borrowing func writeAll(
        _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer, Int) -> Int
    ) throws(FileError) {
        var done = 0
        while done < bytes.count {
            let count = body(UnsafeRawBufferPointer(rebasing: bytes[done...]), done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .last(path) }
            done += count
        }
    }

    /// Sets the time of the last change, in nanoseconds since 1970.
    package borrowing func setModified(_ nanoseconds: Int64) throws(FileError) {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let time = timespec(
            tv_sec: time_t(rest < 0 ? seconds - 1 : seconds), tv_nsec: Int(rest < 0 ? rest + 1_000_000_000 : rest))
        guard futimens(descriptor, [time, time]) == 0 else { throw .last(path) }
    }

    /// Syncs the bytes to disk.
    package borrowing func synchronize() throws(FileError) {
        guard fsync(descriptor) == 0 else { throw .last(path) }
    }
}
