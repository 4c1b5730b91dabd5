import Foundation
import RecallCore
import RecallKit
import RecallTestSupport
import Testing

/// Messages as clients send them, well and badly formed.
@Suite(.scratch) struct MCPProtocolTests {
    private static let modern =
        #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#

    @Test(arguments: [
        ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2026-07-28", "2025-11-25"),
        ("1900-01-01", "2025-11-25"),
    ])
    func `a handshake agrees on a revision that has one`(requested: String, agreed: String) async throws {
        let client = MCPConnection(try await MCPFixture.library(), isGreeted: false)
        let answer = client.ask("initialize", #"{"protocolVersion":"\#(requested)","capabilities":{}}"#)
        let result = try #require(answer["result"] as? [String: Any])
        #expect(result["protocolVersion"] as? String == agreed)
        #expect(result["resultType"] == nil)
        #expect((result["capabilities"] as? [String: Any])?.keys.sorted() == ["prompts", "resources", "tools"])
    }

    @Test func `without a handshake every request says its revision`() async throws {
        let client = MCPConnection(try await MCPFixture.library(), isGreeted: false)
        let found = client.ask("server/discover", "{\(Self.modern)}")["result"] as? [String: Any]
        #expect((found?["supportedVersions"] as? [String])?.first == "2026-07-28")
        let answer = client.ask("tools/call", #"{"name":"count","arguments":{"query":"deposit"},\#(Self.modern)}"#)
        let result = try #require(answer["result"] as? [String: Any])
        #expect(result["resultType"] as? String == "complete")
        #expect((result["structuredContent"] as? [String: Any])?["items"] as? Int == 3)
        #expect(client.ask("ping", "{\(Self.modern)}").code == -32_601)
        #expect(client.ask("tools/list").code == -32_602)
    }

    @Test func `a revision that is not spoken is refused with those that are`() async throws {
        let client = MCPConnection(try await MCPFixture.library())
        let answer = client.ask("tools/list", "{\(Self.modern.replacing("2026-07-28", with: "2031-01-01"))}")
        #expect(answer.code == -32_022)
        let data = (answer["error"] as? [String: Any])?["data"] as? [String: Any]
        #expect(data?["requested"] as? String == "2031-01-01")
        #expect((data?["supported"] as? [String])?.contains("2026-07-28") == true)
    }

    @Test(arguments: [
        ("", -32_700), ("{", -32_700), ("nonsense", -32_700), ("\u{FFFD}", -32_700),
        (#"{"jsonrpc":"2.0","id":1"#, -32_700),
        (String(repeating: "[", count: 100_000), -32_700), ("[]", -32_600), ("7", -32_600), ("null", -32_600),
        (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32_600), (#"{"id":1,"method":"ping"}"#, -32_600),
        (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32_600), (#"{"jsonrpc":"2.0","id":1}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32_600), (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":99999999999999999999999,"method":"ping"}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":"\#(String(repeating: "x", count: 5_000))","method":"ping"}"#, -32_600),
    ])
    func `what is no request is refused without an id`(line: String, code: Int) async throws {
        let client = MCPConnection(try await MCPFixture.library())
        client.send(line)
        #expect(client.messages.last?.code == code)
        #expect(client.messages.last?["id"] is NSNull)
        #expect(client.ask("ping")["result"] != nil)
    }

    @Test(arguments: [
        ("unknown/method", "{}", -32_601), ("server/discover", "{}", -32_601), ("subscriptions/listen", "{}", -32_601),
        ("initialize", "{}", -32_602), ("initialize", #"{"protocolVersion":7}"#, -32_602),
        ("tools/list", "[]", -32_602),
        ("tools/list", #""text""#, -32_602), ("tools/call", "{}", -32_602), ("tools/call", #"{"name":7}"#, -32_602),
        ("tools/call", #"{"name":"http_get"}"#, -32_602), ("tools/call", #"{"name":"search","_meta":7}"#, -32_602),
        ("resources/list", #"{"cursor":7}"#, -32_602), ("resources/list", #"{"cursor":"x"}"#, -32_602),
        ("resources/read", "{}", -32_602), ("resources/read", #"{"uri":"file:///etc/passwd"}"#, -32_002),
        ("resources/read", #"{"uri":"recall://item/../../x"}"#, -32_002), ("prompts/get", #"{"name":"x"}"#, -32_602),
        ("prompts/get", #"{"name":"ask","arguments":{"question":7}}"#, -32_602),
    ])
    func `a request that cannot be answered is refused with its id`(method: String, parameters: String, code: Int)
        async throws
    {
        let client = MCPConnection(try await MCPFixture.library())
        #expect(client.ask(method, parameters).code == code)
    }

    @Test func `ids are sent back as they came`() async throws {
        let client = MCPConnection(try await MCPFixture.library())
        for id in ["-7", "0", #""""#, #""a\"b""#, "9007199254740993", #""7""#] {
            client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#)
            #expect(client.text.hasSuffix(#"{"id":\#(id),"jsonrpc":"2.0","result":{}}"#))
        }
    }

    @Test func `notifications and answers are not answered`() async throws {
        let client = MCPConnection(try await MCPFixture.library())
        let before = client.messages.count
        for line in [
            #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, #"{"jsonrpc":"2.0","method":"unknown"}"#,
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#,
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":7}"#,
            #"{"jsonrpc":"2.0","id":7,"result":{}}"#,
            #"{"jsonrpc":"2.0","id":7,"error":{}}"#,
        ] { client.send(line) }
        client.finish()
        #expect(client.messages.count == before)
    }

    private static let slow = #"{"name":"count","arguments":{}}"#

    /// A connection whose answers to calls are held up until `gate` is opened.
    private func heldUp(_ gate: DispatchSemaphore) async throws -> MCPConnection {
        MCPConnection(try await MCPFixture.library()) { message in
            if String(decoding: message, as: UTF8.self).contains("structuredContent") { gate.wait() }
        }
    }

    private func ask(_ client: MCPConnection, _ ids: Range<Int>) {
        for id in ids {
            client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":\#(Self.slow)}"#)
        }
    }

    @Test func `what is cancelled while it waits is never answered`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let client = try await heldUp(gate)
        ask(client, 0..<100)
        for id in 50..<100 {
            client.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#)
        }
        for _ in 0..<100 { gate.signal() }
        client.finish()
        #expect((0..<50).allSatisfy { client.answer(to: $0) != nil })
        #expect((50..<100).allSatisfy { client.answer(to: $0) == nil })
    }

    @Test func `quick requests are answered while slow ones wait, and of too many some are refused`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let client = try await heldUp(gate)
        ask(client, 1..<1_101)
        client.send(#"{"jsonrpc":"2.0","id":5000,"method":"ping"}"#)
        #expect(client.answer(to: 5_000) != nil)
        let refused = (1..<1_101).filter { client.answer(to: $0)?.code == -32_000 }
        #expect(refused.count >= 90)
        for _ in 0..<1_101 { gate.signal() }
        client.finish()
        #expect((1..<1_101).allSatisfy { client.answer(to: $0) != nil })
    }

    @Test func `an id in use is refused, and can be used again afterwards`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let client = try await heldUp(gate)
        ask(client, 1..<20)
        ask(client, 19..<20)
        #expect(client.answer(to: 19)?.code == -32_600)
        for _ in 0..<30 { gate.signal() }
        client.finish()
        #expect(client.ask("tools/call", Self.slow, id: 19)["result"] != nil)
    }
}
