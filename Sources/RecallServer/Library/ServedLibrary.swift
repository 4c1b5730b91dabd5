import RecallCore
import RecallKit

/// The library that is served, opened for reading. It and its model are opened, then its index is loaded, while the server
/// already listens.
struct ServedLibrary: Sendable {
    let location: LibraryLocation
    let work = WorkQueue()
    /// One library has one writer, which may take long: reads never wait for its thread.
    private let writing = WorkQueue(width: 1)
    private let opening: Task<RecallLibrary, any Error>

    /// Begins to open the library at `location` with a model.
    init(at location: LibraryLocation, model: ModelChoice) {
        self.location = location
        opening = Task { [work] in
            try await work.run { try RecallLibrary(at: location, for: .concurrentReads, model: model) }
        }
        loadIndex()
    }

    /// Loads the index beside what the page shows first, so that the first person who types does not wait for it.
    private func loadIndex() {
        Task { try await read { try $0.search(SearchQuery("a", limit: 1)) } }
    }

    /// The library, when it is open.
    var opened: RecallLibrary {
        get async throws { try await opening.value }
    }

    /// Runs `body` on a thread for work.
    func read<Value: Sendable>(_ body: @escaping @Sendable (RecallLibrary) throws -> Value) async throws -> Value {
        let library = try await opened
        return try await work.run { try body(library) }
    }

    /// Runs `body` on a library that is open for writing only meanwhile. What it changes is seen by the next read.
    ///
    /// - Throws: `StoreError` with the code `busy` if another process writes.
    func write<Value: Sendable>(_ body: @escaping @Sendable (RecallLibrary) throws -> Value) async throws -> Value {
        try await writing.run { [location] in
            try body(RecallLibrary(at: location, for: .write, model: .none))
        }
    }
}
