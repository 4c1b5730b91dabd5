import RecallModelClient
import RecallTestSupport
import Testing

/// Servers that refuse a request, and the plainer form that they take instead.
@Suite(.scratch) struct RefusalTests {
    private static let conversation = ChatRequest(
        messages: [
            .system("Answer from the items."), .user("Where are the keys?"),
            .assistant("", calls: [ToolCall(id: "a", name: "search", arguments: #"{"query":"keys"}"#)]),
            .tool("Under the kettle.", callID: "a"), .tool("In the mill.", callID: "b"),
        ], tools: [ModelFixture.search], replyTokens: 9)

    @Test(arguments: [
        ("400 Bad Request", #"{"error":{"message":"registry.ollama.ai/library/tiny:latest does not support tools"}}"#),
        ("500 Error", #"{"error":{"code":500,"message":"tools param requires --jinja flag","type":"server_error"}}"#),
        ("400 Bad Request", #"{"message":"\"auto\" tool choice requires --enable-auto-tool-choice to be set"}"#),
    ])
    func `a server that refuses tools is asked without them, now and later`(status: String, body: String) async throws {
        let server = try await ScriptedServer(inTurn: Transcript.json(body, status: status), Transcript.text("yes"))
        let fixture = ModelFixture(server)
        #expect(fixture.model.callsTools)
        #expect(try await fixture.events(Self.conversation).text == "yes")
        #expect(!fixture.model.callsTools)
        #expect(try await fixture.events(Self.conversation).text == "yes")
        let bodies = server.requests.map(\.body)
        #expect(bodies.count == 3 && bodies[0].contains(#""tools":["#))
        #expect(bodies[1...].allSatisfy { !$0.contains("tool") && $0.contains(#""role":"system""#) })
        #expect(bodies[1].contains(#"Called search {\"query\":\"keys\"}"#) && bodies[1].contains("Under the kettle."))
    }

    @Test(arguments: [
        "Conversation roles must alternate user/assistant/user/assistant/...", "System role not supported",
        "Only user and assistant roles are supported!", "Jinja Exception: Unexpected role",
    ])
    func `a model whose template knows two roles gets them in turn`(message: String) async throws {
        let refusal = Transcript.json(#"{"error":{"message":"\#(message)"}}"#, status: "500 Error")
        let server = try await ScriptedServer(inTurn: refusal, Transcript.text("yes"))
        #expect(try await ModelFixture(server).events(Self.conversation).text == "yes")
        let roles = server.requests[1].body.matches(of: /"role":"(\w+)"/).map { String($0.output.1) }
        #expect(roles == ["user", "assistant", "user"])
        #expect(server.requests[1].body.contains(#"Answer from the items.\n\nWhere are the keys?"#))
        #expect(server.requests[1].body.contains(#"Under the kettle.\n\nResult:\nIn the mill."#))
    }

    @Test func `a server that refuses both, and again, is asked three times`() async throws {
        let server = try await ScriptedServer { request, _ in
            let message = request.body.contains("\"tools\":") ? "does not support tools" : "roles must alternate"
            return [.send(Transcript.json(#"{"error":"\#(message)"}"#, status: "400 Bad")), .close]
        }
        #expect(await ModelFixture(server).code(Self.conversation) == .refused)
        #expect(server.requests.count == 3)
    }

    @Test(arguments: [
        (
            "400 Bad", #"{"error":{"code":400,"type":"exceed_context_size_error","n_ctx":512}}"#,
            ChatModelError.Code.contextTooLong
        ),
        ("400 Bad", #"{"error":{"code":"context_length_exceeded"}}"#, .contextTooLong),
        ("413 Too Large", "", .contextTooLong), ("404 Not Found", #"{"error":"model 'x' not found"}"#, .notFound),
        ("503 Busy", #"{"error":{"message":"Loading model"}}"#, .refused), ("401 Unauthorized", "", .refused),
        ("500 Error", #"{"error":"model requires more system memory (9 GiB) than is available"}"#, .refused),
        ("200 OK", #"{"error":{"message":"maximum context length is 4096 tokens"}}"#, .contextTooLong),
    ])
    func `refusals are told apart`(status: String, body: String, code: ChatModelError.Code) async throws {
        let server = try await ScriptedServer(.send(Transcript.json(body, status: status)), .close)
        #expect(await ModelFixture(server).code() == code)
    }

    @Test func `an error in the middle of a stream ends it`() async throws {
        let reply = Transcript.events(
            #"{"choices":[{"delta":{"content":"half"}}]}"#, #"{"error":{"message":"context_length_exceeded"}}"#)
        #expect(await ModelFixture(try await ScriptedServer(.send(reply), .close)).code() == .contextTooLong)
    }
}
