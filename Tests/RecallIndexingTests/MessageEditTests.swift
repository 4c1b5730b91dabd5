import Foundation
import RecallCore
import RecallImport
import RecallIndexing
import RecallStore
import RecallTestSupport
import Testing

/// Messages whose edits are told one by one.
@Suite(.scratch) struct MessageEditTests {
    private static func version(_ text: String, hour: Double, isEdit: Bool, from: String = "Ada") -> Item {
        var item = Item.message("a", hour: hour, text: text, from: from)
        item.details = .message(MessageDetails(platform: "test", edited: isEdit ? .hours(hour) : nil))
        return item
    }

    private static let versions = [
        version("Oras", hour: 0, isEdit: false), version("Oars", hour: 30, isEdit: true),
        version("Oars?", hour: 31, isEdit: true),
    ]

    /// The library after the items came, each in a batch of its own or all in one.
    private func imported(_ items: [Item], oneByOne: Bool) async throws -> LibraryFixture {
        let fixture = try LibraryFixture()
        let parts = oneByOne ? items.map { [$0] } : [items]
        for (number, part) in parts.enumerated() {
            try await fixture.store.importRecords(RecordList(part), path: "/\(number)", format: .matrix)
        }
        return fixture
    }

    @Test(arguments: [false, true])
    func `a message has the text of its last edit and its own date, in whatever order they come`(oneByOne: Bool)
        async throws
    {
        for order in permutations(Self.versions) {
            let items = try await imported(order, oneByOne: oneByOne).store.allItems()
            #expect(items.map(\.text) == ["Oars?"])
            #expect(items.map(\.date) == [.hours(0)])
        }
    }

    @Test(arguments: [false, true])
    func `words that an edit took away are found no more`(oneByOne: Bool) async throws {
        let store = try await imported(Self.versions, oneByOne: oneByOne).store
        let found = try store.read { snapshot in
            let table = try snapshot.itemTable()
            return try ["oras", "oars"].map { try snapshot.items(passing: .phrase($0), in: table).positions.count }
        }
        #expect(found == [0, 1])
    }

    @Test(arguments: [false, true])
    func `an edit by someone else is a message of its own`(oneByOne: Bool) async throws {
        var foreign = Self.version("Mine", hour: 40, isEdit: true, from: "Bo")
        foreign.sender?.address = "bo@post.example"
        for order in permutations([Self.versions[0], foreign]) {
            let items = try await imported(order, oneByOne: oneByOne).store.allItems()
            #expect(Set(items.map { "\($0.sender?.name ?? ""): \($0.text)" }) == ["Ada: Oras", "Bo: Mine"])
        }
    }

    @Test func `an edit adds no item to what an import counts`() async throws {
        let fixture = try LibraryFixture()
        let summary = try await fixture.store.importRecords(RecordList(Self.versions), path: "/a", format: .matrix)
        #expect(summary.new == 1 && summary.updated == 0 && summary.duplicates == 0)
        let listed = try fixture.store.read { snapshot in try snapshot.sources().map { $0.items } }
        #expect(listed == [1])
    }
}
