import Foundation
import RecallFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The folder of a library and the files in it. The folder is for its owner alone (0700), the files too (0600).
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

    /// The one file that holds everything that is true.
    public var database: String { folder + "/recall.sqlite" }
    /// Vectors in the form in which searches compare them: derived from the database, and mapped.
    var vectorFile: String { folder + "/vectors.index" }
    /// Held by the one process that writes.
    var lock: String { folder + "/writer.lock" }

    /// Whether there is a library.
    public var exists: Bool { FileManager.default.fileExists(atPath: database) }

    /// Whether a process has the library open for writing, this one included. Keeps no other one from it by asking.
    public var hasWriter: Bool { WriterLock.isHeld(path: lock) }

    /// Makes the folder, for its owner alone.
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

    /// Refuses a folder that other users may read or write: mail would be open to them.
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
