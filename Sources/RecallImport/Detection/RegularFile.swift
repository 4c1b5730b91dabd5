import RecallCore
import RecallFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file of a source, open for reading, whose errors are failures of the import.
final class RegularFile: Sendable {
    /// The path that failures name.
    let path: String
    /// The size in bytes when it was opened.
    var byteCount: Int { file.byteCount }
    /// The time of last change, in nanoseconds since 1970.
    var modified: Int64 { file.modified }
    private let file: OpenFile

    /// Opens the file at `path`.
    ///
    /// - Parameter name: the path that failures name, if that is another one.
    init(path: String, named name: String? = nil) throws(ImportFailure) {
        self.path = name ?? path
        file = try Self.failing(self.path) { () throws(FileError) in try OpenFile(path) }
    }

    /// A file that is open; failures name no path.
    init(_ file: OpenFile) {
        path = ""
        self.file = file
    }

    /// Opens the file of a unit, which must not be empty.
    convenience init(of unit: SourceUnit) throws(ImportFailure) {
        try self.init(path: unit.location, named: unit.path)
        guard byteCount > 0 else { throw ImportFailure(.empty, path: path, reason: "The file is empty.") }
    }

    /// The regular file that is open as `descriptor`, which is closed with the last reference.
    init(descriptor: Int32) throws(ImportFailure) {
        path = ""
        file = try Self.failing(path) { () throws(FileError) in try OpenFile(adopting: descriptor) }
    }

    /// Fills `target` from `offset` on, and returns how many bytes there were; less than its size only at the end.
    func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) throws(ImportFailure) -> Int {
        try Self.failing(path) { () throws(FileError) in try file.read(into: target, at: offset) }
    }

    /// Fills `buffer` from `offset` on, and returns how many bytes there were; less than its size only at the end.
    func read(into buffer: inout [UInt8], at offset: Int) throws(ImportFailure) -> Int {
        try buffer.withUnsafeMutableBufferPointer { bytes throws(ImportFailure) in
            try read(into: UnsafeMutableRawBufferPointer(bytes), at: offset)
        }
    }

    /// At most `limit` bytes from `offset` on.
    func bytes(from offset: Int = 0, limit: Int) throws(ImportFailure) -> [UInt8] {
        try Self.failing(path) { () throws(FileError) in try file.bytes(from: offset, limit: limit) }
    }

    private static func failing<R>(_ path: String, _ body: () throws(FileError) -> R) throws(ImportFailure) -> R {
        do {
            return try body()
        } catch {
            throw ImportFailure(FileError(path: path, error.reason))
        }
    }

    /// The failure of a system call at `path`, from its `error`.
    static func failure(path: String, error: Int32) -> ImportFailure {
        ImportFailure(FileError(path: path, .system(error)))
    }
}

extension ImportFailure {
    /// The failure of a file that cannot be read, with a remedy.
    init(_ error: FileError) {
        let (code, reason): (Code, String) =
            switch (error.reason, error.code) {
            case (.notRegular, _):
                (.notAFile, "This is not a file but a folder, pipe, socket or device. Name a file.")
            case (_, ENOENT), (_, ENOTDIR): (.notFound, "There is no such file or folder. Check the path.")
            case (_, EACCES), (_, EPERM):
                (.unreadable, "Reading it is not permitted. Change its permissions, or import as its owner.")
            case (_, ENXIO): (.notAFile, "This is a socket or device, which is never read. Name a file.")
            case (_, ELOOP): (.notAFile, "This link leads in a circle. Name the file itself.")
            default: (.unreadable, "Reading failed: \(error.summary). Try again.")
            }
        self.init(code, path: error.path, reason: reason)
    }
}
