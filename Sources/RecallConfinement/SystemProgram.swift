import RecallFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A program that the system's administrator installed, and nobody else can replace. Never looked for on `PATH`.
package struct SystemProgram: Sendable {
    /// The absolute path, without links.
    package let path: String

    private static let folders = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]

    /// The program called `name`; `nil` if it is not installed, or others could replace it.
    package init?(_ name: String) {
        self.init(name, in: Self.folders)
    }

    /// The first program called `name` in one of `folders`.
    package init?(_ name: String, in folders: [String]) {
        let paths = folders.lazy.compactMap { RealPath.of($0 + "/" + name) }
        guard let path = paths.first(where: Self.isTrusted) else { return nil }
        self.path = path
    }

    /// True if `path` is a program, and it and all folders above it belong to the administrator.
    private static func isTrusted(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o111 != 0 else {
            return false
        }
        var parts = path.split(separator: "/")
        while true {
            guard belongsToAdministrator("/" + parts.joined(separator: "/")) else { return false }
            if parts.isEmpty { return true }
            parts.removeLast()
        }
    }

    private static func belongsToAdministrator(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        #if canImport(Darwin)
            // Homebrew's files belong to the person who installed it, and its folders to the group admin.
            return (status.st_uid == 0 || status.st_uid == geteuid()) && status.st_mode & 0o002 == 0
        #else
            return status.st_uid == 0 && status.st_mode & 0o022 == 0
        #endif
    }
}
