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

    /// The files in the folder that only a library leaves of which a writer was done. A link is somebody else's.
    private var filesOfLibrary: [String] {
        [vectorFile, reserve].filter { path in
            var status = stat()
            return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        }
    }

    /// Throws if the database is empty and was not always: something emptied it, or put another file in its place.
    ///
    /// - Parameter isEmpty: true if it has no tables.
    func refuseIfEmptied(_ isEmpty: Bool) throws(StoreError) {
        guard isEmpty, !filesOfLibrary.isEmpty else { return }
        throw StoreError(
            .damaged,
            "\(database) is empty, though other files of a library lie beside it: another program emptied or replaced it. "
                + "Nothing was written. Restore a backup: \(command("restore FILE --replace")). Without one, "
                + "import again into a new folder: recall import PATH --library NEW-FOLDER")
    }

    /// Throws if the database has no bytes and had some before. To be asked before SQLite, which removes the log of such a
    /// database.
    func refuseIfCutOff() throws(StoreError) {
        try refuseIfEmptied(FileState(database)?.size == 0)
    }

    /// Removes what would say of a new database that it was emptied.
    func forgetEarlierLibrary() throws(StoreError) {
        guard !mayHaveDatabase else { return }
        do {
            for file in filesOfLibrary { try Folder.remove(file) }
        } catch {
            throw StoreError(.unavailable, "\(error.path) cannot be removed: \(error.summary). Remove it.")
        }
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
        try refuseIfCutOff()
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
