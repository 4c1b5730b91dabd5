import Foundation

/// The folder of a library and its files, readable by their owner only (0700, files 0600).
public struct LibraryLocation: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The absolute path of the folder.
    public let folder: String

    /// The library in the folder at `path`; relative paths and `~` are resolved.
    public init(path: String) {
        let expanded = NSString(string: path).expandingTildeInPath
        folder = URL(fileURLWithPath: expanded).standardizedFileURL.path
    }

    /// The library in the folder at a path.
    public init(stringLiteral path: String) {
        self.init(path: path)
    }

    /// The database file, the only source of truth; all other files are derived from it.
    public var database: String { folder + "/recall.sqlite" }
}
