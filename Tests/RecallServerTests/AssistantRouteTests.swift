import Foundation
import RecallCore
import RecallKit
import RecallTestSupport
import Testing

/// The programs that are let in over HTTP, and the log of what they asked, as the person sees them.
@Suite(.waiting, .scratch) struct AssistantRouteTests {
    private static let files = ["Boiler.md": "The kettle whistles at night."]

    private func clients(_ server: ServerFixture) throws -> [[String: Any]] {
        try server.get("/mcp/clients").json["clients"] as? [[String: Any]] ?? []
    }

    @Test func `a token is sent once, and only its hash is kept`() throws {
        let server = try ServerFixture(importing: Self.files)
        let added = try server.post("/mcp/clients", ["name": "Notebook", "scope": "in:work"])
        #expect(added.status == 201)
        #expect(added["cache-control"]?.contains("no-store") == true)
        let token = try #require(added.json["token"] as? String)
        let client = try #require(added.json["client"] as? [String: Any])
        #expect(Set(client.keys) == ["id", "name", "scope", "created"])
        #expect(client["name"] as? String == "Notebook" && client["scope"] as? String == "in:work")
        let stored = AssistantClients(of: LibraryLocation(path: server.library))
        #expect(stored.client(token: token)?.name == "Notebook")
        let list = try server.get("/mcp/clients")
        #expect(!list.text.contains(token) && !server.log.contains(token))
        for name in try FileManager.default.contentsOfDirectory(atPath: server.library) {
            let file = FileManager.default.contents(atPath: server.library + "/" + name)
            #expect(file.map { !String(decoding: $0, as: UTF8.self).contains(token) } ?? true, "\(name)")
        }
        let id = try #require(client["id"] as? String)
        #expect(try server.request("DELETE", "/api/v1/mcp/clients/\(id)").status == 204)
        #expect(try server.request("DELETE", "/api/v1/mcp/clients/\(id)").status == 404)
        #expect(try clients(server).isEmpty)
        #expect(AssistantClients(of: LibraryLocation(path: server.library)).client(token: token) == nil)
    }

    @Test func `only the page and the library's token add, list and revoke`() throws {
        let server = try ServerFixture(importing: Self.files)
        let (client, token) = try AssistantClients(of: LibraryLocation(path: server.library)).add("Own", scope: "")
        let session = try server.signIn()
        let body = #"{"name":"Other"}"#
        let attempts: [(method: String, path: String, body: String?)] = [
            ("GET", "/api/v1/mcp/clients", nil), ("POST", "/api/v1/mcp/clients", body),
            ("DELETE", "/api/v1/mcp/clients/\(client.id)", nil), ("GET", "/api/v1/mcp/calls", nil),
        ]
        for (method, path, body) in attempts {
            // A program's own token, a browser's cookie without the page's secret, and nothing at all.
            for headers in [["Authorization": "Bearer \(token)"], session.headers, ["Authorization": nil]] {
                #expect(try server.request(method, path, headers, body: body).status == 401, "\(method) \(path)")
            }
            let foreign = session.pageHeaders.merging(["Origin": "http://evil.example"]) { $1 }
            #expect(try server.request(method, path, foreign, body: body).status == 403, "\(method) \(path)")
            guard method != "GET" else { continue }
            let keyed = path + "?key=\(session.address)"
            #expect(try server.request(method, keyed, session.headers, body: body).status == 401, "\(method) \(path)")
        }
        #expect(try clients(server).map { $0["name"] as? String } == ["Own"])
        #expect(try server.request("POST", "/api/v1/mcp/clients", session.pageHeaders, body: body).status == 201)
        #expect(try clients(server).count == 2)
    }

    @Test(arguments: [
        #"{}"#, #"{"name":""}"#, #"{"name":"  "}"#, #"{"name":7}"#, #"{"name":"a","scope":"the kettle"}"#,
        #"{"name":"a","token":"b"}"#, #"{"name":"a","scope":null}"#,
        #"{"name":"\#(String(repeating: "a", count: 61))"}"#,
    ])
    func `what is no name and no scope is refused`(body: String) throws {
        let server = try ServerFixture(importing: Self.files)
        #expect(try server.request("POST", "/api/v1/mcp/clients", body: body).status == 400)
        #expect(try clients(server).isEmpty)
    }

    @Test func `calls come in pages, newest first, without a repetition while others come in`() throws {
        let server = try ServerFixture(importing: Self.files)
        let log = ToolCallLog(of: LibraryLocation(path: server.library))
        let day = Date(timeIntervalSince1970: 1_700_000_000)
        // Three in each second.
        for number in 0..<30 {
            log.append("search", by: "\(number)", items: number, date: day + TimeInterval(number / 3))
        }
        var (names, path) = ([String](), Optional("/mcp/calls?limit=7"))
        while let next = path {
            let page = try server.get(next).json
            names += (page["calls"] as? [[String: Any]] ?? []).compactMap { $0["client"] as? String }
            log.append("count", by: "late", items: nil, date: day + 9)
            path = (page["nextCursor"] as? String).map { "/mcp/calls?limit=7&cursor=\($0)" }
        }
        #expect(names == (0..<30).reversed().map { "\($0)" })
        #expect(try server.get("/mcp/calls?limit=0").status == 400)
        #expect(try server.get("/mcp/calls?cursor=x").status == 400)
    }
}
