import Foundation
import RecallCore
import RecallFiles

/// Space that a library keeps on its disk, so that one can delete when the disk is full.
struct DiskReserve {
    private let location: LibraryLocation

    init(_ location: LibraryLocation) {
        self.location = location
    }

    /// Enough for the log of a deletion of some mails.
    private static let byteCount = 4 << 20
    /// The size from which on a library has a reserve.
    private static let leastDatabase = 1 << 20

    /// Takes the space, unless it was taken before or the library is small. A full disk is no failure.
    func fill() {
        let files = FileManager.default
        guard !files.fileExists(atPath: location.reserve),
            let size = try? files.attributesOfItem(atPath: location.database)[.size] as? Int,
            size >= Self.leastDatabase
        else { return }
        try? AtomicFile.write([UInt8](repeating: 0, count: Self.byteCount), to: location.reserve)
    }

    /// Gives the space back to the disk.
    ///
    /// - Returns: true if there was any.
    func release() -> Bool {
        guard FileManager.default.fileExists(atPath: location.reserve) else { return false }
        return (try? Folder.remove(location.reserve)) != nil
    }
}

extension LibraryStore {
    /// Writes in one transaction, on a full disk with the space that the library keeps for that.
    public func writeFromReserve<Value>(_ body: (LibraryTransaction) throws -> Value) throws -> Value {
        do {
            return try write(body)
        } catch let error as StoreError where error.code == .diskFull && DiskReserve(location).release() {
            return try write(body)
        }
    }
}
