#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file of zeros that has its blocks on the disk.
package enum BlankFile {
    /// Makes the file, or lets it grow, to `size` bytes. It stays as it was if there is no room.
    package static func grow(_ path: String, to size: Int) throws(FileError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, mode_t(0o600))
        guard descriptor >= 0 else { throw .last(path) }
        defer { close(descriptor) }
        let before = bytes(descriptor)
        guard before < size, !allocate(descriptor, from: before, to: size) else { return }
        let error = FileError.last(path)
        ftruncate(descriptor, off_t(before))
        throw error
    }

    /// Cuts `bytes` off the end of the file.
    ///
    /// - Returns: the number of bytes that were cut off; 0 if there are none, or no file.
    package static func shrink(_ path: String, by count: Int) -> Int {
        let descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        let before = bytes(descriptor)
        let after = max(0, before - count)
        guard after < before, ftruncate(descriptor, off_t(after)) == 0 else { return 0 }
        return before - after
    }

    private static func bytes(_ descriptor: Int32) -> Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Holes would be no room: the blocks have to be there.
    private static func allocate(_ descriptor: Int32, from start: Int, to end: Int) -> Bool {
        #if canImport(Darwin)
            var store = fstore_t(
                fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
                fst_length: off_t(end - start),
                fst_bytesalloc: 0)
            return fcntl(descriptor, F_PREALLOCATE, &store) == 0 && ftruncate(descriptor, off_t(end)) == 0
        #else
            errno = posix_fallocate(descriptor, off_t(start), off_t(end - start))
            return errno == 0
        #endif
    }
}
