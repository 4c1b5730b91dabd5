#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A regular file open for reading at any offset, closed with its last reference. Opening never blocks; pipes,
/// sockets and devices are refused.
package final class OpenFile: Sendable {
    /// The path as given; empty for an adopted descriptor.
    package let path: String
    /// The descriptor, for system calls and child processes.
    package let descriptor: Int32
    /// The size in bytes when it was opened.
    package let byteCount: Int
    /// The time of last change, in nanoseconds since 1970.
    package let modified: Int64
    private let mode: mode_t

    /// Opens the file at `path`. Links are followed unless `followingLinks` is false.
    package convenience init(_ path: String, followingLinks: Bool = true) throws(FileError) {
        // Without O_NONBLOCK, opening a pipe would wait for a writer.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followingLinks ? 0 : O_NOFOLLOW)
        let descriptor = open(path, flags)
        guard descriptor >= 0 else { throw .last(path) }
        try self.init(adopting: descriptor, path: path)
    }

    /// Adopts an open `descriptor`, and closes it even on failure.
    package init(adopting descriptor: Int32, path: String = "") throws(FileError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let error = FileError.last(path)
            close(descriptor)
            throw error
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw FileError(path: path, .notRegular)
        }
        self.path = path
        self.descriptor = descriptor
        byteCount = Int(status.st_size)
        modified = status.modifiedNanoseconds
        mode = status.st_mode
    }

    deinit {
        close(descriptor)
    }

    /// True if other users may read or write the file.
    package var isExposed: Bool { mode & 0o077 != 0 }

    /// Fills `target` from `offset` on. Reads less than its size only at the end of the file.
    ///
    /// - Returns: the number of bytes read.
    package func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int {
        var filled = 0
        while filled < target.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: target[filled...])
            let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
            if count == 0 { break }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .last(path) }
            filled += count
        }
        return filled
    }

    /// At most `limit` bytes from `offset` on, up to the size that the file had when it was opened.
    package func bytes(from offset: Int = 0, limit: Int = .max) throws(FileError) -> [UInt8] {
        var failure: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: max(0, min(limit, byteCount - offset))) { target, count in
            do throws(FileError) {
                count = try read(into: UnsafeMutableRawBufferPointer(target), at: offset)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Lets what is read next come from the disk where the system can do that, once the bytes were synced.
    package func forgetCachedBytes() {
        #if !canImport(Darwin)
            posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        #endif
    }

    /// All bytes of the small file at `path`: settings and vocabularies are far below 64 MB.
    package static func contents(of path: String, limit: Int = 64 << 20) throws(FileError) -> [UInt8] {
        let file = try OpenFile(path)
        guard file.byteCount <= limit else { throw FileError(path: path, .tooLarge(limit: limit)) }
        return try file.bytes()
    }
}

/// Size and time of a regular file, without opening it.
package struct FileState: Hashable, Sendable {
    /// The size in bytes.
    package let size: Int
    /// The time of last change, in nanoseconds since 1970.
    package let modified: Int64

    /// The state of the file at `path`; `nil` if there is no regular file.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        size = Int(status.st_size)
        modified = status.modifiedNanoseconds
    }

    /// True if there is a regular file at `path`.
    package static func exists(_ path: String) -> Bool { FileState(path) != nil }
}

extension stat {
    /// The time of last change, in nanoseconds since 1970; 0 before.
    package var modifiedNanoseconds: Int64 {
        #if canImport(Darwin)
            let time = st_mtimespec
        #else
            let time = st_mtim
        #endif
        return max(0, Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }
}
