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
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last(path) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= largest else {
            throw FileError(path: path, code: EFBIG)
        }
        return try read(descriptor, size: Int(status.st_size), path)
    }

    private static func read(_ descriptor: Int32, size: Int, _ path: String) throws(FileError) -> [UInt8] {
        var failure: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let received = systemRead(descriptor, buffer.baseAddress! + count, size - count)
                if received == 0 { break }
                if received < 0 {
                    if errno == EINTR { continue }
                    failure = .last(path)
                    break
                }
                count += received
            }
        }
        if let failure { throw failure }
        return bytes
    }

    private static func systemRead(_ descriptor: Int32, _ pointer: UnsafeMutableRawPointer, _ count: Int) -> Int {
        #if canImport(Glibc)
            Glibc.read(descriptor, pointer, count)
        #elseif canImport(Musl)
            Musl.read(descriptor, pointer, count)
        #else
            Darwin.read(descriptor, pointer, count)
        #endif
    }

    /// Whether a regular file is at `path`.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
