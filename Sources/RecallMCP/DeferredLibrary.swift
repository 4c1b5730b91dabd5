import RecallCore
import RecallKit
import Synchronization

/// A library that is opened, with its model, when it is first needed: so that a client's first request need not wait.
final class DeferredLibrary: Sendable {
    private let location: LibraryLocation
    private let opened: Mutex<RecallLibrary?>

    init(_ location: LibraryLocation) {
        self.location = location
        opened = Mutex(nil)
    }

    init(_ library: RecallLibrary) {
        location = library.location
        opened = Mutex(library)
    }

    /// The open library. If it cannot be opened, the next call tries again.
    func open() throws -> RecallLibrary {
        try opened.withLock { opened in
            if let opened { return opened }
            let library = try RecallLibrary(at: location, for: .concurrentReads)
            opened = library
            return library
        }
    }

    /// Opens the library and reads what the first search would have to read.
    func prepare() {
        _ = try? open().search(SearchQuery("the first search", limit: 1))
    }
}
