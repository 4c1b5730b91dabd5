package import RecallCore
import RecallFiles

/// Room on the disk for the time when it is full: searching needs a little for SQLite's shared memory, and deleting needs
/// it for the log, before it frees any.
///
/// A file of zeros beside the database, `reserve`, made whenever a writer is done and there is plenty of room. It is given
/// back to the file system piece by piece, and made again by the next writer.
package struct DiskReserve {
    private let location: LibraryLocation

    /// The reserve of a library.
    package init(of location: LibraryLocation) {
        self.location = location
    }

    /// Less than this is a full disk: SQLite needs four blocks to open a database.
    private static let little = 64 << 10
    /// Enough to open the database.
    static let forOpening = 256 << 10
    /// The disk's free room, in sizes of the reserve, from which on one is made.
    private static let plenty = 16

    /// A quarter of the database, 8 to 64 MB: deleting an item writes the pages that it stood on once more, and a step of the
    /// purge 4 MB.
    package static func size(forDatabase bytes: Int) -> Int { min(max(bytes / 4, 8 << 20), 64 << 20) }

    /// The size for the database as it is.
    var size: Int { Self.size(forDatabase: FileState(location.database)?.size ?? 0) }

    /// True if there is no room left to open a database in.
    var isDiskFull: Bool { DiskSpace.free(at: location.folder).map { $0 < Self.little } ?? false }

    /// Makes the reserve, or lets it grow with the database, if that leaves plenty of room. One that was given up takes back
    /// what is free, before others fill the disk again.
    package func keep() {
        guard FileState.exists(location.database), let free = DiskSpace.free(at: location.folder) else { return }
        let (size, wasMade) = (size, FileState(location.reserve))
        // Without it everything works but on a full disk.
        if free >= Self.plenty * size {
            try? BlankFile.grow(location.reserve, to: size)
        } else if let wasMade {
            try? BlankFile.grow(location.reserve, to: min(size, wasMade.size + free - Self.little))
        }
    }

    /// Makes a reserve of the room that the vector file takes, which is made again where there is plenty. Without a reserve
    /// nothing could be deleted from a full disk. For the writer alone.
    ///
    /// - Returns: false if there is no vector file.
    func makeOfVectorFile() -> Bool {
        let file = location.vectorFile
        guard FileState.exists(file), (try? Folder.remove(file)) != nil else { return false }
        // Room to open the database in stays free.
        if let free = DiskSpace.free(at: location.folder), free > Self.forOpening {
            try? BlankFile.grow(location.reserve, to: min(size, free - Self.forOpening))
        }
        return true
    }

    /// Gives room back to the file system; false if there is none left to give.
    package func give(_ bytes: Int) -> Bool { BlankFile.shrink(location.reserve, by: bytes) > 0 }
}
