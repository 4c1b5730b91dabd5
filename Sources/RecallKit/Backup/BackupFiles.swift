import RecallCore
import RecallFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The files of a library's folder that a backup holds beside the database: all that cannot be made again.
enum BackupFiles {
    /// The name of the database in a backup.
    static let database = "recall.sqlite"
    /// The file that marks the folder of a restoring as unfinished.
    static let restoringMark = "restoring"
    /// The type of regular files in archives.
    static let regularType = UInt32(S_IFREG)

    /// The files below a library's folder, as relative paths in order. Links are left out, not followed.
    static func list(in folder: String) throws(FileError) -> [String] {
        var found: [String] = []
        try list("", in: folder, into: &found)
        return found
    }

    private static func list(_ below: String, in folder: String, into found: inout [String]) throws(FileError) {
        for name in try Folder.names(in: folder + "/" + below) {
            let path = below + name
            guard isKept(path), !isOfThisMachine(path) else { continue }
            switch kind(of: folder + "/" + path) {
            case S_IFDIR: try list(path + "/", in: folder, into: &found)
            case S_IFREG: found.append(path)
            default: continue
            }
        }
    }

    private static func kind(of path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// False for the database's own files, which are copied in another way, and for what is derived or passing: indexes, locks,
    /// the reserve, lists of what terminals showed, and files that were not written to their end.
    static func isKept(_ path: String) -> Bool {
        let top = path.pathParts().first ?? ""
        let isDerived =
            top.hasPrefix(database) || top.hasPrefix("vectors.")
            || [
                "reserve", "shown", "unpacked", BackupManifest.name, restoringMark,
            ].contains(top)
        let isPassing = [".lock", ".new"].contains { path.hasSuffix($0) } || path.hasPrefix("uploads/.incoming")
        return !isDerived && !isPassing
    }

    /// True for what lets others in, or leads out: the server's token and address, and the choice of a model's server. A
    /// backup may lie where a library would not, and may be somebody else's. Backups of before have them; they are passed
    /// over.
    static func isOfThisMachine(_ path: String) -> Bool {
        ["server.token", "server.address", "chat-model.json"].contains(path)
    }
}
