import RecallCore
import RecallIndexing
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct OtherThreadTests {
    private static let messages = [0, 10, 40, 41, 100].map { Item.message("\($0)", hour: Double($0)) }

    @Test(arguments: [false, true])
    func `a pause of more than a day begins a session, in whatever order messages come`(oneByOne: Bool) async throws {
        for order in permutations(Self.messages).filter({ $0[0].externalID != "0" }).prefix(30) + [Self.messages] {
            #expect(try await grouping(order, oneByOne: oneByOne) == [["0", "10"], ["40", "41"], ["100"]])
        }
    }

    @Test(arguments: [(24.0, 1), (24.01, 2)]) func `a day exactly is no pause`(hours: Double, sessions: Int)
        async throws
    {
        #expect(try await grouping([.message("a", hour: 0), .message("b", hour: hours)]).count == sessions)
    }

    @Test func `a message between two sessions makes them one`() async throws {
        let fixture = try await LibraryFixture.holding(Self.messages)
        try await fixture.store.importItems([.message("25", hour: 25)], path: "/late")
        #expect(try fixture.store.grouping() == [["0", "10", "25", "40", "41"], ["100"]])
        let threads = try fixture.store.allThreads()
        let items = try fixture.store.read { snapshot in
            try threads.map { try snapshot.items(thread: $0).map(\.externalID) }
        }
        #expect(items.contains(["0", "10", "25", "40", "41"]))
    }

    /// Thirteen messages an evening for ten days, the last of one at eleven and the first of the next at seven.
    private static let evenings = (0..<10).flatMap { day in
        (0..<13).map { Item.message("\(day) \($0)", hour: Double(day) * 24 + 19 + Double($0) / 3) }
    }

    @Test(arguments: [1, 2, 3])
    func `in a chat of every day each evening is a session, in whatever order messages come`(seed: UInt64) async throws
    {
        var generator = SeededGenerator(seed: seed)
        let expected = Set((0..<10).map { day in Set((0..<13).map { "\(day) \($0)" }) })
        #expect(try await grouping(Self.evenings) == expected)
        let shuffled = Self.evenings.shuffled(using: &generator)
        #expect(try await grouping(shuffled) == expected)
        let fixture = try LibraryFixture()
        for start in stride(from: 0, to: shuffled.count, by: 17) {
            try await fixture.store.importItems(Array(shuffled[start...].prefix(17)), path: "/\(start)")
        }
        #expect(try fixture.store.grouping() == expected)
    }

    /// Messages that follow each other for days, after some seconds or by the clock.
    private static func unceasing(_ count: Int, byTheClock: Bool) -> [Item] {
        var generator = SeededGenerator(seed: 5)
        var hour = 0.0
        return (0..<count).map { number in
            hour += byTheClock ? 1 / 60 : Double.random(in: 1...100, using: &generator) / 3_600
            return Item.message("\(number)", hour: hour)
        }
    }

    @Test(arguments: [false, true])
    func `a chat that is never silent is divided at its longest pauses, in whatever order messages come`(
        byTheClock: Bool
    ) async throws {
        var generator = SeededGenerator(seed: 9)
        let messages = Self.unceasing(1_800, byTheClock: byTheClock)
        let expected = try await grouping(messages)
        #expect(expected.count >= 2 && expected.allSatisfy { $0.count < 1_400 }, "\(expected.map(\.count))")
        let shuffled = messages.shuffled(using: &generator)
        let fixture = try LibraryFixture()
        for start in stride(from: 0, to: shuffled.count, by: 97) {
            try await fixture.store.importItems(Array(shuffled[start...].prefix(97)), path: "/\(start)")
        }
        #expect(try fixture.store.grouping() == expected)
    }

    @Test func `messages that a session can hold are not divided at the longest of their pauses`() async throws {
        #expect(try await grouping(Self.unceasing(500, byTheClock: false)).count == 1)
    }

    @Test func `a slow exchange stays one session, though its pauses are long`() async throws {
        let letters = [0, 20, 43, 60].map { Item.message("\($0)", hour: Double($0)) }
        #expect(try await grouping(letters).count == 1)
    }

    @Test func `when a lively evening becomes a quiet one, its pause divides no more`() async throws {
        let day = (0..<12).map { Item.message("a\($0)", hour: Double($0) / 10) } + [.message("b", hour: 8)]
        #expect(try await grouping(day).count == 2)
        let fixture = try await LibraryFixture.holding(day)
        _ = try LibraryDeletion(store: fixture.store, purgesNow: true).item(day[3].id)
        #expect(try fixture.store.grouping().count == 1)
    }

    @Test func `chats do not mix`() async throws {
        let groups = try await grouping([
            .message("a", hour: 0, chat: "walks"), .message("b", hour: 1, chat: "talks"),
            .message("c", hour: 2, chat: "walks"),
        ])
        #expect(groups == [["a", "c"], ["b"]])
    }

    @Test(arguments: [
        ["/d/talk-v1.docx", "/d/talk-v2.docx"], ["/d/Budget final.pdf", "/d/budget DRAFT.odt"],
        ["/d/plan copy.txt", "/d/plan (copy 2).txt"], ["/d/a_rev_3.pdf", "/d/a_revision_12.pdf"],
        ["/d/a r1.pdf", "/d/a-R12.pdf"],
        ["/d/Entwurf Brief.docx", "/d/Brief Kopie.docx"], ["/d/x v 1.txt", "/d/x v 2.txt"],
    ])
    func `files whose names differ in version marks only are one document`(paths: [String]) async throws {
        #expect(try await grouping(paths.map { .document($0) }) == [Set(paths)])
        #expect(try await grouping(paths.reversed().map { .document($0) }) == [Set(paths)])
    }

    @Test(arguments: [
        ["/d/report 2023.pdf", "/d/report 2024.pdf"], ["/d/talk-v1.docx", "/e/talk-v1.docx"],
        ["/d/v1.docx", "/d/v2.docx"],
        ["/d/final.docx", "/d/draft.docx"], ["/d/letter a.txt", "/d/letter b.txt"],
        ["/d/talk-v1.docx", "/d/walk-v2.docx"],
        ["/d/IMG 1.pdf", "/d/IMG 2.pdf"],
    ])
    func `other files are documents of their own`(paths: [String]) async throws {
        #expect(try await grouping(paths.map { .document($0) }) == Set(paths.map { [$0] }))
    }

    @Test func `notes and documents with a conversation are together by it`() async throws {
        var notes = ["a", "b", "c"].map { Item.note($0, text: "x") }
        for index in 0..<2 { notes[index].conversation = "project" }
        #expect(try await grouping(notes) == [["a", "b"], ["c"]])
    }
}
