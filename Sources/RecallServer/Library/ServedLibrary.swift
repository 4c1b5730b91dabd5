import RecallCore
public import RecallEmbedding
import RecallKit
public import RecallStore

/// The installed model as the server uses and shows it.
public struct ServedModel: Sendable {
    /// The encoder, or `nil` if it cannot be used.
    public var encoder: (any SentenceEncoder)?
    /// The model's name.
    public var name: String
    /// The precision of this library's vectors.
    public var precision: EncoderPrecision
    /// The reason why it cannot be used, with a remedy.
    public var problem: String?

    /// A model.
    public init(encoder: (any SentenceEncoder)?, name: String, precision: EncoderPrecision, problem: String? = nil) {
        self.encoder = encoder
        self.name = name
        self.precision = precision
        self.problem = problem
    }
}

/// The served library, opened for reading. The library and its model are opened, and then the index is loaded, while
/// the server already listens.
struct ServedLibrary: Sendable {
    struct Opened: Sendable {
        var library: RecallLibrary
        var model: ServedModel?
    }

    let location: LibraryLocation
    let work = WorkQueue()
    /// Writes run one at a time on a thread of their own, since they may be slow and reads should not wait for them.
    private let writing = WorkQueue(width: 1)
    private let opening: Task<Opened, any Error>

    /// Starts opening the library at `location`; `loadModel` finds the model, if there is one.
    init(at location: LibraryLocation, loadModel: @escaping @Sendable (LibraryStore) -> ServedModel?) {
        self.location = location
        opening = Task { [work] in
            try await work.run { try Self.open(location, loadModel) }
        }
        loadIndex()
    }

    /// Loads the index in the background, so that the first search does not wait for it.
    private func loadIndex() {
        Task { try await read { try $0.search(SearchQuery("a", limit: 1)) } }
    }

    private static func open(
        _ location: LibraryLocation, _ loadModel: (LibraryStore) -> ServedModel?
    ) throws -> Opened {
        let store = try LibraryStore(at: location, for: .concurrentReads)
        let model = loadModel(store)
        return Opened(library: RecallLibrary(store: store, encoder: model?.encoder), model: model)
    }

    /// The library, once it is open.
    var opened: Opened {
        get async throws { try await opening.value }
    }

    /// Runs `body` on a worker thread.
    func read<Value: Sendable>(_ body: @escaping @Sendable (RecallLibrary) throws -> Value) async throws -> Value {
        let library = try await opened.library
        return try await work.run { try body(library) }
    }

    /// Runs `body` on a library that is open for writing during the call only. The next read sees the changes.
    ///
    /// - Throws: `StoreError` with the code `busy` if another process writes.
    func write<Value: Sendable>(_ body: @escaping @Sendable (RecallLibrary) throws -> Value) async throws -> Value {
        try await writing.run { [location] in
            try body(RecallLibrary(at: location, for: .write, encoder: nil))
        }
    }
}
