#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file being written, accessible to the owner only (0600).
package struct NewFile: ~Copyable {
    private let descriptor: Int32
    private let path: String

    /// Creates the file; throws if anything exists at the path, even a link.
    package init(_ path: String) throws(FileError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(0o600))
        guard descriptor >= 0 else { throw .last(path) }
    }

    deinit {
        close(descriptor)
    }

    /// Appends all of `bytes`.
    package borrowing func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .last(path) }
            rest = rest.dropFirst(count)
        }
    }

    /// Appends all of `bytes`.
    package borrowing func append(_ bytes: [UInt8]) throws(FileError) {
        try bytes.withUnsafeBufferPointer { bytes throws(FileError) in try append(UnsafeRawBufferPointer(bytes)) }
    }

    /// Syncs the bytes to disk.
    package borrowing func synchronize() throws(FileError) {
        guard fsync(descriptor) == 0 else { throw .last(path) }
    }
}

/// Replaces files atomically: after a crash there is either the old file or the complete new one.
package enum AtomicFile {
    /// Writes `bytes` to a new file beside `path`, syncs it, and renames it to `path`. Mode 0600.
    ///
    /// Only one process may write to `path` at a time: the temporary file of a killed one is removed.
    package static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(FileError) {
        let temporary = path + ".new"
        unlink(temporary)
        do throws(FileError) {
            let file = try NewFile(temporary)
            try file.append(bytes)
            try file.synchronize()
            try Folder.move(temporary, to: path)
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Writes `bytes` as `write(_:to:)` does.
    package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
        try bytes.withUnsafeBufferPointer { bytes throws(FileError) in
            try write(UnsafeRawBufferPointer(bytes), to: path)
        }
    }
}
