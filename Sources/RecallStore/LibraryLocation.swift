import Foundation
import RecallFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The folder of a library and its files, readable by their owner only (0700, files 0600).
public struct LibraryLocation: Hashable, Sendable {
    /// The absolute path of the folder.
    public let folder: String

    /// The library in the folder at `path`; relative paths and `~` are resolved.
    public init(path: String) {
        let expanded = NSString(string: path).expandingTildeInPath
        folder = URL(fileURLWithPath: expanded).standardizedFileURL.path
    }

    /// The library named by `RECALL_LIBRARY`, else the one in the platform's data folder.
    public static func standard(environment: [String: String]) -> LibraryLocation {
        // Where nothing names the home, the system's record of the user does: "~".
        let path = DataFolder.path("library", variable: "RECALL_LIBRARY") { name in
            environment[name].flatMap { $0.isEmpty ? nil : $0 } ?? (name == "HOME" ? "~" : nil)
        }
        return LibraryLocation(path: path ?? "~")
    }

    /// The database file, the only source of truth; all other files are derived from it.
    public var database: String { folder + "/recall.sqlite" }
    /// The memory-mapped vector index, derived from the database.
    var vectorFile: String { folder + "/vectors.index" }
    /// The lock file of the single writer.
    var lock: String { folder + "/writer.lock" }

    /// True if there is a library in the folder.
    public var exists: Bool { FileManager.default.fileExists(atPath: database) }

    /// True if any process, this one included, has the library open for writing. Takes no lock, so it never blocks a
    /// writer.
    public var hasWriter: Bool { WriterLock.isHeld(path: lock) }

    /// Creates the folder, accessible to its owner only.
    func create() throws(StoreError) {
        umask(0o077)
        do {
            try Folder.create(folder)
        } catch {
            throw StoreError(
                .unavailable,
                "The library folder \(folder) cannot be made. Check that its parent exists and can be written, "
                    + "or name another with --library.")
        }
        try refuseIfExposed()
    }

    /// Throws if other users may read or write the folder, which would expose the user's mail.
    func refuseIfExposed() throws(StoreError) {
        var status = stat()
        guard stat(folder, &status) == 0 else { return }
        guard status.st_mode & 0o077 == 0 else {
            throw StoreError(
                .exposed,
                "Other users can open the library folder \(folder). Run: chmod 700 '\(folder)'")
        }
    }
}
