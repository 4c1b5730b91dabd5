import CConfinement
package import RecallFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Unnamed files that pass bytes to a confined process as its standard input.
package enum MemoryFile {
    /// A file in memory (on macOS: on disk) that contains `bytes`, positioned at its start.
    package static func holding(_ bytes: [UInt8]) throws(FileError) -> OpenFile {
        let descriptor = nameless()
        guard descriptor >= 0, write(bytes, to: descriptor), seal(descriptor) else {
            let error = FileError(path: "", .system(errno))
            if descriptor >= 0 { close(descriptor) }
            throw error
        }
        return try OpenFile(adopting: descriptor)
    }

    private static func nameless() -> Int32 {
        #if os(Linux)
            return recall_memory_file()
        #else
            var name = Array("/tmp/recall.XXXXXXXX".utf8CString)
            let descriptor = mkostemp(&name, O_CLOEXEC)
            unlink(name)
            return descriptor
        #endif
    }

    /// Makes the file unchangeable: the process gets the descriptor with which it was written.
    private static func seal(_ descriptor: Int32) -> Bool {
        #if os(Linux)
            return recall_seal_memory_file(descriptor) == 0
        #else
            return true
        #endif
    }

    /// Writes `data` without moving the file position, since the process reads from the start.
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
