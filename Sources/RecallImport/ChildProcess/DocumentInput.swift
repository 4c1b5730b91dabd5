import CConfinement
import RecallCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A document as an open file that a parsing process gets as its standard input. Closed with its last reference.
final class DocumentInput: Sendable {
    let descriptor: Int32
    let byteCount: Int
    /// Seconds since 1970 of the last change.
    let modified: Int

    /// The file at `path`.
    ///
    /// - Throws: `ImportFailure`: `.notFound`, `.unreadable`, `.notAFile` or `.empty`.
    init(path: String) throws {
        // Not blocking, so that opening a pipe does not wait for its writer.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let code: ImportFailure.Code = errno == ENOENT ? .notFound : .unreadable
            throw ImportFailure(code, path: path, reason: "Cannot be opened: \(String(cString: strerror(errno))).")
        }
        var status = stat()
        fstat(descriptor, &status)
        byteCount = Int(status.st_size)
        #if canImport(Darwin)
            modified = Int(status.st_mtimespec.tv_sec)
        #else
            modified = Int(status.st_mtim.tv_sec)
        #endif
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ImportFailure(.notAFile, path: path, reason: "Not a regular file.")
        }
        guard byteCount > 0 else { throw ImportFailure(.empty, path: path, reason: "The file is empty.") }
    }

    /// A file in memory (macOS: one without a name) with `data`.
    init(data: [UInt8], path: String, place: String?) throws {
        guard !data.isEmpty else {
            throw ImportFailure(.empty, path: path, place: place, reason: "The document is empty.")
        }
        descriptor = Self.nameless()
        byteCount = data.count
        modified = 0
        guard descriptor >= 0, Self.write(data, to: descriptor), lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw ImportFailure(
                .parserFailed, path: path, place: place,
                reason: "No memory for handing the document to its parser: \(String(cString: strerror(errno))).")
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The first `count` bytes.
    func bytes(upTo count: Int) -> [UInt8] {
        let count = min(count, byteCount)
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = pread(descriptor, buffer.baseAddress?.advanced(by: filled), count - filled, off_t(filled))
                guard got > 0 else { return }
                filled += got
            }
        }
    }

    /// Whether `text` occurs in it.
    func contains(_ text: StaticString) -> Bool {
        bytes(upTo: byteCount).firstOccurrence(of: text) != nil
    }

    private static func nameless() -> Int32 {
        #if os(Linux)
            return recall_memory_file()
        #else
            var name = Array("/tmp/recall.XXXXXXXX".utf8CString)
            let descriptor = mkstemp(&name)
            unlink(name)
            return descriptor
        #endif
    }

    private static func write(_ data: [UInt8], to descriptor: Int32) -> Bool {
        data.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let count = pwrite(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done, off_t(done))
                guard count > 0 || errno == EINTR else { return false }
                done += max(0, count)
            }
            return true
        }
    }
}
