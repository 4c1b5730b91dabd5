import Foundation
import RecallCore
import RecallKit
import RecallStore
import RecallTestSupport

/// The contents of a library and its search results, for comparison with another's.
struct LibraryDump: Equatable {
    /// A result, without the order among equals.
    struct Found: Hashable {
        var passage: Passage
        var score: Int
    }

    var contents: LibraryContents
    var answers: [Set<Found>]

    static let queries = [
        "deposit", "boiler E119", "walked in the snow", "topic 7 kettle", "Mira", "zeppelin", "river mill fern",
        "\"Nothing to eat after midnight\"", "lantern", "what did the landlord say",
    ]

    /// Reads the library in `folder`.
    init(_ folder: String) throws {
        let library = try RecallLibrary(at: LibraryLocation(path: folder), for: .read, model: .none)
        contents = try LibraryContents(of: library.store)
        answers = try Self.queries.map { query in
            let results = try library.search(SearchQuery(query, limit: 1_000)).results
            // Equal passages may come in either order, so only the best score of each result counts.
            return Set(
                results.flatMap { $0.passages.prefix(1) }.map {
                    Found(passage: $0.passage, score: Int($0.score.fused * 1_000))
                })
        }
    }
}
