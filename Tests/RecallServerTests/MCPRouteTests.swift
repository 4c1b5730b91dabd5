import Foundation
import RecallCore
import RecallKit
import RecallTestSupport
import Testing

/// The Model Context Protocol over HTTP, with a token and a scope for each assistant.
@Suite(.waiting, .scratch) struct MCPRouteTests {
    private static let files = [
        "Boiler.md": "The kettle whistles at night.", "Private/Diary.md": "The kettle is secret.",
    ]
    private static let meta =
        #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#

    private func clients(_ server: ServerFixture) -> AssistantClients {
        AssistantClients(of: LibraryLocation(path: server.library))
    }

    private func count(_ server: ServerFixture, _ token: String, _ headers: [String: String?] = [:]) throws -> Answer {
        let body =
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"count","arguments":{"query":"kettle"},"#
            + Self.meta + "}}"
        var fields: [String: String?] = [
            "Authorization": "Bearer \(token)", "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call",
            "Mcp-Name": "count",
        ]
        fields.merge(headers) { $1 }
        return try server.request("POST", "/mcp", fields, body: body)
    }

    private func text(_ answer: Answer) -> String { String(decoding: answer.body, as: UTF8.self) }

    private func items(_ answer: Answer) -> Int? {
        let document = try? JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
        let result = document?["result"] as? [String: Any]
        return (result?["structuredContent"] as? [String: Any])?["items"] as? Int
    }

    @Test func `each assistant reads within its own scope, and its use is noted`() throws {
        let server = try ServerFixture(importing: Self.files)
        let whole = try clients(server).add("Notebook", scope: "")
        let limited = try clients(server).add("Other", scope: "-in:private")
        #expect(items(try count(server, whole.token)) == 2)
        #expect(items(try count(server, limited.token)) == 1)
        #expect(try clients(server).all().allSatisfy { $0.lastUsed != nil })
        let log = try ToolCallLog(of: LibraryLocation(path: server.library)).entries()
        #expect(log.map(\.client) == ["Other", "Notebook"])
    }

    @Test func `a token opens nothing else, no other token opens this, and a revoked one nothing at all`() throws {
        let server = try ServerFixture(importing: Self.files)
        let (client, token) = try clients(server).add("Notebook", scope: "")
        let bearer = ["Authorization": "Bearer \(token)"]
        #expect(try server.request("GET", "/api/v1/status", bearer).status == 401)
        #expect(try server.request("POST", "/api/v1/search", bearer, body: #"{"query":"kettle"}"#).status == 401)
        #expect(try count(server, server.token).status == 401)
        #expect(try count(server, String(repeating: "0", count: 64)).status == 401)
        #expect(try count(server, token).status == 200)
        #expect(try clients(server).revoke(client.id))
        #expect(try count(server, token).status == 401)
        let kept = try String(contentsOfFile: server.library + "/assistant-clients.json", encoding: .utf8)
        #expect(!kept.contains(token))
    }

    @Test func `a page of another site is refused, whatever token it has`() throws {
        let server = try ServerFixture(importing: Self.files)
        let token = try clients(server).add("Notebook", scope: "").token
        #expect(try count(server, token, ["Origin": "http://evil.example"]).status == 403)
        #expect(try count(server, token, ["Sec-Fetch-Site": "cross-site"]).status == 403)
        #expect(try count(server, token, ["Host": "evil.example:\(server.port)"]).status == 421)
        #expect(try server.request("GET", "/mcp", ["Authorization": "Bearer \(token)"]).status == 405)
    }

    @Test func `headers that do not agree with the body, and bodies that are none, are refused`() throws {
        let server = try ServerFixture(importing: Self.files)
        let token = try clients(server).add("Notebook", scope: "").token
        for headers in [["Mcp-Method": "tools/list"], ["Mcp-Name": "search"], ["MCP-Protocol-Version": "2025-11-25"]] {
            let answer = try count(server, token, headers)
            #expect(answer.status == 400)
            #expect(text(answer).contains("-32020"))
        }
        for body in ["", "{", "[]", #"{"jsonrpc":"2.0","id":1}"#] {
            let bearer = ["Authorization": "Bearer \(token)"]
            #expect(try server.request("POST", "/mcp", bearer, body: body).status == 400)
        }
        #expect(server.isRunning)
    }

    @Test func `revisions with a handshake need no session`() throws {
        let server = try ServerFixture(importing: Self.files)
        let bearer = ["Authorization": "Bearer \(try clients(server).add("Notebook", scope: "").token)"]
        let hello = #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#
        #expect(text(try server.request("POST", "/mcp", bearer, body: hello)).contains("2025-11-25"))
        let ready = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#
        #expect(try server.request("POST", "/mcp", bearer, body: ready).status == 202)
        let call = #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"count","arguments":{}}}"#
        let headers = bearer.merging(["MCP-Protocol-Version": "2025-11-25"]) { $1 }
        #expect(items(try server.request("POST", "/mcp", headers, body: call)) == 2)
        let unknown = #"{"jsonrpc":"2.0","id":3,"method":"nothing"}"#
        #expect(try server.request("POST", "/mcp", headers, body: unknown).status == 200)
    }

    /// Calls that would show the diary.
    private static let calls: [(tool: String, arguments: String)] = {
        let queries = ["kettle", "secret", "in:private", "in:private OR kettle", "diary", "-in:boiler", ""]
        let finding = ["search", "list"].flatMap { tool in
            queries.flatMap {
                [(tool, #"{"query":"\#($0)"}"#), (tool, #"{"query":"\#($0)","scope":"","client":"Owner"}"#)]
            }
        }
        return finding + [("people", "{}"), ("recall_memories", #"{"query":"kettle"}"#)]
    }()

    private func call(
        _ server: ServerFixture, _ call: (tool: String, arguments: String), _ headers: [String: String?],
        at path: String = "/mcp"
    ) throws -> Answer {
        let body =
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(call.tool)","#
            + #""arguments":\#(call.arguments)}}"#
        return try server.request("POST", path, headers, body: body)
    }

    @Test func `no assistant reads with the scope of another one, however it says who it is`() throws {
        let server = try ServerFixture(importing: Self.files)
        let (owner, ownerToken) = try clients(server).add("Owner", scope: "in:private")
        let token = try clients(server).add("Other", scope: "-in:private").token
        let bearer = "Bearer \(token)"
        let kept = try String(contentsOfFile: server.library + "/assistant-clients.json", encoding: .utf8)
        let hash = try #require(kept.matches(of: /[0-9a-f]{64}/).first).output
        // With its own token, it claims to be the other one.
        let claims: [(headers: [String: String?], path: String)] = [
            (["Authorization": bearer], "/mcp"),
            (["Authorization": bearer, "Cookie": "recall_session_\(server.port)=\(ownerToken)"], "/mcp"),
            (["Authorization": bearer, "Recall-Session": ownerToken, "Mcp-Session-Id": ownerToken], "/mcp"),
            (["Authorization": bearer, "User-Agent": "Owner", "X-Client": owner.id], "/mcp?client=\(owner.id)"),
            (["Authorization": bearer], "/mcp?token=\(ownerToken)&key=\(ownerToken)"),
        ]
        var attempts = 0
        for (headers, path) in claims {
            for each in Self.calls {
                let answer = try call(server, each, headers, at: path)
                #expect(!text(answer).contains("kettle is secret"), "\(each) \(path)")
                attempts += 1
            }
        }
        // What the file and the other's token tell, but the token itself.
        let forged = [
            String(hash), owner.id, String(ownerToken.dropLast()), ownerToken.uppercased() + "0",
            String(ownerToken.reversed()) + "0", " ", "", "null", ownerToken + ownerToken, token + "," + ownerToken,
        ]
        for forgery in forged {
            for each in Self.calls.prefix(4) {
                #expect(
                    try call(server, each, ["Authorization": "Bearer \(forgery)"]).status == 401, "\(forgery.count)")
                attempts += 1
            }
        }
        #expect(attempts >= 100)
        let shown = try Self.calls.map { text(try call(server, $0, ["Authorization": "Bearer \(ownerToken)"])) }
        #expect(shown.contains { $0.contains("kettle is secret") })
    }
}
