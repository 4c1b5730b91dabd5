import RecallModelClient
import RecallTestSupport
import Testing

/// Replies of servers that behave: streams in all shapes, and whole documents.
@Suite(.scratch) struct StreamingTests {
    @Test func `text comes as it is written, then the end`() async throws {
        let events = try await ModelFixture.events(of: Transcript.text("The keys ", "are under ", "the kettle [1]."))
        #expect(events == [.text("The keys "), .text("are under "), .text("the kettle [1]."), .end(.complete)])
    }

    @Test(arguments: 1...7) func `a stream means the same wherever it is cut`(size: Int) async throws {
        let reply = Transcript.text("Schlüssel ", "🗝️ 鍵", " <b", "old> [", "1] `x`.")
        let events = try await ModelFixture.events(of: Transcript.chunked(reply, size: size))
        #expect(events.text == "Schlüssel 🗝️ 鍵 <bold> [1] `x`." && events.last == .end(.complete))
    }

    @Test func `lines may end in CR LF, and comments, names and ids say nothing`() async throws {
        let reply =
            Transcript.streamHead + ": ping\r\n\r\nevent: message\r\nid: 7\r\nretry: 10\r\n"
            + #"data:{"choices":[{"delta":{"content":"yes"}}]}"# + "\r\n\r\n"
            + #"data: {"choices":[{"delta":{},"finish_reason":"stop"}]}"# + "\r\n\r\ndata: [DONE]\r\n\r\n"
        #expect(try await ModelFixture.events(of: reply) == [.text("yes"), .end(.complete)])
        #expect(
            try await ModelFixture.events(of: Transcript.chunked(reply, size: 1)) == [.text("yes"), .end(.complete)])
    }

    @Test func `data of several lines is one chunk, and lines without a blank between are several`() async throws {
        let one = Transcript.streamHead + "data: {\"choices\":[{\"delta\":\ndata: {\"content\":\"one\"}}]}\n\n"
        let reply = one + #"data: {"choices":[{"delta":{"content":" two"}}]}"# + "\n" + "data: [DONE]\n\n"
        #expect(try await ModelFixture.events(of: reply).text == "one two")
    }

    @Test func `a reply is complete with a reason, without DONE and without a blank line at the end`() async throws {
        let reply = Transcript.events(
            #"{"choices":[{"delta":{"content":"yes"}}]}"#,
            ending: #"data: {"choices":[{"delta":{},"finish_reason":"length"}]}"#)
        #expect(try await ModelFixture.events(of: reply) == [.text("yes"), .end(.length)])
    }

    @Test func `a reply is complete with DONE, without a reason`() async throws {
        let reply = Transcript.events(#"{"choices":[{"delta":{"content":"yes"},"finish_reason":null}]}"#)
        #expect(try await ModelFixture.events(of: reply) == [.text("yes"), .end(.complete)])
    }

    @Test func `a stream that ends without either was cut off, and what came before is delivered`() async throws {
        let server = try await ScriptedServer(
            .send(Transcript.events(#"{"choices":[{"delta":{"content":"half"}}]}"#, ending: "")), .close)
        var events: [ChatEvent] = []
        await #expect {
            for try await event in ModelFixture(server).model.reply(to: ModelFixture.question) { events.append(event) }
        } throws: {
            ($0 as? ChatModelError)?.code == .endedEarly
        }
        #expect(events == [.text("half")])
    }

    @Test func `a server that does not stream is understood`() async throws {
        let body = #"""
            {"id":"x","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"Under it.",
            "reasoning_content":"hm","tool_calls":[{"id":"c1","type":"function","function":{"name":"search",
            "arguments":"{\"query\":\"keys\"}"}}]},"finish_reason":"tool_calls"}],"usage":{"total_tokens":9}}
            """#
        let events = try await ModelFixture.events(of: Transcript.json(body))
        #expect(events.text == "Under it." && events.calls == [#"search {"query":"keys"}"#] && events.ids == ["c1"])
    }

    @Test func `chunks without choices, without content and of other choices say nothing`() async throws {
        let reply = Transcript.events(
            #"{"choices":[]}"#, #"{"id":"x"}"#, #"{"choices":[{"delta":{"role":"assistant","content":null}}]}"#,
            #"{"choices":[{"index":1,"delta":{"content":"other"}}]}"#,
            #"{"choices":[{"delta":{"content":[{"type":"text","text":"this"}]}}]}"#, #"{"choices":[],"usage":{}}"#)
        #expect(try await ModelFixture.events(of: reply) == [.text("this"), .end(.complete)])
    }

    @Test func `the request is what the protocol says, with the tools and without anything of this machine`()
        async throws
    {
        let fixture = ModelFixture(try await ScriptedServer(.send(Transcript.text("yes")), .close))
        let request = ChatRequest(
            messages: ModelFixture.question.messages + [
                .assistant("", calls: [ToolCall(id: "c1", name: "search", arguments: #"{"query":"ke\ny"}"#)]),
                .tool("Under \"it\"\u{1}\n", callID: "c1"),
            ], tools: [ModelFixture.search], replyTokens: 64)
        _ = try await fixture.events(request)
        let sent = try #require(fixture.server.requests.first)
        #expect(sent.method == "POST" && sent.path == "/v1/chat/completions")
        let names = sent.head.split(separator: "\r\n").dropFirst().map { $0.prefix { $0 != ":" }.lowercased() }
        #expect(
            Set(names) == ["host", "accept", "accept-encoding", "connection", "content-type", "content-length"])
        #expect(
            sent.body == #"""
                {"model":"tiny","messages":[{"role":"system","content":"Answer from the items."},\#
                {"role":"user","content":"Where are the keys?"},{"role":"assistant","content":"","tool_calls":[{"id":"c1",\#
                "type":"function","function":{"name":"search","arguments":"{\"query\":\"ke\\ny\"}"}}]},\#
                {"role":"tool","tool_call_id":"c1","content":"Under \"it\"\u0001\n"}],"stream":true,"max_tokens":64,\#
                "temperature":0.2,"tools":[{"type":"function","function":{"name":"search","description":"Finds items.",\#
                "parameters":{"type":"object","properties":{"query":{"type":"string"}},"required":["query"]}}}]}
                """#)
    }

    @Test func `a key is sent as a bearer token`() async throws {
        let server = try await ScriptedServer(.send(Transcript.text("yes")), .close)
        let model = ChatCompletionsModel("tiny", at: .loopback(port: server.port), key: "k3y")
        for try await _ in model.reply(to: ModelFixture.question) {}
        #expect(server.requests.first?.head.contains("Authorization: Bearer k3y") == true)
    }
}
