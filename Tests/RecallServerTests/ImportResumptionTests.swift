import Foundation
import RecallCore
import RecallStore
import RecallTestSupport
import Testing

/// Imports that were cut off, as the next server offers them.
@Suite(.waiting, .scratch) struct ImportResumptionTests {
    private func imports(_ server: ServerFixture) throws -> [[String: Any]] {
        try #require(try server.get("/imports").json["imports"] as? [[String: Any]])
    }

    private func end(_ server: ServerFixture, _ id: String) throws -> String {
        try server.get("/imports/\(id)/events").text
    }

    /// What an import leaves that was killed after a quarter of a file.
    private func leaveUnfinished(_ path: String, in library: String) throws {
        let store = try LibraryStore(at: LibraryLocation(path: library), for: .write)
        try store.write { transaction in
            var state = SourceFileState(path: path, format: "mbox", isContainer: true, byteCount: 1_000, modified: 5)
            (state.items, state.bytesRead, state.cursor) = (7, 250, "250")
            _ = try transaction.save(state)
        }
    }

    @Test func `an import of a server that was killed is offered with its path, and goes on to its end`() throws {
        let server = try ServerFixture()
        let path = try server.scratch.write("mill.mbox", ServerFixture.mailbox(8_000))
        let id = try #require(try server.post("/imports", ["paths": [path]]).json["id"] as? String)
        let follower = try RawConnection(port: server.port)
        follower.send(server.text("GET", "/api/v1/imports/\(id)/events"))
        var events = ""
        while events.firstMatch(of: /"items":[1-9]/) == nil {
            events += String(decoding: follower.receive(), as: UTF8.self)
        }
        server.kill()

        let again = try ServerFixture(serving: server)
        let found = try imports(again)
        #expect(found.map { $0["state"] as? String } == ["interrupted"])
        #expect(found.first?["paths"] as? [String] == [path])
        // The import's own process ends when nobody reads what it says.
        while try again.get("/status").json["hasWriter"] as? Bool == true {}
        let resumed = try again.request("POST", "/api/v1/imports/\(id)/resume")
        #expect(resumed.status == 200)
        #expect(try end(again, id).contains("\"finished\""))
        #expect(try again.get("/items?query=kind:email&limit=1").json["total"] as? Int == 8_000)
        #expect(again.stop() == 0)
        #expect(try imports(try ServerFixture(serving: again)).isEmpty)
    }

    @Test func `a cancelled import and one that failed can go on after a restart, or be dismissed`() throws {
        let server = try ServerFixture()
        let path = try server.scratch.write("mill.mbox", ServerFixture.mailbox(8_000))
        let id = try #require(try server.post("/imports", ["paths": [path]]).json["id"] as? String)
        #expect(try server.request("DELETE", "/api/v1/imports/\(id)").errorCode == "conflict")
        #expect(try server.request("POST", "/api/v1/imports/\(id)/cancel").json["state"] as? String == "cancelled")
        #expect(server.stop() == 0)

        let again = try ServerFixture(serving: server)
        #expect(try imports(again).map { $0["state"] as? String } == ["cancelled"])
        let note = try again.scratch.write("note.md", "Moss grows on the mill.")
        let next = try #require(try again.post("/imports", ["paths": [note]]).json["id"] as? String)
        #expect(next != id)
        #expect(try end(again, next).contains("\"finished\""))
        #expect(try again.request("DELETE", "/api/v1/imports/\(id)").status == 204)
        #expect(try again.request("DELETE", "/api/v1/imports/\(id)").status == 404)
        #expect(again.stop() == 0)
        // Its file is not read to its end all the same, so that it is offered as one that was cut off, if it was begun.
        let states = try imports(try ServerFixture(serving: again)).map { $0["state"] as? String }
        #expect(states.allSatisfy { $0 == "interrupted" })
    }

    @Test func `a file that the command line left unfinished is offered with how far it was read`() throws {
        let server = try ServerFixture()
        let path = try server.scratch.write("mill.mbox", ServerFixture.mailbox(4_000))
        #expect(server.stop() == 0)
        try leaveUnfinished(path, in: server.library)

        let again = try ServerFixture(serving: server)
        let found = try #require(try imports(again).first)
        #expect(found["state"] as? String == "interrupted")
        #expect(found["paths"] as? [String] == [path])
        #expect(found["items"] as? Int == 7)
        #expect(found["share"] as? Double == 0.25)
        let id = try #require(found["id"] as? String)
        #expect(try again.request("POST", "/api/v1/imports/\(id)/resume").status == 200)
        #expect(try end(again, id).contains("\"finished\""))
        #expect(try again.get("/items?limit=1").json["total"] as? Int == 4_000)
    }

    @Test func `an import that was cut off says what the library has of it, whatever the server wrote down last`()
        throws
    {
        let server = try ServerFixture(importing: ["a/one.md": "Moss.", "a/two.md": "Ferns.", "b.md": "Rye."])
        let folder = server.scratch.path + "/in/a"
        #expect(server.stop() == 0)
        let progress: [String: Any] = [
            "stage": "reading", "items": 0, "new": 0, "updated": 0, "duplicates": 0, "failures": 0, "itemsPerSecond": 0,
            "passagesEmbedded": 0, "passagesTotal": 0, "hasEnded": false, "wasStopped": false,
        ]
        let record: [String: Any] = [
            "id": 3, "paths": [folder], "state": "running", "progress": progress, "started": 0,
        ]
        try JSONSerialization.data(withJSONObject: [record])
            .write(to: URL(filePath: server.library + "/imports.json"), options: .withoutOverwriting)

        let found = try #require(try imports(try ServerFixture(serving: server)).first)
        #expect(found["state"] as? String == "interrupted" && found["items"] as? Int == 2)
    }

    @Test func `without a model there is nothing to embed with`() throws {
        let server = try ServerFixture(importing: ["Ferns.md": "Ferns grow."])
        #expect(try server.request("POST", "/api/v1/embedding").errorCode == "no-model")
    }
}
