import RecallCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A regular file that is open for reading, at any offset.
final class MailFile: Sendable {
    /// The size in bytes when it was opened.
    let size: Int
    private let path: String
    private let descriptor: CInt

    /// Opens the file at `path`, which must not be empty. Pipes, sockets and devices are never opened to wait.
    init(path: String) throws(ImportFailure) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(errno, path) }
        // What is not a regular file cannot be read at an offset: pipes and sockets fail to seek, folders to read.
        size = Int(lseek(descriptor, 0, SEEK_END))
        var byte: UInt8 = 0
        guard size >= 0, pread(descriptor, &byte, 1, 0) >= 0 || errno != EISDIR else {
            let isFolder = size >= 0
            close(descriptor)
            throw ImportFailure(
                .notAFile, path: path,
                reason: isFolder
                    ? "This is a folder. Import it as a folder, or name a file in it."
                    : "This is not a regular file. Name a file.")
        }
        guard size > 0 else {
            close(descriptor)
            throw ImportFailure(.empty, path: path, reason: "The file is empty.")
        }
    }

    /// The regular file that is open as `descriptor`, which is closed with the last reference.
    init(descriptor: CInt) {
        path = ""
        self.descriptor = descriptor
        size = Int(max(0, lseek(descriptor, 0, SEEK_END)))
    }

    deinit {
        close(descriptor)
    }

    /// Fills `buffer` from `offset` on; fewer bytes are read only at the file's end.
    ///
    /// - Returns: the number of bytes read.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ImportFailure) -> Int {
        var filled = 0
        while filled < buffer.count {
            let count = pread(
                descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled, off_t(offset + filled))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw ImportFailure(
                    .unreadable, path: path, place: "byte \(offset + filled)",
                    reason:
                        "The file could not be read on (\(String(cString: strerror(errno)))). Check the disk and try again."
                )
            }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Fills `buffer` from `offset` on; fewer bytes are read only at the file's end.
    ///
    /// - Returns: the number of bytes read.
    func read(into buffer: inout [UInt8], at offset: Int) throws(ImportFailure) -> Int {
        try buffer.withUnsafeMutableBufferPointer { bytes throws(ImportFailure) in
            try read(into: UnsafeMutableRawBufferPointer(bytes), at: offset)
        }
    }

    /// The bytes of `range`, as far as the file has them.
    func bytes(_ range: Range<Int>) throws(ImportFailure) -> [UInt8] {
        var failure: ImportFailure?
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            do throws(ImportFailure) {
                count = try read(into: UnsafeMutableRawBufferPointer(buffer), at: range.lowerBound)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    private static func failure(_ code: CInt, _ path: String) -> ImportFailure {
        switch code {
        case ENOENT, ENOTDIR: ImportFailure(.notFound, path: path, reason: "There is no such file.")
        case ENXIO: ImportFailure(.notAFile, path: path, reason: "This is not a regular file. Name a file.")
        default:
            ImportFailure(
                .unreadable, path: path,
                reason: "The file cannot be opened (\(String(cString: strerror(code)))). Check its permissions.")
        }
    }
}
