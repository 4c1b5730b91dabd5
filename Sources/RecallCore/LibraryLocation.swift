import Foundation

/// The folder of a library and its files, readable by their owner only (0700, files 0600).
public struct LibraryLocation: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The absolute path of the folder.
    public let folder: String
    /// True if commands need `--library` to find it.
    private let isNamedByOption: Bool

    /// The library in the folder at `path`; relative paths and `~` are resolved.
    public init(path: String) {
        self.init(path: path, isNamedByOption: false)
    }

    /// The library that `--library` names.
    package init(option path: String) {
        self.init(path: path, isNamedByOption: true)
    }

    private init(path: String, isNamedByOption: Bool) {
        self.isNamedByOption = isNamedByOption
        let expanded = NSString(string: path).expandingTildeInPath
        folder = URL(fileURLWithPath: expanded).standardizedFileURL.path
    }

    /// The folder of files that were uploaded: the only copy of them that Recall knows.
    public var uploads: String { folder + "/uploads" }
    /// The folder of what is unpacked while an archive is imported.
    package var unpacked: String { folder + "/unpacked" }

    /// True for the path of a file that was uploaded. What somebody else put beside these is their own.
    public func isUpload(_ path: String) -> Bool {
        let start = uploads + "/"
        guard path.utf8.starts(with: start.utf8) else { return false }
        let below = String(decoding: path.utf8.dropFirst(start.utf8.count), as: UTF8.self)
        let parts = below.pathParts(omittingEmpty: false)
        return parts.count > 1 && UploadBatch.isName(parts[0][...]) && below.isPlainPath
    }

    /// The library in the folder at a path.
    public init(stringLiteral path: String) {
        self.init(path: path)
    }

    /// Two locations are the same if their folders are, however they were named.
    public static func == (left: LibraryLocation, right: LibraryLocation) -> Bool { left.folder == right.folder }

    /// Hashes the folder alone.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(folder)
    }

    /// The database file, the only source of truth; all other files are derived from it.
    public var database: String { folder + "/recall.sqlite" }

    /// `recall` with `arguments`, as advised in messages: with `--library` if this library needs it, so that it can be
    /// pasted into a shell.
    package func command(_ arguments: String) -> String {
        guard isNamedByOption else { return "recall " + arguments }
        return "recall \(arguments) --library \(folder.asShellWord)"
    }

    /// The folder with the ids of the results that each terminal showed last. A purge removes it.
    package var shownResults: String { folder + "/shown" }

    /// The file with the owner's recent and saved searches.
    package var keptSearches: String { folder + "/searches.json" }
}
