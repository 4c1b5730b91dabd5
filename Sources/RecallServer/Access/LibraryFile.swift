import Foundation
import HTTPTypes

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A small file beside the library, for its owner alone (0600).
struct LibraryFile: Sendable {
    let path: String

    /// The content of the file, or `nil` if there is none.
    ///
    /// - Throws: `APIError` if it cannot be read, is a link, or others can read it.
    func read() throws -> Data? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw problem("cannot be read")
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & 0o077 == 0 else {
            throw problem("can be read by other users (mend it with chmod 600)")
        }
        return try file.readToEnd() ?? Data()
    }

    /// Replaces the file by one that holds `data`: whole, or not at all.
    func write(_ data: Data) throws {
        let new = path + ".new"
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw problem("cannot be written") }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: data)
        guard fsync(descriptor) == 0, rename(new, path) == 0 else { throw problem("cannot be written") }
    }

    private func problem(_ what: String) -> APIError {
        APIError(.internalServerError, "library-unavailable", "\(path) \(what). Check its permissions.")
    }
}
