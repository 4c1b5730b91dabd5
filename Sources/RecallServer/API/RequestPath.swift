import Foundation

/// A path of this machine in a request.
enum RequestPath {
    private static let home = ProcessInfo.processInfo.environment["HOME"] ?? NSHomeDirectory()

    /// `path` made absolute and without `..`; `~` is the home folder.
    ///
    /// - Throws: `APIError` if it is relative or not a path.
    static func absolute(_ path: String) throws -> String {
        let expanded = path == "~" || path.hasPrefix("~/") ? home + path.dropFirst() : path
        guard expanded.hasPrefix("/"), !expanded.utf8.contains(0), expanded.utf8.count < 4_096 else {
            throw APIError.badRequest("A path begins with / (or with ~, for your home folder).")
        }
        return URL(fileURLWithPath: expanded).standardizedFileURL.path
    }
}
