import Foundation
import RecallTestSupport
import Testing

/// The sample archive beside the program, and failures that are dismissed.
@Suite(.waiting, .scratch) struct SampleRouteTests {
    private func total(_ server: ServerFixture) throws -> Int? {
        try server.get("/items?limit=1").json["total"] as? Int
    }

    private func isImported(_ server: ServerFixture) throws -> Bool? {
        (try server.get("/status").json["sample"] as? [String: Bool])?["isImported"]
    }

    @Test func `the sample is imported, removed without a trace, and can be imported again`() throws {
        let server = try ServerFixture(importing: ["Ferns.md": "Ferns grow by the mill."])
        #expect(try isImported(server) == false)
        for _ in 0..<2 {
            let id = try #require(try server.request("POST", "/api/v1/sample").json["id"] as? String)
            #expect(try server.get("/imports/\(id)/events").text.contains("\"finished\""))
            #expect(try #require(try total(server)) > 100)
            #expect(try isImported(server) == true)
            let deletion = try server.request("DELETE", "/api/v1/sample")
            #expect(try #require(deletion.json["items"] as? Int) > 100)
            #expect(try total(server) == 1)
            #expect(try isImported(server) == false)
        }
    }

    @Test func `a failure is dismissed alone or with all others, and is listed again only if it fails again`() throws {
        let server = try ServerFixture()
        let folder = server.scratch.path + "/in"
        for name in ["a", "b", "c"] { try server.scratch.write("in/\(name).pdf", "%PDF-1.4 and nothing more") }
        func importing(_ path: String) throws {
            let id = try #require(try server.post("/imports", ["paths": [path]]).json["id"] as? String)
            #expect(try server.get("/imports/\(id)/events").text.contains("\"ended\""))
        }
        func failed() throws -> [String] {
            let failures = try #require(try server.get("/failures").json["failures"] as? [[String: Any]])
            return failures.compactMap { ($0["path"] as? NSString)?.lastPathComponent }
        }
        try importing(folder)
        try importing(server.scratch.path + "/nowhere")
        #expect(try failed() == ["a.pdf", "b.pdf", "c.pdf", "nowhere"])
        let one = try server.request("DELETE", "/api/v1/failures?path=\(folder)/a.pdf")
        #expect(one.json["dismissed"] as? Int == 1)
        #expect(try failed() == ["b.pdf", "c.pdf", "nowhere"])

        // What is there now, or gone, is not listed any more; what was dismissed and still fails is.
        try FileManager.default.removeItem(atPath: folder + "/b.pdf")
        try server.scratch.write("nowhere/note.md", "Moss grows on the mill.")
        try importing(server.scratch.path + "/nowhere")
        #expect(try failed() == ["b.pdf", "c.pdf"])
        try importing(folder)
        #expect(try failed() == ["a.pdf", "c.pdf"])

        #expect(try server.request("DELETE", "/api/v1/failures").json["dismissed"] as? Int == 2)
        #expect(try failed().isEmpty)
        #expect(try server.request("DELETE", "/api/v1/failures").json["dismissed"] as? Int == 0)
    }
}
