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
    /// The memory-mapped vector index, derived from the database.
    var vectorFile: String { folder + "/vectors.index" }
    /// The lock file of the single writer.
    var lock: String { folder + "/writer.lock" }
    /// The lock file of single transactions.
    var transactionLock: String { folder + "/transaction.lock" }
    /// The lock of a step of maintenance, which holds the writer's lock for a moment: other writers wait for it.
    var maintenanceLock: String { folder + "/maintenance.lock" }

    /// Room on the disk that is given up when it is full.
    package var reserve: String { folder + "/reserve" }

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

    /// True unless there is certainly no database: one that cannot be reached may be there.
    var mayHaveDatabase: Bool {
        var status = stat()
        return stat(database, &status) == 0 || ![ENOENT, ENOTDIR].contains(errno)
    }

    /// Throws if anything but a file is in the place of the database: opening a pipe would wait for ever.
    func refuseIfNoFile() throws(StoreError) {
        var status = stat()
        guard stat(database, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
        throw StoreError(.unavailable, "\(database) is no file. Move it away, or name another folder with --library.")
    }

    /// Throws if there is no database, or none that this user can reach.
    func requireDatabase() throws(StoreError) {
        guard mayHaveDatabase else {
            throw StoreError(
                .notFound,
                "There is no library at \(folder). Import something first: " + command("import PATH"))
        }
        var status = stat()
        guard stat(database, &status) == 0 else {
            throw StoreError(
                .unavailable,
                "\(database) cannot be reached. Check who owns the folder, its permissions, and that its disk is there."
            )
        }
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

extension LibraryStore {
    /// True if there is a library in the folder, or one that cannot be reached.
    package static func exists(at location: LibraryLocation) -> Bool { location.mayHaveDatabase }

    /// True if any process, this one included, has the library open for writing. Takes no lock, so it never blocks a
    /// writer.
    package static func hasWriter(at location: LibraryLocation) -> Bool { WriterLock.isHeld(path: location.lock) }
}
