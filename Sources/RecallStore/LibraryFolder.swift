import Foundation
package import RecallCore
import RecallFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The files of a library on disk.
extension LibraryLocation {
    /// Vectors in the form in which searches compare them: derived from the database, and mapped.
    var vectorFile: String { folder + "/vectors.index" }
    /// Held by the one process that writes.
    var lock: String { folder + "/writer.lock" }

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

extension LibraryStore {
    /// True if there is a library.
    package static func exists(at location: LibraryLocation) -> Bool {
        FileManager.default.fileExists(atPath: location.database)
    }

    /// True if a process has the library open for writing, this one included. Keeps no other one from it by asking.
    package static func hasWriter(at location: LibraryLocation) -> Bool { WriterLock.isHeld(path: location.lock) }
}
