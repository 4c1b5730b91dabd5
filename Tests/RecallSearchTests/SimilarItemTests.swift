import RecallCore
import RecallSearch
import RecallTestSupport
import Testing

@Suite(.scratch) struct SimilarItemTests {
    private static let items = [
        Item.mail("asked", "Boiler", text: "the boiler in the cellar is broken and cold"),
        Item.mail("answered", "Re: Boiler", text: "the boiler in the cellar was repaired", inReplyTo: ["asked"]),
        Item.note("near", text: "boiler in the cellar, broken again"),
        Item.note("far", text: "recipe for apricot jam with almonds"),
    ]

    @Test func `the nearest in meaning comes first, and the item's own thread not at all`() async throws {
        let fixture = try await SearchFixture(Self.items, embeddedBy: HashingEncoder())
        let response = try fixture.engine().similar(to: Self.items[0].id, limit: 5)
        #expect(response.lanes == [.meaning] && response.notes.isEmpty)
        #expect(response.shown.first == ["near"])
        #expect(!response.shown.joined().contains { $0 == "asked" || $0 == "answered" })
    }

    @Test func `a search by words before it does not keep vectors away`() async throws {
        let fixture = try await SearchFixture(Self.items, embeddedBy: HashingEncoder())
        let engine = fixture.engine()
        _ = try engine.search(SearchQuery("boiler"))
        #expect(try engine.similar(to: Self.items[0].id, limit: 5).shown.first == ["near"])
    }

    @Test func `an item that is not embedded is said to be so`() async throws {
        let fixture = try await SearchFixture(Self.items)
        let response = try fixture.engine().similar(to: Self.items[0].id, limit: 5)
        #expect(response.results.isEmpty && response.notes.count == 1)
    }
}
