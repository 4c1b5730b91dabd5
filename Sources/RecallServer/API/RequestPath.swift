import Foundation

/// A path of this machine in a request.
enum RequestPath {
    /// `path` made absolute and without `..`; `~` is the home folder.
    ///
    /// - Throws: `APIError` if it is relative, or no path at all.
    static func absolute(_ path: String) throws -> String {
        let expanded = NSString(string: path).expandingTildeInPath
        guard expanded.hasPrefix("/"), !expanded.utf8.contains(0), expanded.utf8.count < 4_096 else {
            throw APIError.badRequest("A path begins with / (or with ~, for your home folder).")
        }
        return URL(fileURLWithPath: expanded).standardizedFileURL.path
    }
}
