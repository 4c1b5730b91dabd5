import RecallModelClient
import RecallTestSupport
import Testing

/// Servers that hang, die, lie and flood: each ends in a typed error, in bounded time and memory.
@Suite(.scratch) struct HostileServerTests {
    private static let head = Transcript.streamHead
    private static let chunk = #"data: {"choices":[{"delta":{"content":"word "}}]}"# + "\n\n"

    /// Times that a test reaches at once.
    private static var short: ExchangeLimits {
        var limits = small
        (limits.firstByte, limits.idle, limits.total) = (.milliseconds(50), .milliseconds(50), .milliseconds(400))
        return limits
    }

    /// Sizes that a test reaches at once.
    private static var small: ExchangeLimits {
        var limits = ExchangeLimits()
        (limits.replyBytes, limits.lineBytes, limits.headerBytes) = (1 << 20, 1 << 16, 1 << 13)
        return limits
    }

    private func code(_ steps: ScriptedServer.Step..., limits: ExchangeLimits = small) async throws -> ChatModelError
        .Code?
    {
        let server = try await ScriptedServer { _, _ in steps }
        return await ModelFixture(server, limits: limits).code()
    }

    @Test func `nothing listens there`() async throws {
        let port = try #require(ReservedPort())
        let model = ChatCompletionsModel("tiny", at: .loopback(port: port.number))
        await #expect {
            for try await _ in model.reply(to: ModelFixture.question) {}
        } throws: { error in
            let error = error as? ChatModelError
            return error?.code == .unreachable && error?.message.contains("port \(port.number)") == true
        }
    }

    @Test func `a server that hangs times out, wherever it hangs`() async throws {
        for beginning in ["", "HTTP/1.1 200", Self.head, Self.head + Self.chunk, Self.head + "data: {\"cho"] {
            #expect(try await code(.send(beginning), limits: Self.short) == .timedOut)
        }
    }

    @Test func `a slow drip ends with the time of all`() async throws {
        #expect(
            try await code(.send(Self.head), .drip(": still here\n\n", milliseconds: 5), limits: Self.short)
                == .timedOut)
        #expect(
            try await code(.send("HTTP/1.1 200 OK\r\nX: "), .drip("a", milliseconds: 5), limits: Self.short)
                == .timedOut)
        #expect(
            try await code(.drip("HTTP/1.1 100 Continue\r\n\r\n", milliseconds: 5), limits: Self.short) == .timedOut)
    }

    @Test func `a server that dies is told from one that is done`() async throws {
        for beginning in ["", "HTTP/1.1 200 O", "HTTP/1.1 200 OK\r\nContent-Ty", Self.head + Self.chunk] {
            #expect(try await code(.send(beginning), .close) == .endedEarly)
        }
        let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\ndata: {"
        #expect(try await code(.send(chunked), .close) == .endedEarly)
    }

    @Test func `a length that is a lie is found out`() async throws {
        let longer = Transcript.json(#"{"choices":[{"message":{"content":"yes"}}]}"#).replacing(
            "Length: 4", with: "Length: 94")
        #expect(try await code(.send(longer), .close) == .endedEarly)
        let shorter = Transcript.json(#"{"choices":[{"message":{"content":"yes"}}]}"#).replacing(
            "Length: 4", with: "Length: ")
        #expect(try await code(.send(shorter), .close) == .malformed)
        for length in ["-1", "99999999999999999999", "1, 2", "x"] {
            let reply = "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n{}"
            #expect(try await code(.send(reply), .close) == .malformed)
        }
    }

    @Test(arguments: [
        "not HTTP at all\r\n\r\n", "\u{0}\u{1}\u{2}\u{3}", "HTTP/9.9 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nbad header\r\n\r\n",
        head + "<html><body>Welcome</body></html>", head + "\u{1F8B}garbage", head + "data: not JSON\n\n", head,
        head + "data: [DONE]\n\n", head + "data: {\"choices\":7}\n\ndata: [DONE]\n\n", head + ": only a comment\n\n",
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html></html>",
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{\"choices\":[{\"message\":{\"content\":\"yes\"}}]}",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\ndata: [DONE]\n\n",
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{\"choices\":[{\"mess",
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n" + String(repeating: "{\"a\":", count: 5000),
    ])
    func `what no model server says is malformed`(reply: String) async throws {
        #expect(try await code(.send(reply), .close) == .malformed)
    }

    @Test func `floods are cut off`() async throws {
        #expect(try await code(.send("HTTP/1.1 200 OK\r\n"), .flood("X-Pad: aaaaaaaaaaaaaaaaaaaa\r\n")) == .tooLong)
        #expect(try await code(.send("HTTP/1.1 200 OK\r\nX: "), .flood("a")) == .tooLong)
        #expect(try await code(.send("HTTP/1.1 200 "), .flood("OK")) == .tooLong)
        #expect(try await code(.flood("HTTP/1.1 100 Continue\r\n\r\n")) == .tooLong)
        #expect(try await code(.send(Self.head), .flood(Self.chunk)) == .tooLong)
        #expect(try await code(.send(Self.head + "data: "), .flood("a")) == .tooLong)
        #expect(try await code(.send(Self.head), .flood("data: a\n")) == .tooLong)
        // One event of many lines, with less than a reply may have.
        let lines = String(repeating: "data: " + String(repeating: "a", count: 1_000) + "\n", count: 100)
        #expect(try await code(.send(Self.head + lines), .close) == .tooLong)
        #expect(try await code(.send(Self.head), .flood(": comment\n\n")) == .tooLong)
        #expect(try await code(.send("HTTP/1.1 200 OK\r\n\r\n{"), .flood("\n")) == .tooLong)
        #expect(try await code(.send("HTTP/1.1 500 Oh\r\n\r\n"), .flood("error ")) == .refused)
    }

    @Test func `endless calls and endless arguments are cut off`() async throws {
        let call = #"{"id":"N","function":{"name":"search","arguments":"{}"}}"#
        let many = (0..<65).map { #"{"choices":[{"delta":{"tool_calls":[\#(call.replacing("N", with: "\($0)"))]}}]}"# }
        let stream = Self.head + many.map { "data: \($0)\n\n" }.joined() + "data: [DONE]\n\n"
        #expect(try await code(.send(stream), .close) == .tooLong)
        let more =
            #"data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"name":"a","arguments":"aaaaaaaa"}}]}}]}"#
        #expect(try await code(.send(Self.head), .flood(more + "\n\n"), limits: ExchangeLimits()) == .tooLong)
        let written = Transcript.text("<tool_call>").replacing(
            #"data: {"choices":[{"delta":{},"finish_reason":"stop"}]}"#, with: "")
        #expect(try await code(.send(written), .flood(Self.chunk), limits: ExchangeLimits()) == .malformed)
    }

    @Test func `thoughts without end take no memory, and end with the reply's limit`() async throws {
        let thinking = Self.chunk.replacing("word ", with: "<think>")
        #expect(try await code(.send(Self.head + thinking), .flood(Self.chunk)) == .tooLong)
    }

    @Test(arguments: ["http://10.0.0.1/v1/chat/completions", "/elsewhere", ""])
    func `a redirect is never followed`(target: String) async throws {
        for status in [301, 302, 303, 307, 308] {
            let server = try await ScriptedServer(
                .send("HTTP/1.1 \(status) Moved\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n"), .close)
            #expect(await ModelFixture(server).code() == .refused)
            #expect(server.requests.count == 1)
        }
    }

    @Test func `no error repeats what the server says`() async throws {
        let body = #"{"error":{"message":"could not parse: Where are the keys?","code":"where-are-the-keys"}}"#
        for status in ["400 Where are the keys?", "401 keys", "404 keys", "429 keys", "500 keys", "503 keys"] {
            let server = try await ScriptedServer(.send(Transcript.json(body, status: status)), .close)
            await #expect {
                _ = try await ModelFixture(server).events()
            } throws: {
                let message = ($0 as? ChatModelError)?.message ?? "keys"
                return !message.lowercased().contains("the keys") && message.contains("(status \(status.prefix(3)))")
            }
        }
    }

    @Test func `a server that answers before it has read the request is understood`() async throws {
        let server = try await ScriptedServer(.send(Transcript.json("{}", status: "500 Oh")), .close)
        let request = ChatRequest(messages: [.user(String(repeating: "long ", count: 200_000))], replyTokens: 9)
        #expect(await ModelFixture(server).code(request) == .refused)
    }

    @Test func `a reader that does not read slows the server down`() async throws {
        let server = try await ScriptedServer(.send(Self.head), .flood(Self.chunk))
        var limits = ExchangeLimits()
        limits.replyBytes = 1 << 40
        let reply = ModelFixture(server, limits: limits).model.reply(to: ModelFixture.question)
        var events = reply.makeAsyncIterator()
        // The kernel's buffers fill up, and nothing more leaves the server until more is read: each read takes 64 KB at most.
        for _ in 0..<20_000 { #expect(try await events.next() == .text("word ")) }
        #expect(server.sentBytes < 40 << 20)
    }
}

/// What the end of the reader's interest does to the connection.
@Suite(.scratch) struct CancellationTests {
    private static let chunk = #"data: {"choices":[{"delta":{"content":"word "}}]}"# + "\n\n"

    @Test func `cancelling before the first byte closes the connection`() async throws {
        let server = try await ScriptedServer { _, _ in [] }
        let reading = Task { try await ModelFixture(server).events() }
        try await server.requestHasCome()
        reading.cancel()
        try await server.clientHasLeft()
        #expect(try await reading.value == [])
    }

    @Test(arguments: 1...6) func `cancelling after any event closes the connection`(count: Int) async throws {
        let chunks = String(repeating: Self.chunk, count: count)
        let server = try await ScriptedServer(.send(Transcript.streamHead + chunks))
        let (seen, progress) = AsyncStream.makeStream(of: Int.self)
        let reading = Task {
            var number = 0
            for try await _ in ModelFixture(server).model.reply(to: ModelFixture.question) {
                number += 1
                progress.yield(number)
            }
            return number
        }
        for await number in seen where number == count { break }
        reading.cancel()
        try await server.clientHasLeft()
        #expect(try await reading.value == count)
    }

    @Test func `giving the stream up closes the connection`() async throws {
        let server = try await ScriptedServer(.send(Transcript.streamHead + Self.chunk))
        for try await _ in ModelFixture(server).model.reply(to: ModelFixture.question) { break }
        try await server.clientHasLeft()
    }

    @Test func `a stream that nobody reads asks nothing`() async throws {
        let server = try await ScriptedServer(.close)
        _ = ModelFixture(server).model.reply(to: ModelFixture.question)
        #expect(server.requests.isEmpty)
    }
}
