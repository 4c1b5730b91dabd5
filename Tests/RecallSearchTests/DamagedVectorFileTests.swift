import Foundation
import RecallCore
import RecallSearch
import RecallTestSupport
import Testing

/// Searches of a library whose vector file is damaged in a row, which is only noticed when the row is read.
@Suite(.scratch) struct DamagedVectorFileTests {
    @Test func `what a search finds by a damaged vector is not shown: it is done again without the file`() async throws
    {
        let encoder = HashingEncoder()
        let notes = (0..<4_200).map {
            Item.note("\($0)", text: "letter\($0 % 700) about topic\($0 % 13) and boiler\($0)")
        }
        let fixture = try await SearchFixture(notes, embeddedBy: encoder)
        let file = URL(fileURLWithPath: fixture.scratch.path + "/library/vectors.index")
        let whole = try Data(contentsOf: file)
        let queries = ["letter7 topic3", "boiler123", "topic5"].map { SearchQuery($0, limit: 20) }
        try FileManager.default.removeItem(at: file)
        let expected = try queries.map { try fixture.engine(encoder).search($0) }
        // Rows fill the second half of the file. A bit of each is another one.
        var damaged = whole
        for byte in stride(from: whole.count / 2, to: whole.count - 1_024, by: 7) { damaged[byte] ^= 1 }
        try damaged.write(to: file)
        let engine = fixture.engine(encoder)
        for (query, response) in zip(queries, expected) {
            #expect(try engine.search(query) == response)
            #expect(try fixture.engine(encoder).search(query) == response)
        }
        let first = try #require(try fixture.store.allItems().first)
        #expect(try !fixture.engine(encoder).similar(to: first.id, limit: 5).results.isEmpty)
    }
}
