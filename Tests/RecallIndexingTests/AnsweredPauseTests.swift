import Foundation
import RecallCore
import RecallImport
import RecallIndexing
import RecallStore
import RecallTestSupport
import Testing

/// Sessions of chats of which one answers the other.
@Suite(.scratch) struct AnsweredPauseTests {
    private static let apart = [
        Item.message("question", hour: 0), .message("other", hour: 30),
        .message("answer", hour: 60, answers: "question"),
    ]

    @Test func `an answer holds what is before a pause and after it together, in whatever order messages come`()
        async throws
    {
        for order in permutations(Self.apart) {
            for oneByOne in [false, true] {
                #expect(try await grouping(order, oneByOne: oneByOne) == [["question", "other", "answer"]])
            }
        }
    }

    @Test(arguments: [(168.0, 1), (168.01, 2)]) func `a week is the longest`(hours: Double, sessions: Int) async throws
    {
        let found = try await grouping([.message("a", hour: 0), .message("b", hour: hours, answers: "a")])
        #expect(found.count == sessions)
    }

    @Test(arguments: [(149, 1), (150, 2)]) func `150 messages are the most`(before: Int, sessions: Int) async throws {
        let many = (0..<before).map { Item.message("\($0)", hour: Double($0) / 100) }
        #expect(try await grouping(many + [.message("answer", hour: 40, answers: "\(before - 1)")]).count == sessions)
    }

    @Test func `sessions that answers join in a row stay apart where they are more than a week`() async throws {
        let days = (0..<9).map { Item.message("\($0)", hour: Double($0) * 30, answers: $0 > 0 ? "\($0 - 1)" : nil) }
        #expect(try await grouping(Array(days.prefix(6))).count == 1)
        #expect(try await grouping(days).count == 9)
    }

    @Test func `an answer to another chat, to itself or to what is not there joins nothing`() async throws {
        let found = try await grouping([
            .message("a", hour: 0), .message("b", hour: 30, chat: "talks", answers: "a"),
            .message("c", hour: 60, answers: "c"), .message("d", hour: 90, answers: "gone"),
        ])
        #expect(found == [["a"], ["b"], ["c"], ["d"]])
    }

    @Test func `an answer that a clock put before its question joins them all the same`() async throws {
        #expect(try await grouping([.message("a", hour: 0, answers: "b"), .message("b", hour: 30)]) == [["a", "b"]])
    }

    @Test(arguments: ["question", "answer"])
    func `a thread falls apart when the question or the answer is deleted`(gone: String) async throws {
        let fixture = try await LibraryFixture.holding(Self.apart)
        _ = try LibraryDeletion(store: fixture.store, purgesNow: true).item(
            ItemID(identifying: ["message", "walks", gone]))
        let left = ["question", "other", "answer"].filter { $0 != gone }
        #expect(try fixture.store.grouping() == Set(left.map { [$0] }))
    }

    @Test func `a message that is known learns from a later export what it answers`() async throws {
        let fixture = try LibraryFixture()
        for answers in [nil, "a", nil] {
            let items = [Item.message("a", hour: 0), .message("b", hour: 30, answers: answers)]
            try await fixture.store.importRecords(
                RecordList(items), path: "/\(answers ?? "none")", format: .telegram)
        }
        #expect(try fixture.store.grouping() == [["a", "b"]])
    }

    /// A chat of quiet and lively days, of which many messages answer one of those before.
    private static func chat(_ random: inout SeededGenerator) -> [Item] {
        var (items, hour): ([Item], Double) = ([], 0)
        for day in 0..<60 {
            let lively = day % 20 < 4
            for _ in 0..<Int.random(in: lively ? 30...90 : 0...4, using: &random) {
                hour += Double.random(in: 0...(lively ? 0.4 : 9), using: &random)
                let back = Int.random(in: 1...(lively ? 40 : 3), using: &random)
                let answers = Int.random(in: 0..<4, using: &random) == 0 ? items.count - back : -1
                items.append(.message("\(items.count)", hour: hour, answers: answers < 0 ? nil : "\(answers)"))
            }
            hour = max(hour, Double(day) * 24 + 8)
        }
        return items
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `sessions follow from the messages, not from the order and the parts in which they come`(seed: UInt64)
        async throws
    {
        var random = SeededGenerator(seed: seed)
        let items = Self.chat(&random)
        let expected = try await grouping(items)
        let alone = try await grouping(
            items.map { item in
                var item = item
                item.details = .message(MessageDetails(platform: "test"))
                return item
            })
        #expect(expected.count < alone.count)
        #expect(expected.subtracting(alone).allSatisfy { $0.count <= 150 })
        let fixture = try LibraryFixture()
        let shuffled = items.shuffled(using: &random)
        var start = 0
        while start < shuffled.count {
            let part = shuffled[start...].prefix(Int.random(in: 1...200, using: &random))
            try await fixture.store.importItems(Array(part), path: "/\(start)")
            start += part.count
        }
        #expect(try fixture.store.grouping() == expected)
        // Of what is left when some are deleted too.
        let gone = Set(items.shuffled(using: &random).prefix(40).map(\.id))
        for id in gone { _ = try LibraryDeletion(store: fixture.store, purgesNow: false).item(id) }
        #expect(try fixture.store.grouping() == (try await grouping(items.filter { !gone.contains($0.id) })))
    }
}
