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
        scratch = try ScratchFolder.shared()
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
        try lines(of: "queries.jsonl").filter { (query: Query) in query.by == lane }
    }

    /// A query of `unanswerable.jsonl`.
    struct UnanswerableQuery: Decodable, Sendable {
        var query: String
    }

    /// The lines of a file of the sample's folder.
    static func lines<Line: Decodable>(of file: String) throws -> [Line] {
        let text = try String(contentsOfFile: ProjectFolder.sample + "/" + file, encoding: .utf8)
        return try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    /// The twenty best threads for a query.
    func response(to query: String, _ ranking: Ranking = .hybrid) throws -> SearchResponse {
        let engine = SearchEngine(store: library.store, encoder: library.encoder)
        return try engine.search(SearchQuery(query, limit: 20, weakLimit: 20), ranking: ranking)
    }

    /// The rank, from 1, of the thread with the item that has the query's phrase; `nil` beyond twenty.
    func threadRank(of query: Query, in response: SearchResponse) throws -> Int? {
        let index = try response.results.firstIndex { result in
            try library.thread(of: result.passages[0].item.id)?.items.contains { $0.text.contains(query.phrase) }
                == true
        }
        return index.map { $0 + 1 }
    }

    /// The rank, from 1, of the first result that shows the item with the query's phrase; `nil` beyond twenty.
    func rank(of query: Query, _ ranking: Ranking = .hybrid) throws -> Int? {
        let results = try response(to: query.query, ranking).results
        return try results.firstIndex { result in
            try result.passages.contains { hit in
                try hit.item.kind == query.kind && library.item(hit.item.id)?.text.contains(query.phrase) == true
            }
        }.map { $0 + 1 }
    }
}
