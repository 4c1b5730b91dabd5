import Foundation
import RecallCore
import RecallKit
import RecallTestSupport
import Testing

/// Memories, as other programs see them: the person's own, and few of these.
@Suite(.scratch) struct MCPMemoryTests {
    private static let contents = [
        MemoryContent("I am allergic to hazelnuts.", type: .fact),
        MemoryContent("I am allergic to penicillin, says the secret file.", sensitivity: .private),
        MemoryContent("I am allergic to my neighbour, says the diary.", sensitivity: .secret),
    ]

    private func library() async throws -> RecallLibrary {
        let library = try await MCPFixture.library()
        for content in Self.contents { _ = try library.addMemory(content, resolving: .keepBoth) }
        return library
    }

    private static let questions = [
        "What am I allergic to?", "allergic", "penicillin", "the secret file", "neighbour", "diary", "secret",
        "private", "",
    ]

    @Test func `only memories that anyone may see are handed over, whatever is asked`() async throws {
        let client = MCPConnection(try await library())
        for question in Self.questions {
            _ = client.call("recall_memories", #"{"query":"\#(question)"}"#)
            _ = client.call("recall_memories", #"{"query":"\#(question)","sensitivity":"secret"}"#)
        }
        #expect(client.text.contains("hazelnuts"))
        #expect(!client.text.contains("penicillin, says") && !client.text.contains("neighbour, says"))
    }

    @Test func `a proposal keeps nothing, and tells nothing of what is known`() async throws {
        let library = try await library()
        let client = MCPConnection(library)
        let before = try library.memories()
        let answers = ["I am allergic to my neighbour, says the diary.", "I moved to Lund in May."].map {
            client.call("propose_memory", #"{"text":"\#($0)","type":"fact"}"#)
        }
        #expect(answers.allSatisfy { $0.values["isKept"] as? Bool == false })
        #expect(answers[0].text == answers[1].text)
        #expect(try library.memories() == before)
        #expect(try library.memoryProposals().map(\.content.text) == ["I moved to Lund in May."])
    }

    @Test(arguments: [#"{}"#, #"{"text":""}"#, #"{"text":"x","type":"order"}"#, #"{"text":7}"#])
    func `a proposal that is none is refused`(arguments: String) async throws {
        let library = try await library()
        #expect(MCPConnection(library).call("propose_memory", arguments).isError)
        #expect(try library.memoryProposals().isEmpty)
    }

    @Test func `whoever may read only some items is given no memories`() async throws {
        let library = try await library()
        let client = MCPConnection(library, scope: .kind(.email))
        let tools = (client.ask("tools/list")["result"] as? [String: Any])?["tools"] as? [[String: Any]]
        #expect(tools?.compactMap { $0["name"] as? String }.contains { $0.contains("memor") } == false)
        #expect(
            client.ask("tools/call", #"{"name":"recall_memories","arguments":{"query":"allergic"}}"#).code == -32_602)
        #expect(client.ask("tools/call", #"{"name":"propose_memory","arguments":{"text":"x"}}"#).code == -32_602)
        #expect(!client.text.contains("hazelnuts"))
        #expect(try library.memoryProposals().isEmpty)
    }
}
