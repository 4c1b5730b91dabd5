package import Foundation
package import RecallCore
import RecallFiles

/// A small file beside the library, for its owner alone (0600).
package struct LibraryFile: Sendable {
    private let path: String

    /// The file at `path`, which need not be there yet.
    package init(path: String) {
        self.path = path
    }

    /// The bytes of the file; `nil` if there is none.
    ///
    /// - Throws: `StoreError` if it cannot be read, is a link, or other users can open it.
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

    /// Replaces the file by one that holds `data`: whole, or not at all.
    package func write(_ data: Data) throws(StoreError) {
        do {
            try AtomicFile.write(Array(data), to: path)
        } catch {
            throw problem("cannot be written")
        }
    }

    private func problem(_ what: String) -> StoreError {
        StoreError(.unavailable, "\(path) \(what). Check its permissions.")
    }
}
