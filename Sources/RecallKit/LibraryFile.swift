package import Foundation
package import RecallCore
import RecallFiles

/// A small file in the library's folder, readable by its owner only (0600).
package struct LibraryFile: Sendable {
    private let path: String
    private let isShared: Bool

    /// The file at `path`, which may not exist yet.
    ///
    /// - Parameter isShared: true if several processes may replace it at the same time.
    package init(path: String, isShared: Bool = false) {
        (self.path, self.isShared) = (path, isShared)
    }

    /// The contents of the file; `nil` if it does not exist.
    ///
    /// - Throws: `StoreError` if the file cannot be read, is a link, or is open to other users.
    package func read() throws(StoreError) -> Data? {
        do throws(FileError) {
            let file = try OpenFile(path, followingLinks: false)
            if !file.isExposed { return Data(try file.bytes()) }
        } catch {
            if error.isMissing { return nil }
            throw problem("cannot be read")
        }
        throw problem("can be read by other users (mend it with chmod 600)")
    }

    /// Replaces the file atomically.
    package func write(_ data: Data) throws(StoreError) {
        do {
            try AtomicFile.write(Array(data), to: path, isShared: isShared)
        } catch {
            throw problem("cannot be written")
        }
    }

    /// Removes the file if it exists.
    package func remove() {
        try? Folder.remove(path)
    }

    private func problem(_ what: String) -> StoreError {
        StoreError(.unavailable, "\(path) \(what). Check its permissions.")
    }
}
