import Foundation
import RecallCore
import RecallImport
import RecallIndexing
import RecallKit
import RecallStore
import RecallTestSupport

/// A library in a folder of its own from which is deleted.
struct DeletionFixture {
    let location: LibraryLocation
    let library: RecallLibrary
    let encoder: HashingEncoder

    init(encoder: HashingEncoder = HashingEncoder()) throws {
        location = LibraryLocation(path: try ScratchFolder().path + "/library")
        library = try RecallLibrary(at: location, for: .write, model: .encoder(encoder))
        self.encoder = encoder
    }

    /// A library that holds the items, as one file, embedded.
    static func holding(_ items: [Item]) async throws -> DeletionFixture {
        let fixture = try DeletionFixture()
        try await fixture.library.store.importItems(items, path: "/all")
        _ = try await fixture.library.embed()
        return fixture
    }

    /// The differences from a library that only ever had these items, after embedding both.
    func differences(from items: [Item]) async throws -> [String] {
        _ = try await library.embed()
        let other = try await Self.holding(items)
        return try LibraryContents(of: library.store).differences(from: LibraryContents(of: other.library.store))
    }

    /// The external ids of all items that an exact query finds.
    func matches(_ query: String) throws -> Set<String> {
        var found: Set<String> = []
        try library.forEachMatch(SearchQuery(query)) { found.insert($0.externalID ?? "") }
        return found
    }

    /// The id of the only file.
    func source(_ path: String = "/all") throws -> SourceRow? {
        try library.sources().first { $0.path == path }?.id
    }

    /// The vectors of the generation that serves, by passage.
    func vectors() throws -> [Int: Data] {
        try library.store.read { try $0.servingGeneration() }.map(vectors) ?? [:]
    }

    /// The vectors of a generation, by passage.
    func vectors(of generation: Generation) throws -> [Int: Data] {
        try library.store.read { snapshot in
            var vectors: [Int: Data] = [:]
            let size = generation.dimension + 4
            try snapshot.forEachVectorBlock(of: generation) { block in
                for (row, passage) in block.passages.enumerated() {
                    let start = block.rows.startIndex + row * size
                    vectors[Int(passage)] = Data(block.rows[start..<start + size])
                }
            }
            return vectors
        }
    }
}
