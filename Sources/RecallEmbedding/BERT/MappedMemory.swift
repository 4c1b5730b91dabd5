#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Whole pages of memory, either a file mapped for reading or zeros to fill in, released with the object.
///
/// Unchecked: whoever fills the memory does so before sharing it.
final class MappedMemory: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let count: Int

    /// Maps a file that is not empty. O(1): nothing is read yet.
    init(file path: String) throws(EncoderError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(path: path, reason: systemReason()) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .file(path: path, reason: systemReason()) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .file(path: path, reason: "not a regular file") }
        count = Int(status.st_size)
        guard count > 0 else { throw .malformed(path: path, reason: "it is empty") }
        guard let pages = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), pages != MAP_FAILED else {
            throw .file(path: path, reason: systemReason())
        }
        base = pages
    }

    /// `count` zero bytes.
    init(zeros count: Int, for path: String) throws(EncoderError) {
        let pages = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
        guard let pages, pages != MAP_FAILED else { throw .file(path: path, reason: systemReason()) }
        self.count = count
        base = pages
    }

    deinit {
        munmap(base, count)
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }
}

/// The reason of the last failed system call.
func systemReason() -> String {
    String(cString: strerror(errno))
}

/// The whole content of a small file.
func smallFile(_ path: String, limit: Int) throws(EncoderError) -> [UInt8] {
    let memory = try MappedMemory(file: path)
    guard memory.count <= limit else { throw .malformed(path: path, reason: "it has more than \(limit) bytes") }
    return Array(memory.bytes)
}

/// Writes `bytes` to a new file beside `path` and moves it there when it is safely on disk. Mode 0600.
///
/// One at a time may write to `path`: what a killed process left behind is overwritten.
package func writeAtomically(_ bytes: UnsafeRawBufferPointer, to path: String) throws(EncoderError) {
    let temporary = path + ".new"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .file(path: temporary, reason: systemReason()) }
    let written = writeAll(bytes, to: descriptor) && fsync(descriptor) == 0
    let failure = systemReason()
    close(descriptor)
    guard written, rename(temporary, path) == 0 else {
        let reason = written ? systemReason() : failure
        unlink(temporary)
        throw .file(path: path, reason: reason)
    }
}

private func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}
