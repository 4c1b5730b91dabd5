#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file or folder that cannot be used, with the reason.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    package enum Reason: Hashable, Sendable {
        /// A system call failed, with this `errno`.
        case system(Int32)
        /// Not a regular file: a folder, pipe, socket or device.
        case notRegular
        case empty
        /// The file exceeds the size limit of its kind.
        case tooLarge(limit: Int)
        /// The file's contents differ from what was written.
        case differs
        /// Another process holds the lock.
        case locked
    }

    /// The path of the file or folder.
    package var path: String
    package var reason: Reason

    package init(path: String, _ reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// The failure of the last system call, from `errno`.
    static func last(_ path: String) -> FileError { FileError(path: path, .system(errno)) }

    /// True if nothing is at the path.
    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

    /// The `errno` of a failed system call, or the closest one for other reasons.
    package var code: Int32 {
        switch reason {
        case .system(let code): code
        case .notRegular: EISDIR
        case .empty, .differs: EIO
        case .tooLarge: EFBIG
        case .locked: EWOULDBLOCK
        }
    }

    /// The failure in a few words.
    package var summary: String {
        switch reason {
        case .system(let code): String(cString: strerror(code))
        case .notRegular: "not a regular file"
        case .empty: "it is empty"
        case .tooLarge(let limit): "it has more than \(limit) bytes"
        case .differs: "the copy differs"
        case .locked: "another process uses it"
        }
    }

    private var advice: String {
        switch reason {
        case .system, .notRegular: "Check the path, its permissions and the free space."
        case .empty, .tooLarge: "Check that it is the file you mean."
        case .differs: "Check the disk and try again."
        case .locked: "Wait until it is done, or stop it."
        }
    }

    /// The path, the failure and a remedy.
    package var description: String { "\(path): \(summary). \(advice)" }
}
