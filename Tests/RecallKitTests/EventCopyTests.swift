import Foundation
import RecallCore
import RecallImport
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// Events with one UID from several calendars: everybody who is invited knows it.
@Suite(.scratch) struct EventCopyTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
    }

    private static let uid = "keys@okaforlind.example"
    private static let ada = "ORGANIZER;CN=Ada:mailto:ada@people.example"
    private static let kev = "ORGANIZER;CN=Kev:mailto:k@evil.example"

    /// An event with the UID and further lines.
    private static func event(_ title: String, _ lines: String...) -> String {
        let head = ["BEGIN:VEVENT", "UID:\(uid)", "DTSTART:20240102T100000Z", "SUMMARY:\(title)"]
        return (head + lines.filter { !$0.isEmpty } + ["END:VEVENT", ""]).joined(separator: "\r\n")
    }

    /// Imports a calendar that was changed `modified` seconds after another.
    @discardableResult
    private func importing(_ name: String, _ events: String..., modified: Double) async throws -> ImportSummary {
        let calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(events.joined())END:VCALENDAR\r\n"
        let path = try scratch.write(name, calendar)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000 + modified)], ofItemAtPath: path)
        return try await library.importFiles(at: [path])
    }

    private var titles: [String] {
        get throws { try library.store.allItems().map(\.title).sorted() }
    }

    private static var id: ItemID { ItemID(identifying: ["ics", uid, ""]) }

    @Test(arguments: [ada, "", "ORGANIZER;CN=Ada:urn:uuid:1"], [false, true])
    func `an event of another organizer is one of its own, whichever comes first`(owner: String, isFirst: Bool)
        async throws
    {
        let mine = Self.event("Keys at Quay Street", owner, "DTSTAMP:20240101T000000Z")
        let forged = Self.event("Keys at Evil Street", Self.kev, "DTSTAMP:20300101T000000Z", "SEQUENCE:9")
        for (number, isForged) in [isFirst, !isFirst].enumerated() {
            let summary = try await importing(
                isForged ? "b.ics" : "a.ics", isForged ? forged : mine, modified: Double(number))
            #expect((summary.new, summary.updated) == (1, 0))
        }
        #expect(try titles == ["Keys at Evil Street", "Keys at Quay Street"])
        // The first one has the id that it would have alone.
        let first = try library.store.read { try $0.item(Self.id) }
        #expect(first?.title == (isFirst ? "Keys at Evil Street" : "Keys at Quay Street"))
        let changed = Self.event("Keys at Pier Street", owner, "DTSTAMP:20240101T000000Z")
        #expect(try await importing("a.ics", changed, modified: 5).updated == 1)
        #expect(try await importing("b.ics", forged.replacing("Evil", with: "Bad"), modified: 6).updated == 1)
        #expect(try await importing("c.ics", changed, modified: 7).new == 0)
        #expect(try titles == ["Keys at Bad Street", "Keys at Pier Street"])
    }

    @Test func `an event without an organizer takes no other's place`() async throws {
        try await importing("a.ics", Self.event("Keys", Self.ada), modified: 0)
        #expect(try await importing("b.ics", Self.event("No keys"), modified: 1).new == 1)
        #expect(try titles == ["Keys", "No keys"])
    }

    @Test(arguments: [
        ("SEQUENCE:1", "DTSTAMP:20240201T000000Z", "SEQUENCE:2", "DTSTAMP:20240101T000000Z"),
        ("", "DTSTAMP:20240201T000000Z", "SEQUENCE:1", "DTSTAMP:20240101T000000Z"),
        ("SEQUENCE:3", "DTSTAMP:20240101T000000Z", "SEQUENCE:3", "DTSTAMP:20240201T000000Z"),
        ("", "LAST-MODIFIED:20240101T000000Z", "SEQUENCE:0", "DTSTAMP:20240101T000001Z"),
        ("SEQUENCE:none", "DTSTAMP:20240101T000000Z", "SEQUENCE:-4", "DTSTAMP:20240201T000000Z"),
    ])
    func `of two files the later version of an organizer's event is kept, in whatever order they come`(
        old: (String, String, String, String)
    ) async throws {
        for (isOldFirst, folder) in [(true, "x"), (false, "y")] {
            let uid = folder + Self.uid
            for (number, isOld) in [isOldFirst, !isOldFirst].enumerated() {
                let event =
                    isOld
                    ? Self.event("Old \(folder)", Self.ada, old.0, old.1)
                    : Self.event("New \(folder)", Self.ada, old.2, old.3)
                // The old one's file may be the one that was changed last.
                try await importing(
                    folder + (isOld ? "/old.ics" : "/new.ics"), event.replacing(Self.uid, with: uid),
                    modified: Double(number))
            }
        }
        #expect(try titles == ["New x", "New y"])
    }

    @Test(arguments: [
        "", "SEQUENCE:0", "DTSTAMP:20230101T000000Z", "DTSTAMP:20250101T000000Z", "SEQUENCE:2",
    ])
    func `a file's later version changes what came from it, whatever version it says to be`(line: String) async throws {
        let event = Self.event("Keys", Self.ada, "SEQUENCE:1", "DTSTAMP:20240101T000000Z")
        try await importing("b.ics", event, modified: 0)
        try await importing("a.ics", event, modified: 1)
        #expect(try await importing("a.ics", Self.event("Keys moved", Self.ada, line), modified: 2).updated == 1)
        #expect(try titles == ["Keys moved"])
        #expect(try await importing("a.ics", Self.event("Keys moved", Self.ada, line), modified: 3).updated == 0)
    }

    @Test func `a file's later version counts also where another file is imported with it`() async throws {
        let event = Self.event("Keys", Self.ada, "SEQUENCE:1")
        try await importing("in/a.ics", event, modified: 0)
        try await importing("in/0.ics", event, modified: -1)
        for (name, title, day) in [("a", "Keys moved", "02"), ("0", "Old keys", "01")] {
            let changed = Self.event(title, Self.ada, "DTSTAMP:202401\(day)T000000Z")
            let calendar = "BEGIN:VCALENDAR\r\n\(changed)END:VCALENDAR\r\n"
            try scratch.write("in/\(name).ics", calendar)
        }
        _ = try await library.importFiles(at: [scratch.path + "/in"])
        #expect(try titles == ["Keys moved"])
    }

    @Test func `the organizer of an event that no other file holds may change, and so may its address`() async throws {
        for (number, organizer) in ["", Self.ada, "ORGANIZER;CN=Ada:mailto:ada@new.example"].enumerated() {
            try await importing("a.ics", Self.event("Keys", organizer), modified: Double(number))
            let items = try library.store.allItems()
            #expect(items.map(\.id) == [Self.id])
            #expect(items.first?.sender?.address == ["", "ada@people.example", "ada@new.example"][number].nonEmpty)
        }
    }

    @Test func `two events with one UID in one file are two, also when the file is read anew`() async throws {
        for number in 0..<3 {
            let (first, second) = (Self.event("Keys \(number)", Self.ada), Self.event("Evil \(number)", Self.kev))
            try await importing("a.ics", first, second, modified: Double(number))
            #expect(try titles == ["Evil \(number)", "Keys \(number)"])
        }
    }

    @Test func `a version of which nothing else is new is known all the same`() async throws {
        try await importing("a.ics", Self.event("Keys", Self.ada, "SEQUENCE:1"), modified: 0)
        let summary = try await importing("a.ics", Self.event("Keys", Self.ada, "SEQUENCE:5"), modified: 1)
        #expect((summary.updated, summary.duplicates) == (0, 1))
        try await importing("b.ics", Self.event("Old keys", Self.ada, "SEQUENCE:3"), modified: 2)
        #expect(try titles == ["Keys"])
    }

    @Test(arguments: [ada, ""], [false, true])
    func `a deleted event leaves out none of another organizer, and does not come back itself`(
        owner: String, isFirst: Bool
    ) async throws {
        for (number, isForged) in [isFirst, !isFirst].enumerated() {
            let event = isForged ? Self.event("Evil", Self.kev) : Self.event("Keys", owner)
            try await importing(isForged ? "b.ics" : "a.ics", event, modified: Double(number))
        }
        let forged = try #require(try library.store.allItems().first { $0.title == "Evil" })
        _ = try library.deleteItem(forged.id)
        #expect(try await importing("a.ics", Self.event("Keys moved", owner), modified: 3).updated == 1)
        #expect(try await importing("b.ics", Self.event("Evil again", Self.kev), modified: 4).deletedBefore == 1)
        #expect(try titles == ["Keys moved"])
        _ = try library.deleteItem(#require(try library.store.allItems().first).id)
        #expect(try await importing("a.ics", Self.event("Keys", owner), modified: 5).deletedBefore == 1)
        #expect(try titles.isEmpty)
    }

    @Test func `deleting a file with a forged event leaves the genuine one, which stays one event`() async throws {
        try await importing("b.ics", Self.event("Evil", Self.kev), modified: 0)
        try await importing("a.ics", Self.event("Keys", Self.ada), modified: 1)
        let source = try #require(try library.sources().first { $0.path.hasSuffix("b.ics") })
        #expect(try library.deleteSource(source.id)?.items == 1)
        #expect(try await importing("a.ics", Self.event("Keys moved", Self.ada), modified: 2).updated == 1)
        #expect(try titles == ["Keys moved"])
    }

    @Test func `an event that an earlier version of Recall let another one replace comes back`() async throws {
        let paths = ["a.ics", "b.ics"].map { scratch.path + "/" + $0 }
        let senders = ["ada@people.example", "k@evil.example"].map { Participant(address: $0) }
        for number in 0..<2 {
            let details = DocumentDetails(format: "ics", path: paths[number])
            let item = Item(
                id: Self.id, details: .document(details), title: ["Keys", "Evil"][number], sender: senders[number],
                text: "Text \(number)")
            try await library.store.importRecords(
                RecordList([item]), path: paths[number], format: .calendar, modified: Int64(number))
        }
        #expect(try titles == ["Evil"])
        try await importing("a.ics", Self.event("Keys", Self.ada), modified: 2)
        try await importing("b.ics", Self.event("Evil", Self.kev), modified: 3)
        #expect(try titles == ["Evil", "Keys"])
        for item in try library.store.allItems() {
            let files = try library.sources(of: item.id).map(\.path)
            #expect(files == [paths[item.title == "Evil" ? 1 : 0]])
        }
    }
}

extension String {
    /// The text; `nil` if there is none.
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
