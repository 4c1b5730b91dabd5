import RecallCore
import RecallEmbedding
import RecallIndexing
import RecallKernels
import RecallStore
import RecallTestSupport

/// A library in a folder of its own.
struct LibraryFixture {
    let scratch: ScratchFolder
    let store: LibraryStore

    init() throws {
        scratch = try ScratchFolder()
        store = try LibraryStore(at: LibraryLocation(path: scratch.path + "/library"), for: .write)
    }

    /// A library with items that came in this order, all at once.
    static func holding(_ items: [Item]) async throws -> LibraryFixture {
        let fixture = try LibraryFixture()
        try await fixture.store.importItems(items, path: "/all")
        return fixture
    }

    @discardableResult
    func embed(
        _ encoder: any SentenceEncoder, progress: @escaping @Sendable (EmbeddingProgress) -> Void = { _ in }
    ) async throws -> EmbeddingProgress {
        try await EmbeddingPipeline(store: store, encoder: encoder, progress: progress).run()
    }
}

/// The groups of items that share a thread when they are imported in this order: all at once, or each in a
/// transaction of its own.
func grouping(_ items: [Item], oneByOne: Bool = false) async throws -> Set<Set<String>> {
    let fixture = try LibraryFixture()
    if oneByOne {
        for (index, item) in items.enumerated() { try await fixture.store.importItems([item], path: "/\(index)") }
    } else {
        try await fixture.store.importItems(items, path: "/all")
    }
    return try fixture.store.grouping()
}

/// All orders of `values`.
func permutations<Value>(_ values: [Value]) -> [[Value]] {
    guard values.count > 1 else { return [values] }
    return values.indices.flatMap { index in
        var rest = values
        let first = rest.remove(at: index)
        return permutations(rest).map { [first] + $0 }
    }
}
