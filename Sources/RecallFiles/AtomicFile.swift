#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A new file that replaces another atomically: after a crash there is either the old file or the complete new one.
///
/// Only one process may write to a path at a time: the temporary file of a killed one is removed.
package struct AtomicFile: ~Copyable {
    /// The temporary file beside the path, to write to.
    package let file: NewFile
    private let path: String

    /// Creates the temporary file.
    package init(replacing path: String) throws(FileError) {
        self.path = path
        unlink(Self.temporary(path))
        file = try NewFile(Self.temporary(path))
    }

    /// The file that is written before it takes the place of the one at `path`; left behind by a kill.
    package static func temporary(_ path: String) -> String { path + ".new" }

    // Nothing is there any more once the file has been renamed.
    deinit {
        unlink(Self.temporary(path))
    }

    /// Syncs the new file to disk, and renames it to the path.
    package consuming func commit() throws(FileError) {
        try file.synchronize()
        try Folder.move(Self.temporary(path), to: path)
    }

    /// Replaces the file at `path` with `bytes`.
    package static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(FileError) {
        let new = try AtomicFile(replacing: path)
        try new.file.append(bytes)
        try new.commit()
    }

    /// Replaces the file at `path` with `bytes`.
    package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
        try bytes.withUnsafeBufferPointer { bytes throws(FileError) in
            try write(UnsafeRawBufferPointer(bytes), to: path)
        }
    }
}
