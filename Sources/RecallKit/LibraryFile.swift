package import Foundation
import RecallFiles
import RecallStore

/// A small file beside the library, for its owner alone (0600).
package struct LibraryFile: Sendable {
    private let file: PrivateFile

    /// The file at `path`, which need not be there yet.
    package init(path: String) {
        file = PrivateFile(path: path)
    }

    /// The bytes of the file; `nil` if there is none.
    ///
    /// - Throws: `StoreError` if it cannot be read, is a link, or other users can open it.
    package func read() throws -> Data? {
        do throws(FileError) {
            return try file.read().map { Data($0) }
        } catch {
            throw error.reason == .exposed
                ? problem("can be read by other users (mend it with chmod 600)") : problem("cannot be read")
        }
    }

    /// Replaces the file by one that holds `data`: whole, or not at all.
    package func write(_ data: Data) throws {
        do throws(FileError) {
            try file.write(Array(data))
        } catch {
            throw problem("cannot be written")
        }
    }

    private func problem(_ what: String) -> StoreError {
        StoreError(.unavailable, "\(file.path) \(what). Check its permissions.")
    }
}
