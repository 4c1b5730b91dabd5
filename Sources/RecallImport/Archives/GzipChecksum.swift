import CZlib

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The checksums in a gzip file (RFC 1952), which libarchive does not compare. For unpacking processes.
enum GzipChecksum {
    /// False if the file that is open as `descriptor` is one, and something in it is not what was compressed. Reads all of it
    /// again.
    static func holds(_ descriptor: Int32) -> Bool {
        lseek(descriptor, 0, SEEK_SET)
        // The one way to copy a descriptor that a confined process has.
        guard let file = gzdopen(fcntl(descriptor, F_DUPFD_CLOEXEC, 0), "rb") else { return true }
        defer { gzclose(file) }
        // What is no gzip file would be read as it is.
        guard gzdirect(file) == 0 else { return true }
        return withUnsafeTemporaryAllocation(byteCount: 1 << 17, alignment: 16) { block in
            while true {
                let count = gzread(file, block.baseAddress, UInt32(block.count))
                if count <= 0 { return count == 0 }
            }
        }
    }
}
