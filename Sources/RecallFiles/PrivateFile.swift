#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A small file for its owner alone (0600).
package struct PrivateFile: Hashable, Sendable {
    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// The bytes of the file; `nil` if there is none. A link, or a file that other users can open, is an error.
    package func read() throws(FileError) -> [UInt8]? {
        let file: OpenFile
        do throws(FileError) {
            file = try OpenFile(path, followingLinks: false)
        } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
        guard !file.isExposed else { throw FileError(path: path, .exposed) }
        return try file.bytes()
    }

    /// Replaces the file by one that holds `bytes`: whole, or not at all.
    package func write(_ bytes: [UInt8]) throws(FileError) {
        try AtomicFile.write(bytes, to: path)
    }
}
