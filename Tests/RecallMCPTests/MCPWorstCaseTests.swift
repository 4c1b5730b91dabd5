import Foundation
import RecallCore
import RecallKit
import RecallTestSupport
import Testing

/// A client that tries everything to see memories that are not for it, and pages that another client was given.
@Suite(.scratch) struct MCPWorstCaseTests {
    private typealias Attempt = (method: String, parameters: String)

    // MARK: Memories

    /// A word of each memory that no other has, and how the memory is kept from clients.
    private static let hidden = ["penicillin", "neighbour", "tramway"]
    private static let shown = "hazelnuts"

    private static func contents(areHidden: Bool) -> [MemoryContent] {
        let end = areHidden ? Date(timeIntervalSince1970: 1_000_000) : nil
        return [
            MemoryContent("I am allergic to \(shown)."),
            MemoryContent("I am allergic to \(hidden[0]).", sensitivity: areHidden ? .private : .normal),
            MemoryContent("I am allergic to my \(hidden[1]).", sensitivity: areHidden ? .secret : .normal),
            MemoryContent("I am allergic to the \(hidden[2]).", end: end),
        ]
    }

    private func library(remembering contents: [MemoryContent]) async throws -> RecallLibrary {
        let library = try await MCPFixture.library()
        let before = Date(timeIntervalSince1970: 0)
        for content in contents { _ = try library.addMemory(content, resolving: .keepBoth, now: before) }
        return library
    }

    private static func memoryAttempts(_ library: RecallLibrary) throws -> [Attempt] {
        let questions = [
            "What am I allergic to?", "allergic", "I am allergic to my neighbour", "penicillin", "neighbour", "tramway",
            "secret", "private", "sensitivity:secret", "type:fact", "ended", "*", "", "memory",
        ]
        let extras = [
            "", #","sensitivity":"secret""#, #","sensitivity":["private","secret"]"#, #","reader":"person""#,
            #","ended":true,"includeEnded":true"#, #","now":"1970-01-02T00:00:00Z""#,
            #","limit":100000,"cursor":"0.0.""#,
        ]
        let asking = questions.flatMap { question in
            extras.map {
                ("tools/call", #"{"name":"recall_memories","arguments":{"query":"\#(question)"\#($0)}}"#)
            }
        }
        let finding = questions.flatMap { question in
            ["search", "list", "count", "people"].map {
                ("tools/call", #"{"name":"\#($0)","arguments":{"query":"\#(question)","kind":"memory"}}"#)
            } + [("tools/call", #"{"name":"search","arguments":{"query":"\#(question)"}}"#)]
        }
        let ids = try library.memories().map { "\($0.id)" }
        let links = ids.flatMap { [$0, "recall://memory/\($0)", "recall://item/\($0)", "recall://thread/\($0)"] }
        let reading = links.flatMap { link in
            ["read_item", "read_thread", "similar"].map {
                ("tools/call", #"{"name":"\#($0)","arguments":{"item":"\#(link)"}}"#)
            } + [("resources/read", #"{"uri":"\#(link)"}"#)]
        }
        let others = ["memories", "list_memories", "export_memories", "forget", "keep_memory", "edit_memory"].map {
            ("tools/call", #"{"name":"\#($0)","arguments":{"id":"\#(ids[0])"}}"#)
        }
        return asking + finding + reading + others
    }

    @Test func `two hundred attempts show no memory that is private, secret or has ended, and write nothing`()
        async throws
    {
        let library = try await library(remembering: Self.contents(areHidden: true))
        let before = try library.memories()
        let attempts = try Self.memoryAttempts(library)
        #expect(attempts.count >= 200)
        let client = MCPConnection(library)
        for (method, parameters) in attempts { _ = client.ask(method, parameters) }
        #expect(client.text.contains(Self.shown))
        for word in Self.hidden { #expect(!client.text.contains(word), "\(word)") }
        #expect(before.count == 4)
        #expect(try library.memories() == before)
        #expect(try library.memoryProposals().isEmpty)
    }

    @Test func `the same attempts show the same memories when they are for everybody, so that this test can fail`()
        async throws
    {
        let library = try await library(remembering: Self.contents(areHidden: false))
        let client = MCPConnection(library)
        for (method, parameters) in try Self.memoryAttempts(library) { _ = client.ask(method, parameters) }
        for word in Self.hidden + [Self.shown] { #expect(client.text.contains(word), "\(word)") }
    }

    @Test func `a flood of proposals keeps nothing, tells nothing, and takes away none of the person's own`()
        async throws
    {
        let library = try await library(remembering: Self.contents(areHidden: true))
        let before = try library.memories()
        let own = try #require(
            try library.proposeMemory(
                MemoryContent("I moved to Lund in May."), origin: .hand, now: Date(timeIntervalSince1970: 0)))
        let client = MCPConnection(library)
        var answers: Set<String> = []
        for number in 0..<250 {
            let text = number % 50 == 0 ? before[number / 50 % before.count].text : "I own kettle number \(number)."
            answers.insert(client.call("propose_memory", #"{"text":"\#(text)","type":"fact"}"#).text)
        }
        #expect(answers.count == 1)
        #expect(try library.memories() == before)
        let proposals = try library.memoryProposals()
        #expect(proposals.count == MemoryLimits.proposals)
        #expect(proposals.contains { $0.id == own.id })
        for word in Self.hidden { #expect(!client.text.contains(word), "\(word)") }
    }

    // MARK: Cursors

    private static let secret = "heron-7731"

    private static var items: [Item] {
        let mails = (0..<12).map {
            Item.mail("mail-\($0)", "Deposit \($0)", text: "deposit number \($0)", from: "Mallory", day: Double($0))
        }
        let notes = (0..<60).map { Item.note("note-\($0)", text: "The deposit box \($0) opens with \(secret).") }
        let long = (0..<3_000).map { "Line \($0) of \(secret)." }.joined(separator: "\n")
        return mails + notes + [.note("long", text: long)]
    }

    /// The calls that read on from each page that a client with another scope was given.
    private static func cursorAttempts(_ library: RecallLibrary) -> [Attempt] {
        let other = MCPConnection(library)
        let long = MCPFixture.link("long", in: items)
        var attempts: [Attempt] = []
        for (tool, arguments) in [
            ("list", #""query":"""#), ("list", #""query":"deposit""#), ("search", #""query":"deposit""#),
            ("read_item", #""item":"\#(long)""#),
        ] {
            var cursor = other.call(tool, "{\(arguments)}").cursor
            while let place = cursor {
                for each in ["list", "search", "people", "read_item", "similar", "read_thread"] {
                    let arguments = #"{\#(arguments),"cursor":"\#(place)"}"#
                    attempts.append(("tools/call", #"{"name":"\#(each)","arguments":\#(arguments)}"#))
                }
                attempts.append(("resources/list", #"{"cursor":"\#(place)"}"#))
                cursor = other.call(tool, #"{\#(arguments),"cursor":"\#(place)"}"#).cursor
            }
        }
        var cursor = (other.ask("resources/list")["result"] as? [String: Any])?["nextCursor"] as? String
        while let place = cursor {
            attempts.append(("resources/list", #"{"cursor":"\#(place)"}"#))
            cursor =
                (other.ask("resources/list", #"{"cursor":"\#(place)"}"#)["result"] as? [String: Any])?["nextCursor"]
                as? String
        }
        return attempts
    }

    @Test func `cursors of a client with another scope show nothing outside one's own`() async throws {
        let library = try await MCPFixture.library(of: Self.items)
        let attempts = Self.cursorAttempts(library)
        #expect(attempts.count >= 100)
        let (client, whole) = (MCPConnection(library, scope: .kind(.email)), MCPConnection(library))
        for (method, parameters) in attempts {
            _ = client.ask(method, parameters)
            _ = whole.ask(method, parameters)
        }
        #expect(!client.text.contains(Self.secret) && !client.text.contains(#""kind":"note""#))
        // Some of the cursors are good within the scope too.
        #expect(client.text.contains(#""kind":"email""#))
        #expect(whole.text.contains(Self.secret) && whole.text.contains(#""kind":"note""#))
    }
}
