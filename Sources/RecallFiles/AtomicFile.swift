#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A new file that replaces another atomically: after a crash there is either the old file or the complete new one.
///
/// Only one process may write to a path at a time, unless each has a temporary file of its own: that of a killed one is
/// removed.
package struct AtomicFile: ~Copyable {
    /// The temporary file beside the path, to write to.
    package let file: NewFile
    private let path: String
    private let temporary: String

    /// Creates the temporary file.
    ///
    /// - Parameter isShared: true if other processes may write to the path at the same time.
    package init(replacing path: String, isShared: Bool = false) throws(FileError) {
        self.path = path
        temporary = isShared ? Self.temporary(path + ".\(UInt64.random(in: 0...UInt64.max))") : Self.temporary(path)
        unlink(temporary)
        file = try NewFile(temporary)
    }

    /// The file that is written before it takes the place of the one at `path`; left behind by a kill.
    package static func temporary(_ path: String) -> String { path + ".new" }

    // Nothing is there any more once the file has been renamed.
    deinit {
        unlink(temporary)
    }

    /// Syncs the new file to disk, and renames it to the path.
    package consuming func commit() throws(FileError) {
        try file.synchronize()
        try Folder.move(temporary, to: path)
    }

    /// Replaces the file at `path` with `bytes`.
    package static func write(
        _ bytes: UnsafeRawBufferPointer, to path: String, isShared: Bool = false
    ) throws(FileError) {
        let new = try AtomicFile(replacing: path, isShared: isShared)
        try new.file.append(bytes)
        try new.commit()
    }

    /// Replaces the file at `path` with `bytes`.
    package static func write(_ bytes: [UInt8], to path: String, isShared: Bool = false) throws(FileError) {
        try bytes.withUnsafeBufferPointer { bytes throws(FileError) in
            try write(UnsafeRawBufferPointer(bytes), to: path, isShared: isShared)
        }
    }
}
