import RecallModelClient
import RecallTestSupport
import Testing

/// Tool calls in the dialects of the servers and of the models.
@Suite(.scratch) struct ToolCallTests {
    private func function(_ index: Int?, _ id: String?, _ function: String) -> String {
        let head = [index.map { #""index":\#($0)"# }, id.map { #""id":"\#($0)","type":"function""# }].compactMap { $0 }
        return "{" + (head + [#""function":\#(function)"#]).joined(separator: ",") + "}"
    }

    private func calls(_ fragments: [String]...) async throws -> [ChatEvent] {
        let chunks = fragments.map { #"{"choices":[{"delta":{"tool_calls":[\#($0.joined(separator: ","))]}}]}"# }
        let stream = Transcript.streamHead + chunks.map { "data: \($0)\n\n" }.joined() + "data: [DONE]\n\n"
        return try await ModelFixture.events(of: stream)
    }

    @Test func `fragments are put together by index`() async throws {
        let events = try await calls(
            [function(0, "a", #"{"name":"search","arguments":""}"#)], [function(0, nil, #"{"arguments":"{\"que"}"#)],
            [function(1, "b", #"{"name":"count","arguments":"{"}"#)],
            [function(0, nil, #"{"arguments":"ry\":\"keys\"}"}"#)],
            [function(1, nil, #"{"arguments":"}"}"#)])
        #expect(events.calls == [#"search {"query":"keys"}"#, "count {}"] && events.ids == ["a", "b"])
        #expect(events.last == .end(.complete))
    }

    @Test func `fragments that repeat id and name are one call`() async throws {
        let events = try await calls(
            [function(0, "a", #"{"name":"search","arguments":"{\"query\""}"#)],
            [function(0, "a", #"{"name":"search","arguments":":1}"}"#)],
            [function(0, "", #"{"name":"","arguments":""}"#)])
        #expect(events.calls == [#"search {"query":1}"#])
    }

    @Test func `whole calls with the same index are several`() async throws {
        let events = try await calls(
            [function(0, "a", #"{"name":"search","arguments":"{\"query\":\"x\"}"}"#)],
            [function(0, "b", #"{"name":"search","arguments":"{\"query\":\"y\"}"}"#)])
        #expect(events.calls == [#"search {"query":"x"}"#, #"search {"query":"y"}"#] && events.ids == ["a", "b"])
        let unnamed = try await calls([
            function(0, nil, #"{"name":"search","arguments":{"query":"x"}}"#),
            function(0, nil, #"{"name":"search","arguments":{"query":"y"}}"#),
        ])
        #expect(unnamed.calls == events.calls && unnamed.ids == ["call_1", "call_2"])
    }

    @Test func `arguments may be an object, missing, or a string in a string`() async throws {
        let events = try await calls([
            function(0, "a", #"{"name":"search","arguments":{"query":["é\n",1.50,true,null]}}"#),
            function(1, "b", #"{"name":"people"}"#),
            function(2, "c", #"{"name":"count","arguments":"\"{\\\"kind\\\":\\\"mail\\\"}\""}"#),
        ])
        #expect(
            events.calls == [#"search {"query":["é\n",1.50,true,null]}"#, "people {}", #"count {"kind":"mail"}"#])
    }

    @Test func `the same id twice is made two`() async throws {
        let events = try await calls([
            function(0, "a", #"{"name":"search","arguments":"{}"}"#),
            function(1, "a", #"{"name":"count","arguments":"{}"}"#),
        ])
        #expect(events.calls.count == 2 && Set(events.ids).count == 2)
    }

    @Test func `the old function_call is a call`() async throws {
        let reply = Transcript.deltas(
            #"{"function_call":{"name":"search","arguments":"{\"query\":"}}"#,
            #"{"function_call":{"arguments":"\"x\"}"}}"#,
            reason: "function_call")
        let events = try await ModelFixture.events(of: reply)
        #expect(events.calls == [#"search {"query":"x"}"#] && events.ids == ["call_1"])
    }

    @Test func `arguments beyond repair stay as the model wrote them`() async throws {
        let events = try await calls([function(0, "a", #"{"name":"search","arguments":"keys please"}"#)])
        #expect(events.calls == ["search keys please"])
    }

    // MARK: Calls in the text

    @Test(arguments: [
        "<tool_call>\n{\"name\": \"search\", \"arguments\": {\"query\": \"x\"}}\n</tool_call>",
        "<tool_call>{\"name\": \"search\", \"arguments\": {\"query\": \"x\",}}}</tool_call>",
        "<tool_call>{'name': 'search', 'arguments': {'query': 'x'",
        "[TOOL_CALLS] [{\"name\": \"search\", \"arguments\": {\"query\": \"x\"}}]</s>",
        "[TOOL_CALLS]search[ARGS]{\"query\": \"x\"}",
        "[TOOL_CALLS]search[CALL_ID]abc[ARGS]{\"query\": \"x\"}",
        "<|python_tag|>{\"name\": \"search\", \"parameters\": {\"query\": \"x\"}}<|eom_id|>",
        "<function=search>{\"query\": \"x\"}</function>",
        "{\"name\": \"search\", \"parameters\": {\"query\": \"x\"}}",
        "{\"type\": \"function\", \"function\": {\"name\": \"search\", \"arguments\": \"{\\\"query\\\":\\\"x\\\"}\"}}",
        "[{\"name\": \"search\", \"arguments\": {\"query\": \"x\"}}]",
        "```json\n{\"name\": \"search\", \"arguments\": {\"query\": \"x\"}}\n```",
        "```\n{\"name\": \"search\", \"arguments\": {\"query\": \"x\"}}\n```",
        "<think>I should search.</think>\n\n<tool_call>{\"name\":\"search\",\"arguments\":{\"query\":\"x\"}}</tool_call>",
    ])
    func `calls written into the text are calls, wherever the pieces end`(text: String) async throws {
        for pieces in [[text], text.map { String($0) }] {
            let events = try await ModelFixture.events(of: Transcript.text(pieces))
            #expect(events.calls == [#"search {"query":"x"}"#])
            #expect(events.text.allSatisfy { $0.isWhitespace })
        }
    }

    @Test func `several calls, with words before them`() async throws {
        let hermes =
            "Let me look.\n<tool_call>{\"name\":\"search\",\"arguments\":{}}</tool_call>\n<tool_call>"
            + "{\"name\":\"other\",\"arguments\":{}}</tool_call>"
        let events = try await ModelFixture.events(of: Transcript.text(hermes))
        #expect(events.text == "Let me look.\n" && events.calls == ["search {}", "other {}"])
        let mistral = try await ModelFixture.events(
            of: Transcript.text("[TOOL_CALLS]search[ARGS]{}[TOOL_CALLS]other[ARGS]{\"a\":1}"))
        #expect(mistral.calls == ["search {}", #"other {"a":1}"#])
        let llama = try await ModelFixture.events(
            of: Transcript.text(#"{"name":"search","parameters":{}}; {"name":"search","parameters":{"query":"y"}}"#))
        #expect(llama.calls == ["search {}", #"search {"query":"y"}"#])
    }

    @Test(arguments: [
        "{\"name\": \"Ada\", \"arguments\": {}}", "{\"deposit\": 900}", "[1] says so.", "[{\"a\": 1}]", "{ not JSON",
        "Code:\n```json\n{\"a\": 1}\n```\nand `b` too.", "```\n{\"name\": \"search\"}", "a < b [c] `d` ``e``",
        "The tag is written <think>like this</think>.", "<thin", "[TOOL", "<",
    ])
    func `what calls no tool is text, to the letter`(text: String) async throws {
        for pieces in [[text], text.map { String($0) }] {
            let events = try await ModelFixture.events(of: Transcript.text(pieces))
            #expect(events.text == text && events.calls == [])
        }
    }

    @Test func `without tools a reply of JSON is text at once`() async throws {
        let request = ChatRequest(messages: [.user("?")], replyTokens: 9)
        let events = try await ModelFixture.events(of: Transcript.text("{\"name\":", "\"search\"}"), request)
        #expect(events == [.text("{\"name\":"), .text("\"search\"}"), .end(.complete)])
    }

    @Test(arguments: [
        "<tool_call>keys please</tool_call>", "[TOOL_CALLS] what", "<|python_tag|>search.call(query='x')",
    ])
    func `a marked call that cannot be read is refused`(text: String) async throws {
        let fixture = ModelFixture(try await ScriptedServer(.send(Transcript.text(text)), .close))
        #expect(await fixture.code() == .malformed)
    }

    @Test func `a call that the reply's length cut in two is dropped, and a whole one before it kept`() async throws {
        let whole = function(0, "a", #"{"name":"search","arguments":"{\"query\":\"x\"}"}"#)
        let cut = function(1, "b", #"{"name":"count","arguments":"{\"kind\":\"mail\",\"from\":\"an"}"#)
        let delta = #"{"tool_calls":[\#(whole),\#(cut)]}"#
        let events = try await ModelFixture.events(of: Transcript.deltas(delta, reason: "length"))
        #expect(events.calls == [#"search {"query":"x"}"#] && events.last == .end(.length))
    }

    @Test func `a marked call that the reply's length cut in two is dropped`() async throws {
        let reply = Transcript.text("I look. <tool_call>{\"na").replacing("\"stop\"", with: "\"length\"")
        #expect(try await ModelFixture.events(of: reply) == [.text("I look. "), .end(.length)])
    }

    @Test func `what the model thinks is dropped`() async throws {
        let reply = Transcript.deltas(
            #"{"reasoning_content":"secret"}"#, #"{"reasoning":"secret"}"#, #"{"content":"<think>\nsec"}"#,
            #"{"content":"ret</th"}"#, #"{"content":"ink>\n\nThe keys."}"#)
        #expect(try await ModelFixture.events(of: reply).text == "The keys.")
        #expect(try await ModelFixture.events(of: Transcript.text("[THINK]secret[/THINK]Yes")).text == "Yes")
        #expect(try await ModelFixture.events(of: Transcript.text("<think>never ends")) == [.end(.complete)])
    }
}
