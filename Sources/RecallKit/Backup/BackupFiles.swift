import RecallCore
import RecallFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The files that a backup holds beside the database: those of the library that cannot be made again.
enum BackupFiles {
    /// The name of the database in a backup.
    static let database = "recall.sqlite"
    /// The file that marks the folder of a restoring as unfinished.
    static let restoringMark = "restoring"
    /// The type of regular files in archives.
    static let regularType = UInt32(S_IFREG)

    /// The files that a library has besides its database and what was uploaded: settings, and lists that cannot be made again.
    /// Not what lets others in or leads out, the server's token and address and the choice of a model's server: a backup
    /// may lie where a library would not, and may be somebody else's.
    private static let own: Set = [
        "searches.json", "imports.json", "server.json", "watching.json", "maintenance.json", "assistant-clients.json",
        "tool-calls.jsonl", "evaluation.json", "evaluation-run.json",
    ]

    /// True for a file that belongs to a library. What else lies in its folder is somebody's own.
    static func isOwn(_ path: String, of location: LibraryLocation) -> Bool {
        own.contains(path) || location.isUpload(location.folder + "/" + path)
    }

    /// The files of a library, as relative paths in order. Links are left out, not followed.
    static func list(of location: LibraryLocation) throws(FileError) -> [String] {
        var found: [String] = []
        try list("", of: location, into: &found)
        return found
    }

    private static func list(
        _ below: String, of location: LibraryLocation, into found: inout [String]
    ) throws(FileError) {
        for name in try Folder.names(in: location.folder + "/" + below) {
            let path = below + name
            switch kind(of: location.folder + "/" + path) {
            case S_IFDIR where (path + "/").hasPrefix("uploads/"): try list(path + "/", of: location, into: &found)
            case S_IFREG where isOwn(path, of: location): found.append(path)
            default: continue
            }
        }
    }

    private static func kind(of path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// True for what no backup has beside the database: its own files, indexes, locks, and files that were not written to their
    /// end. Other files that are no library's are in backups of before, and are passed over.
    static func isNeverKept(_ path: String) -> Bool {
        let top = path.pathParts().first ?? ""
        return top.hasPrefix(database) || top.hasPrefix("vectors.") || path.hasPrefix("uploads/.incoming")
            || ["reserve", "shown", "unpacked", BackupManifest.name, restoringMark].contains(top)
            || [".lock", ".new"].contains { path.hasSuffix($0) }
    }
}
