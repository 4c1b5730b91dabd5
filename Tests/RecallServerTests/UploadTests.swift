import Foundation
import RecallTestSupport
import Testing

/// Files that a browser sends because it does not tell where they are.
@Suite(.waiting, .scratch) struct UploadTests {
    private func begin(_ server: ServerFixture, _ name: String, _ bytes: Int) throws -> Answer {
        try server.post("/uploads", ["name": name, "bytes": bytes])
    }

    private func send(_ server: ServerFixture, _ id: String, _ text: String, at offset: Int) throws -> Answer {
        try server.request(
            "PUT", "/api/v1/uploads/\(id)?offset=\(offset)", ["Content-Type": "application/octet-stream"], body: text)
    }

    /// Sends a whole file, and returns its id.
    private func upload(_ server: ServerFixture, _ name: String, _ text: String) throws -> String {
        let begun = try begin(server, name, text.utf8.count)
        #expect(begun.status == 201)
        let id = try #require(begun.json["id"] as? String)
        #expect(try send(server, id, text, at: 0).json["received"] as? Int == text.utf8.count)
        return id
    }

    /// Imports uploads and waits for the end.
    private func finish(_ server: ServerFixture, _ ids: [String]) throws -> [String] {
        let started = try server.post("/uploads/import", ["uploads": ids])
        #expect(started.status == 201)
        let id = try #require(started.json["id"] as? String)
        #expect(try server.get("/imports/\(id)/events").text.contains("\"finished\""))
        return try #require(started.json["paths"] as? [String])
    }

    /// All files below the folder of uploads, relative to it.
    private func stored(_ server: ServerFixture) -> [String] {
        let uploads = server.library + "/uploads"
        let all = FileManager.default.enumerator(atPath: uploads)?.compactMap { $0 as? String } ?? []
        return all.filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: uploads + "/" + name, isDirectory: &isFolder)
                && !isFolder.boolValue
        }
    }

    private func mode(_ path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test func `a file comes in pieces, is imported from the library's folder, and goes with its source`() throws {
        let server = try ServerFixture()
        let begun = try begin(server, "Ferns.md", 24)
        let id = try #require(begun.json["id"] as? String)
        #expect(try send(server, id, "Ferns grow ", at: 0).json["received"] as? Int == 11)
        #expect(try server.post("/uploads/import", ["uploads": [id]]).errorCode == "not-complete")
        #expect(try send(server, id, "by the mill..", at: 11).json["received"] as? Int == 24)
        let path = try #require(try finish(server, [id]).first)
        #expect(path.hasPrefix(server.library + "/uploads/") && path.hasSuffix("/Ferns.md"))
        #expect(try mode(path) == 0o600)
        var folder = (path as NSString).deletingLastPathComponent
        while folder != server.library {
            #expect(try mode(folder) == 0o700)
            folder = (folder as NSString).deletingLastPathComponent
        }
        #expect(try server.get("/items?query=ferns").json["total"] as? Int == 1)

        let sources = try #require(try server.get("/sources").json["sources"] as? [[String: Any]])
        #expect(sources.map { $0["isUploaded"] as? Bool } == [true])
        let source = try #require(sources.first?["id"] as? String)
        #expect(try server.request("DELETE", "/api/v1/sources/\(source)").json["items"] as? Int == 1)
        #expect(stored(server).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: (path as NSString).deletingLastPathComponent))
    }

    @Test(arguments: [
        ("../../../server.token", "server.token"), ("/etc/passwd", "etc/passwd"), ("..\\..\\a.md", "a.md"),
        (".hidden.md", "hidden.md"), ("a/../b.md", "a/attachment-1/b.md"), ("con.txt", "_con.txt"),
        ("exe\u{202E}dm.md", "exedm.md"), ("a\r\nb\u{0}.md", "ab.md"), ("-rf.md", "-rf.md"), ("...", "attachment-1"),
    ])
    func `a name is never a path out of the folder`(name: String, safe: String) throws {
        let server = try ServerFixture()
        let answer = try begin(server, name, 5)
        #expect(answer.status == 201)
        let shown = try #require(answer.json["name"] as? String)
        #expect(shown.hasSuffix(safe), "\(shown)")
        #expect(!shown.split(separator: "/").contains { $0 == ".." || $0.hasPrefix(".") })
        let id = try #require(answer.json["id"] as? String)
        _ = try send(server, id, "ferns", at: 0)
        for path in try finish(server, [id]) { #expect(path.hasPrefix(server.library + "/uploads/2")) }
        // Files of no known format are removed, since nothing lists them.
        let names = stored(server).map { ($0 as NSString).lastPathComponent }
        #expect(names.allSatisfy { $0 == (safe as NSString).lastPathComponent })
        #expect(
            Set(try FileManager.default.contentsOfDirectory(atPath: server.scratch.path)) == ["processes", "library"])
    }

    @Test func `a folder that was dropped stays one, and equal names do not replace each other`() throws {
        let server = try ServerFixture()
        let ids = try [("notes/a.md", "alder"), ("notes/deep/b.md", "birch"), ("c.md", "cedar"), ("c.md", "cherry")].map
        {
            try upload(server, $0.0, $0.1)
        }
        let paths = try finish(server, ids)
        #expect(paths.map { ($0 as NSString).lastPathComponent } == ["notes", "c.md", "c 2.md"])
        #expect(try server.get("/items").json["total"] as? Int == 4)
    }

    @Test func `bytes that do not follow, are too many or come to nothing are refused`() throws {
        let server = try ServerFixture()
        let id = try #require(try begin(server, "a.md", 5).json["id"] as? String)
        #expect(try send(server, id, "abc", at: 1).errorCode == "wrong-place")
        #expect(try send(server, id, "abcdef", at: 0).errorCode == "wrong-place")
        #expect(try send(server, id, "ab", at: 0).json["received"] as? Int == 2)
        for offset in [0, 1, 3] { #expect(try send(server, id, "c", at: offset).errorCode == "wrong-place") }
        let text = try server.request("PUT", "/api/v1/uploads/\(id)", ["Content-Type": "text/plain"], body: "abc")
        #expect(text.status == 415)
        let unknown = String(repeating: "0", count: 64)
        #expect(try send(server, unknown, "abc", at: 0).status == 404)
        #expect(try send(server, "../../server.token", "abc", at: 0).status == 404)
        #expect(try server.request("DELETE", "/api/v1/uploads/\(id)").status == 204)
        #expect(try send(server, id, "abc", at: 0).status == 404)
        #expect(stored(server).isEmpty)
    }

    @Test func `more than the disk or the limits allow is refused before a byte is sent`() throws {
        let server = try ServerFixture()
        #expect(try begin(server, "a.mbox", 1 << 50).errorCode == "bad-request")
        let disk = try FileManager.default.attributesOfFileSystem(forPath: server.library)
        let free = try #require(disk[.systemFreeSize] as? Int)
        let answer = try begin(server, "a.mbox", min(64 << 30, free))
        #expect(free >= 65 << 30 ? answer.status == 201 : answer.errorCode == "disk-full")
        if free >= 65 << 30 { #expect(try begin(server, "b.mbox", 1).errorCode == "too-much") }
        let deep = String(repeating: "a/", count: 17) + "b.md"
        #expect(try begin(server, deep, 1).errorCode == "bad-request")
        #expect(try begin(server, "", 1).errorCode == "bad-request")
    }

    @Test func `what an earlier server did not get whole is removed after a day`() throws {
        let server = try ServerFixture()
        let id = try #require(try begin(server, "a.md", 5).json["id"] as? String)
        #expect(stored(server) == [".incoming/\(id)"])
        #expect(server.stop() == 0)
        let fresh = try ServerFixture(serving: server)
        #expect(stored(fresh) == [".incoming/\(id)"])
        #expect(fresh.stop() == 0)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -200_000)],
            ofItemAtPath: server.library + "/uploads/.incoming/\(id)")
        let again = try ServerFixture(serving: server)
        #expect(try again.get("/status").status == 200)
        #expect(stored(again).isEmpty)
    }
}
