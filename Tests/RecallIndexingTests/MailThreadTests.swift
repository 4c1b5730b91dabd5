import RecallCore
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct MailThreadTests {
    private static let thread = [
        Item.mail("a", "Keys", day: 1),
        Item.mail("b", "Re: Keys", day: 2, inReplyTo: ["a"]),
        Item.mail("c", "Re: Keys", day: 3, references: ["a", "b"]),
        Item.mail("d", "Something else", day: 90, inReplyTo: ["c"]),
    ]

    @Test(arguments: [false, true])
    func `a thread is one, in whatever order its mails come`(oneByOne: Bool) async throws {
        for order in permutations(Self.thread) {
            let groups = try await grouping(order, oneByOne: oneByOne)
            #expect(groups == [["a", "b", "c", "d"]], "\(order.map { $0.externalID ?? "" })")
        }
    }

    @Test(arguments: [21, 22, 23, 24, 25, 26] as [UInt64])
    func `threads of random references are the connected ones, whatever the order`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let mails = (0..<40).map { number in
            // Some ids never come: mails that were not kept.
            let ids = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
                "\(Int.random(in: 0..<70, using: &generator))"
            }
            return Item.mail("\(number)", "Subject \(number)", day: Double(number), references: ids)
        }
        let expected = Self.connected(mails)
        for _ in 0..<3 {
            let order = mails.shuffled(using: &generator)
            #expect(try await grouping(order) == expected, "seed \(seed)")
        }
        #expect(try await grouping(mails.shuffled(using: &generator), oneByOne: true) == expected, "seed \(seed)")
    }

    /// The mails that are linked by ids, directly or over others.
    private static func connected(_ mails: [Item]) -> Set<Set<String>> {
        var groups: [(mails: Set<String>, ids: Set<String>)] = []
        for mail in mails {
            guard case .email(let details) = mail.details, let id = details.messageID else { continue }
            var new = (mails: Set([id]), ids: Set([id] + details.references))
            for group in groups where !group.ids.isDisjoint(with: new.ids) {
                new.mails.formUnion(group.mails)
                new.ids.formUnion(group.ids)
            }
            groups.removeAll { !$0.ids.isDisjoint(with: new.ids) }
            groups.append(new)
        }
        return Set(groups.map(\.mails))
    }

    @Test func `a reply that comes before its parent waits for it`() async throws {
        let groups = try await grouping(
            [.mail("b", "Re: Keys", inReplyTo: ["a"]), .mail("x"), .mail("a", "Keys")], oneByOne: true)
        #expect(groups == [["a", "b"], ["x"]])
    }

    @Test func `two threads become one by a late mail that refers to both`() async throws {
        let mails = [
            Item.mail("a", day: 1), .mail("b", day: 2, inReplyTo: ["a"]), .mail("x", day: 3),
            .mail("y", day: 4, inReplyTo: ["x"]),
        ]
        #expect(try await grouping(mails, oneByOne: true) == [["a", "b"], ["x", "y"]])
        let joined = try await LibraryFixture.holding(mails + [.mail("z", day: 5, references: ["b", "y"])])
        #expect(try joined.store.grouping() == [["a", "b", "x", "y", "z"]])
        let row = try #require(try joined.store.allThreads().first)
        let thread = try joined.store.read { try $0.thread(row) }
        #expect(thread?.itemCount == 5)
        #expect(thread?.dates == .days(1) ... .days(5))
    }

    @Test func `mails that share a parent nobody has are together`() async throws {
        let groups = try await grouping([
            .mail("b", references: ["lost"]), .mail("c", references: ["lost"]), .mail("d"),
        ])
        #expect(groups == [["b", "c"], ["d"]])
    }

    @Test func `circles and mails that refer to themselves do no harm`() async throws {
        let circle = [
            Item.mail("a", inReplyTo: ["c"], references: ["a"]), .mail("b", inReplyTo: ["a"]),
            .mail("c", inReplyTo: ["b", "b"]),
        ]
        for order in permutations(circle) { #expect(try await grouping(order) == [["a", "b", "c"]]) }
        #expect(try await grouping([.mail("s", inReplyTo: ["s"], references: ["s", "s"])]) == [["s"]])
    }

    @Test func `mails with equal subjects that are no replies stay apart`() async throws {
        let groups = try await grouping([.mail("a", "Invoice", day: 1), .mail("b", "Invoice", day: 2)])
        #expect(groups == [["a"], ["b"]])
    }

    @Test(arguments: [(29.0, true), (31.0, false), (-29.0, true)])
    func `a reply without references joins its subject's thread within thirty days`(days: Double, joins: Bool)
        async throws
    {
        let groups = try await grouping([.mail("a", "Keys", day: 100), .mail("b", "Re: Keys", day: 100 + days)])
        #expect(groups == (joins ? [["a", "b"]] : [["a"], ["b"]]))
    }

    @Test func `a reply that names another parent does not join by its subject`() async throws {
        let groups = try await grouping([
            .mail("a", "Keys", day: 1), .mail("b", "Re: Keys", day: 2, inReplyTo: ["lost"]),
        ])
        #expect(groups == [["a"], ["b"]])
    }

    @Test(arguments: [
        "Re: Boiler quote", "RE: boiler  QUOTE ", "re:Boiler quote", "Re[2]: Boiler quote", "AW: Re: Boiler quote",
        "Fwd: Boiler quote", "FW: WG: Boiler quote", "Boiler quote (fwd)", "[moths] Re: Boiler quote",
        "Re: [moths] Boiler quote", "回复：Boiler quote", "SV : Boiler quote", "Ответ: Boiler quote",
    ])
    func `what replying and forwarding add to a subject is not part of it`(subject: String) async throws {
        let groups = try await grouping([.mail("a", "Boiler quote", day: 1), .mail("b", subject, day: 2)])
        #expect(groups == [["a", "b"]])
    }

    @Test(arguments: [
        "Boiler quote", "Re: Boiler quotes", "[moths] Boiler quote", "Regarding: Boiler quote", "Re Boiler quote",
        "Re: ",
        "Note: Re: Boiler quote", "Re: Boiler: quote",
    ])
    func `other subjects are others`(subject: String) async throws {
        let groups = try await grouping([.mail("a", "Boiler quote", day: 1), .mail("b", subject, day: 2)])
        #expect(groups == [["a"], ["b"]])
    }
}
