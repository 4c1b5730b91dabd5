import Foundation
import RecallCore
import RecallStore
import RecallTestSupport
import Testing

/// The size of the log while much is written.
@Suite(.scratch) struct LogLimitTests {
    private func logSize(_ store: LibraryStore) throws -> Int {
        let path = store.location.database + "-wal"
        return try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }

    /// Writes items in transactions of 1 MB.
    private func write(_ fixture: StoreFixture, megabytes: Int, from number: Int) throws {
        for index in number..<number + megabytes {
            let text = "\(index) " + String(repeating: "a", count: 1 << 20)
            try fixture.add([
                Item(
                    id: ItemID(identifying: ["\(index)"]), details: .message(MessageDetails(platform: "")), text: text)
            ])
        }
    }

    @Test func `the log grows further before it is copied while an import runs, and not afterwards`() throws {
        let fixture = try StoreFixture()
        try write(fixture, megabytes: 20, from: 0)
        let usual = try logSize(fixture.store)
        try fixture.store.limitLog(to: .bulk)
        try write(fixture, megabytes: 20, from: 20)
        let bulk = try logSize(fixture.store)
        #expect(bulk > 20 << 20 && usual < 14 << 20, "\(usual), \(bulk)")
        try fixture.store.limitLog(to: .usual)
        try fixture.store.checkpoint()
        try write(fixture, megabytes: 20, from: 40)
        #expect(try logSize(fixture.store) < 14 << 20)
        #expect(try fixture.store.read { try $0.counts() }.items[.message] == 60)
    }

    @Test func `a row that cannot be stored leaves its statement as it was for the next`() throws {
        let fixture = try StoreFixture()
        let items = ["a", "b"].map {
            Item(id: ItemID(identifying: [$0]), details: .message(MessageDetails(platform: "")), text: $0)
        }
        try fixture.add([items[0]])
        #expect(throws: StoreError.self) { try fixture.add([items[0]]) }
        try fixture.add([items[1]])
        #expect(try items.compactMap { item in try fixture.store.read { try $0.item(item.id) } } == items)
    }
}
