import RecallCore
import RecallKit

/// The served library, opened for reading. The library and its model are opened, and then the index is loaded, while
/// the server already listens.
struct ServedLibrary: Sendable {
    let location: LibraryLocation
    /// Writes run one at a time on a thread of their own, since they may be slow and reads should not wait for them.
    private let writing = WorkQueue(width: 1)
    private let opening: Task<RecallLibrary, any Error>

    /// Starts opening the library at `location` with a model.
    init(at location: LibraryLocation, model: ModelChoice) {
        self.location = location
        opening = Task {
            try await WorkQueue.shared.run { try RecallLibrary(at: location, for: .concurrentReads, model: model) }
        }
        loadIndex()
    }

    /// Loads the index in the background, so that the first search does not wait for it.
    private func loadIndex() {
        Task { try await read { try $0.search(SearchQuery("a", limit: 1)) } }
    }

    /// The library, once it is open.
    var opened: RecallLibrary {
        get async throws { try await opening.value }
    }

    /// Runs `body` on a worker thread.
    func read<Value: Sendable>(_ body: @escaping @Sendable (RecallLibrary) throws -> Value) async throws -> Value {
        let library = try await opened
        return try await WorkQueue.shared.run { try body(library) }
    }

    /// Runs `body`, which only reads, on a worker thread. Cancelling the task interrupts it.
    func readInterruptibly<Value: Sendable>(
        _ body: @escaping @Sendable (RecallLibrary) throws -> Value
    ) async throws -> Value {
        let library = try await opened
        return try await WorkQueue.shared.runInterruptibly { try body(library) }
    }

    /// Runs `body` on a library that is open for writing during the call only. The next read sees the changes.
    ///
    /// - Throws: `StoreError` with the code `busy` if another process writes.
    func write<Value: Sendable>(_ body: @escaping @Sendable (RecallLibrary) throws -> Value) async throws -> Value {
        try await writing.run { [location] in
            try body(RecallLibrary(at: location, for: .write, model: .none))
        }
    }
}
