import Foundation
import RecallTestSupport
import Testing

/// Recent and saved searches of the web app.
@Suite(.waiting, .scratch) struct KeptSearchTests {
    private func put(_ server: ServerFixture, _ object: Any) throws -> Answer {
        let body = String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
        return try server.request("PUT", "/api/v1/searches", body: body)
    }

    private func kept(_ server: ServerFixture) throws -> [[String]?] {
        let answer = try server.get("/searches").json
        return ["recent", "saved"].map { answer[$0] as? [String] }
    }

    @Test func `searches are kept over a restart, for the owner only, and gone when they are removed`() throws {
        let first = try ServerFixture()
        #expect(try kept(first) == [[], []])
        #expect(try put(first, ["recent": ["kettle", "from:ada"], "saved": ["mill"]]).status == 200)
        let file = first.library + "/searches.json"
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(first.stop() == 0)

        let second = try ServerFixture(serving: first)
        #expect(try kept(second) == [["kettle", "from:ada"], ["mill"]])
        #expect(try put(second, ["recent": [String](), "saved": [String]()]).status == 200)
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(!second.log.contains("kettle"))
    }

    @Test func `too many, too long and empty searches are refused`() throws {
        let server = try ServerFixture()
        for recent in [[String](repeating: "a", count: 101), [String(repeating: "a", count: 2_001)], [""]] {
            #expect(try put(server, ["recent": recent, "saved": [String]()]).status == 400)
        }
        #expect(try put(server, ["recent": [String]()]).status == 400)
        #expect(try put(server, ["recent": [String](), "saved": [String](), "more": 1]).status == 400)
    }
}
