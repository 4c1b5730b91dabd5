import RecallCore
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct LanguageFilterTests {
    private static let german = "Wir haben das noch nicht gesehen, aber es ist auch nicht mehr da."
    private static let english = "We have not seen that, but it is not there any more."

    private func fixture() throws -> StoreFixture {
        let fixture = try StoreFixture()
        try fixture.add([
            .mail("de", text: Self.german, day: 1), .mail("en", text: Self.english, day: 2),
            .mail("ok", text: "ok", day: 3),
        ])
        return fixture
    }

    @Test func `items of a language are found, and those of none`() throws {
        let fixture = try fixture()
        #expect(try fixture.found(.language(.german)) == ["de"])
        #expect(try fixture.found(.language(.english)) == ["en"])
        #expect(try fixture.found(.language(nil)) == ["ok"])
        #expect(try fixture.found(.language(.french)).isEmpty)
        #expect(try fixture.found(.not(.language(.german))) == ["en", "ok"])
    }

    @Test func `an item that is written anew in another language is found by that one`() throws {
        let fixture = try fixture()
        let before = try fixture.store.read { try $0.itemTable() }
        let changed = Item.mail("de", text: Self.english, day: 1)
        try fixture.store.write { transaction in
            let key = try #require(try transaction.snapshot.key(of: changed.id))
            try transaction.update(changed, row: key.row)
        }
        #expect(try fixture.found(.language(.german)).isEmpty)
        #expect(try fixture.found(.language(.english)) == ["de", "en"])
        #expect(try fixture.store.read { try $0.items(passing: .language(.german), in: before) }.count == 1)
    }

    @Test func `a deleted item is in no language`() throws {
        let fixture = try fixture()
        let id = Item.mail("de").id
        try fixture.store.write { transaction in
            let key = try #require(try transaction.snapshot.key(of: id))
            try transaction.delete(items: [key.row])
        }
        #expect(try fixture.found(.language(.german)).isEmpty)
        #expect(try fixture.found(.not(.language(nil))) == ["en"])
    }
}
