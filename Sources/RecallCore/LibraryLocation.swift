import Foundation

/// The folder of a library and the file in it that holds everything. The folder is for its owner alone (0700), the files too
/// (0600).
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

    /// The one file that holds everything that is true.
    public var database: String { folder + "/recall.sqlite" }
}
