import Foundation
import RecallCore
import RecallEmbedding
import RecallKit
import RecallSearch
import RecallStore
import RecallTestSupport
import Testing

/// The sample archive, imported and embedded once with the installed model.
struct SampleLibrary: Sendable {
    let scratch: ScratchFolder
    let library: RecallLibrary

    static let shared = Task { try await SampleLibrary() }

    private init() async throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(
            at: LibraryLocation(path: scratch.path + "/library"), for: .write,
            model: .encoder(try EmbeddingModel(try ModelStore().defaultModel())))
        _ = try await library.importFiles(at: ProjectFolder.sampleSources)
        _ = try await library.embed()
    }

    /// A query of `queries.jsonl`.
    struct Query: Decodable, Sendable, CustomTestStringConvertible {
        var query: String
        var kind: ItemKind
        var phrase: String
        var by: String

        var testDescription: String { query }
    }

    static func queries(by lane: String) throws -> [Query] {
        let lines = try String(contentsOfFile: ProjectFolder.sample + "/queries.jsonl", encoding: .utf8).split(
            separator: "\n")
        return try lines.map { try JSONDecoder().decode(Query.self, from: Data($0.utf8)) }.filter { $0.by == lane }
    }

    /// The rank, from 1, of the first result that shows the item with the query's phrase; `nil` beyond twenty.
    func rank(of query: Query, _ ranking: Ranking = .hybrid) throws -> Int? {
        let engine = SearchEngine(store: library.store, encoder: library.encoder)
        let results = try engine.search(SearchQuery(query.query, limit: 20), ranking: ranking).results
        return try results.firstIndex { result in
            try result.passages.contains { hit in
                try hit.item.kind == query.kind && library.item(hit.item.id)?.text.contains(query.phrase) == true
            }
        }.map { $0 + 1 }
    }
}
