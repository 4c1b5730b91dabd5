import Foundation
import GRDB
import RecallCore
import RecallStore
import RecallTestSupport
import RecallText
import Testing

/// Libraries whose terms were made by earlier rules.
@Suite(.scratch) struct StaleTermTests {
    /// A library with items of two scripts, whose names and postings are lost and marked as stale.
    private static func staleLibrary() throws -> LibraryLocation {
        let location = LibraryLocation(path: try ScratchFolder().path + "/library")
        do {
            let fixture = try StoreFixture(location)
            try fixture.add([.note("gone", text: "to be retired")])
            var mail = Item.mail("thai", text: "แผนการประชุม\n\nห้องสมุด")
            mail.sender = Participant(name: "สมชาย", address: "")
            let thread = try fixture.add([mail])
            try fixture.add([.note("english", text: "the mill by the river")])
            // The mail's passages get new ids; the old ones retire.
            try fixture.store.write { try $0.cut([thread]) }
        }
        let queue = try DatabaseQueue(path: location.checkedDatabase())
        try queue.write { db in
            try db.execute(
                sql: """
                    DELETE FROM posting; DELETE FROM participant_word; DELETE FROM item_label; DELETE FROM label;
                    INSERT INTO setting (name, value) VALUES ('terms.stale', '1');
                    """)
        }
        try queue.close()
        return location
    }

    @Test func `their terms and names are made again when they are opened for writing`() throws {
        let location = try Self.staleLibrary()
        #expect(throws: StoreError.self) { try LibraryStore(at: location, for: .read) }
        _ = try LibraryStore(at: location, for: .write)
        let store = try LibraryStore(at: location, for: .read)
        try store.read { snapshot in
            let layout = try snapshot.passageLayout()
            for term in ["ประ", "ห้อง"] {
                let found = try snapshot.postings(of: [term]).passages.map { PassageID(rawValue: $0) }
                let live = try #require(found.first(where: layout.isLive), "\(term)")
                #expect(found.count(where: layout.isLive) == 1 && layout.termCounts[live.index] > 0)
            }
            #expect(try snapshot.participants(named: ["ส"]).count == 1)
        }
    }

    @Test func `a library without such scripts keeps its postings`() throws {
        let location = LibraryLocation(path: try ScratchFolder().path + "/library")
        do {
            let fixture = try StoreFixture(location)
            try fixture.add([.note("english", text: "the mill by the river")])
        }
        let queue = try DatabaseQueue(path: location.checkedDatabase())
        try queue.write { try $0.execute(sql: "INSERT INTO setting (name, value) VALUES ('terms.stale', '1')") }
        let before = try queue.read { try Row.fetchAll($0, sql: "SELECT * FROM posting").map(\.description) }
        try queue.close()
        _ = try LibraryStore(at: location, for: .write)
        _ = try LibraryStore(at: location, for: .read)
        let after = try DatabaseQueue(path: location.checkedDatabase()).read {
            try Row.fetchAll($0, sql: "SELECT * FROM posting").map(\.description)
        }
        #expect(before == after && !before.isEmpty)
    }
}
