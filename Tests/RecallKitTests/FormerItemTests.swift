import Foundation
import RecallCore
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// Events and contacts that a calendar or an address book has no longer when it is read again.
@Suite(.scratch) struct FormerItemTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
    }

    @discardableResult private func add(
        _ events: some Sequence<Int>, cut: String? = nil, to name: String = "home.ics", at time: Double? = nil
    ) async throws -> ImportSummary {
        let texts = events.map {
            "BEGIN:VEVENT\nUID:\($0)\nSUMMARY:Ferry \($0)\nDTSTART:202601\(10 + $0)T180000Z\nEND:VEVENT\n"
        }
        let calendar = "BEGIN:VCALENDAR\nVERSION:2.0\n\(texts.joined())" + (cut ?? "END:VCALENDAR\n")
        let path = try scratch.write(name, calendar)
        if let time {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000 + time)], ofItemAtPath: path)
        }
        return try await library.importFiles(at: [path])
    }

    /// The titles of what is former.
    private func former() throws -> [String] {
        try library.store.allItems().filter { try library.described($0).isFormer }.map(\.title).sorted()
    }

    @Test func `an event that was deleted from its calendar comes last, and is back when the calendar has it again`()
        async throws
    {
        try await add([1, 2, 3])
        #expect(try former().isEmpty)
        #expect(try await add([2, 3]).former == 1)
        #expect(try former() == ["Ferry 1"])
        let found = try library.search(SearchQuery("ferry"))
        let last = try #require(found.results.last)
        #expect(
            found.results.count == 3 && last.thread.title == "Ferry 1" && last.why.hasPrefix("no longer in its file"))
        #expect(try library.page(SearchQuery("in:junk"), offset: 0, limit: 9).items.map(\.summary.title) == ["Ferry 1"])
        let listed = try library.page(SearchQuery(""), offset: 0, limit: 9).items
        #expect(listed.filter(\.isFormer).map(\.summary.title) == ["Ferry 1"] && listed.count == 3)
        try await add([1, 2, 3])
        #expect(try former().isEmpty)
        #expect(try library.count(SearchQuery("in:junk")).items == 0)
    }

    @Test func `what is exported is former where it is imported again, here and elsewhere`() async throws {
        try await add([1, 2, 3])
        try await add([2, 3])
        let path = scratch.path + "/all.jsonl"
        #expect(try library.export(as: .jsonl, matching: SearchQuery(""), to: path).items == 3)
        _ = try await library.importFiles(at: [path])
        #expect(try former() == ["Ferry 1"])
        let other = try RecallLibrary(
            at: LibraryLocation(path: scratch.path + "/other"), for: .write, model: .none)
        for _ in 1...2 { _ = try await other.importFiles(at: [path]) }
        let items = try other.store.allItems()
        #expect(items.count == 3)
        #expect(try items.filter { try other.described($0).isFormer }.map(\.title) == ["Ferry 1"])
        // The calendar itself says that it has the event again.
        try await add([1, 2, 3])
        #expect(try former().isEmpty)
    }

    @Test func `what another calendar has is not former`() async throws {
        try await add([1, 2, 3])
        try await add([1], to: "shared.ics")
        try await add([2, 3])
        #expect(try former().isEmpty)
        try await add([4], to: "shared.ics")
        #expect(try former().isEmpty)
    }

    @Test func `another file of that name, and one that was not read whole, make nothing former`() async throws {
        try await add([1, 2, 3])
        try await add([3, 4, 5, 6])
        #expect(try former().isEmpty)
        try await add([1, 2, 3, 4, 5, 6])
        try await add([2, 3, 4], cut: "BEGIN:VEVENT\nUID:9\nSUMM")
        #expect(try former().isEmpty)
    }

    @Test(arguments: [[0, 1], [1, 0]])
    func `a later export under another name tells what is former, and a backup takes that from nothing`(order: [Int])
        async throws
    {
        let exports = [(events: Array(1...8), name: "home.ics"), (events: Array(2...9), name: "home (1).ics")]
        for number in order + order {
            try await add(exports[number].events, to: exports[number].name, at: Double(100 * number))
        }
        #expect(try former() == ["Ferry 1"])
        // Another calendar has some of the events, too.
        try await add(Array(5...16), to: "family.ics", at: 500)
        #expect(try former() == ["Ferry 1"])
    }

    @Test func `a contact that was deleted from its address book has no answer`() async throws {
        func card(_ name: String, _ number: Int) -> String {
            "BEGIN:VCARD\nVERSION:3.0\nUID:\(name)\nFN:\(name) Lind\nTEL:+49 30 123456\(number)\nEND:VCARD\n"
        }
        let cards = [card("Ada", 1), card("Bo", 2), card("Cy", 3)]
        _ = try await library.importFiles(at: [try scratch.write("people.vcf", cards.joined())])
        let question = SearchQuery("What is Ada's number?")
        #expect(try library.quotations(for: question).quotations.first?.text == "Phone: +49 30 1234561")
        #expect(try library.quotations(for: question).isAnswer)
        _ = try await library.importFiles(at: [try scratch.write("people.vcf", cards.dropFirst().joined())])
        #expect(try former() == ["Ada Lind"])
        #expect(try !library.quotations(for: question).isAnswer)
    }
}
