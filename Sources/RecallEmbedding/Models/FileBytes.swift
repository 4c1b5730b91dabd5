#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A system call failed; `code` is errno.
struct FileError: Error, Hashable {
    var path: String
    var code: Int32

    /// With errno as it is now.
    static func last(_ path: String) -> FileError { FileError(path: path, code: errno) }

    /// Whether nothing is there.
    var isMissing: Bool { code == ENOENT || code == ENOTDIR }
}

/// Whole small files.
enum FileBytes {
    /// Settings and vocabularies are far smaller; more is not read.
    static let largest = 64 << 20

    /// The bytes of a file of at most `largest` bytes.
    static func read(_ path: String) throws(FileError) -> [UInt8] {
        let file = try OpenFile(reading: path)
        let size = try file.size()
        guard size <= largest else { throw FileError(path: path, code: EFBIG) }
        return try file.read(upTo: size)
    }

    /// Whether a regular file is at `path`.
    static func exists(_ path: String) -> Bool {
        FileState(path) != nil
    }
}

/// Size and time of a regular file.
struct FileState {
    /// Bytes.
    let size: Int
    /// When its content last changed.
    private let modified: timespec

    /// The state of the file at `path`, if there is one.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        size = Int(status.st_size)
        #if canImport(Darwin)
            modified = status.st_mtimespec
        #else
            modified = status.st_mtim
        #endif
    }

    /// Whether its content changed last when that of `other` did, or later.
    func isAsNewAs(_ other: FileState) -> Bool {
        (modified.tv_sec, modified.tv_nsec) >= (other.modified.tv_sec, other.modified.tv_nsec)
    }
}

/// An open regular file, closed when it goes out of scope.
struct OpenFile: ~Copyable {
    private let descriptor: Int32
    private let path: String

    /// Opens a file for reading; links are followed, since caches of models are made of them.
    init(reading path: String) throws(FileError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .last(path) }
    }

    /// Makes a new file that only its owner can read.
    init(creating path: String) throws(FileError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(0o600))
        guard descriptor >= 0 else { throw .last(path) }
    }

    deinit {
        close(descriptor)
    }

    /// Its size; anything but a regular file is refused.
    borrowing func size() throws(FileError) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last(path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileError(path: path, code: EISDIR) }
        return Int(status.st_size)
    }

    /// The next bytes; fewer than `count` only at the end.
    borrowing func read(upTo count: Int) throws(FileError) -> [UInt8] {
        var failure: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let received = systemRead(descriptor, buffer.baseAddress! + filled, count - filled)
                if received == 0 { break }
                if received < 0, errno != EINTR {
                    failure = .last(path)
                    break
                }
                filled += max(0, received)
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Writes all of `bytes`.
    borrowing func write(_ bytes: [UInt8]) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let sent = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress! + written, $0.count - written) }
            guard sent >= 0 || errno == EINTR else { throw .last(path) }
            written += max(0, sent)
        }
    }

    /// Waits until the bytes are on the disk.
    borrowing func synchronize() throws(FileError) {
        guard fsync(descriptor) == 0 else { throw .last(path) }
    }
}

private func systemRead(_ descriptor: Int32, _ pointer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, pointer, count)
}

private func systemWrite(_ descriptor: Int32, _ pointer: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, pointer, count)
}
