import Foundation
import RecallTestSupport
import Testing

/// Imports in processes of their own, one at a time.
@Suite(.waiting, .scratch) struct ImportRouteTests {
    /// The states that the events of an import tell, the last one complete.
    private func events(_ server: ServerFixture, _ id: String) throws -> (states: [String], last: [String: Any]) {
        let answer = try server.get("/imports/\(id)/events")
        #expect(answer["content-type"] == "text/event-stream")
        let events = answer.text.components(separatedBy: "\n\n").filter { !$0.isEmpty }
        let objects = try events.map { event in
            let lines = event.components(separatedBy: "\n")
            #expect(lines.first == "event: import")
            let data = Data(lines[1].dropFirst("data: ".count).utf8)
            return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        }
        return (objects.compactMap { $0["state"] as? String }, try #require(objects.last))
    }

    @Test func anImportIsPausedAtACheckpointAndGoesOnToItsEnd() throws {
        let server = try ServerFixture()
        let path = try server.scratch.write("mill.mbox", ServerFixture.mailbox(8_000))
        let started = try server.post("/imports", ["paths": [path]])
        #expect(started.status == 201)
        let id = try #require(started.json["id"] as? String)

        let paused = try server.request("POST", "/api/v1/imports/\(id)/pause")
        #expect(paused.json["state"] as? String == "paused")
        #expect(try server.get("/status").json["hasWriter"] as? Bool == false)
        #expect(try server.request("POST", "/api/v1/imports/\(id)/pause").errorCode == "conflict")

        #expect(try server.request("POST", "/api/v1/imports/\(id)/resume").json["state"] as? String == "running")
        let (states, last) = try events(server, id)
        #expect(states.last == "finished")
        #expect(last["items"] as? Int == 8_000)
        // What it stored before the pause is its own, not known already.
        #expect(last["new"] as? Int == 8_000)
        #expect(last["duplicates"] as? Int == 0)
        #expect(last["share"] as? Double == 1)
        #expect(last["ended"] != nil)
        #expect(try server.get("/items?query=kind:email&limit=1").json["total"] as? Int == 8_000)
    }

    @Test(arguments: [("pause", "cancel"), ("cancel", "pause")])
    func `who cancels while an import pauses has cancelled, in either order`(first: String, second: String) throws {
        let server = try ServerFixture()
        let path = try server.scratch.write("mill.mbox", ServerFixture.mailbox(8_000))
        let id = try #require(try server.post("/imports", ["paths": [path]]).json["id"] as? String)
        let connection = try RawConnection(port: server.port)
        connection.send(server.text("POST", "/api/v1/imports/\(id)/\(first)"))
        _ = try server.request("POST", "/api/v1/imports/\(id)/\(second)")
        _ = connection.receive()
        #expect(try server.get("/imports/\(id)").json["state"] as? String == "cancelled")
        #expect(try server.get("/status").json["hasWriter"] as? Bool == false)
    }

    @Test func oneImportRunsAndTheOthersWaitForIt() throws {
        let server = try ServerFixture(importing: ["Ferns.md": "Ferns grow by the mill."])
        let large = try server.scratch.write("mill.mbox", ServerFixture.mailbox(8_000))
        let small = try server.scratch.write("note.md", "Moss grows on the mill.")
        let first = try #require(try server.post("/imports", ["paths": [large]]).json["id"] as? String)
        let second = try server.post("/imports", ["paths": [small]])
        #expect(second.json["state"] as? String == "waiting")

        // What is there is found and shown meanwhile, and cannot be deleted.
        let items = try #require(try server.get("/items?query=ferns").json["items"] as? [[String: Any]])
        let fern = try #require(items.first?["id"] as? String)
        #expect(try server.request("DELETE", "/api/v1/items/\(fern)").status == 409)

        #expect(try server.request("POST", "/api/v1/imports/\(first)/cancel").json["state"] as? String == "cancelled")
        let (_, last) = try events(server, try #require(second.json["id"] as? String))
        #expect(last["state"] as? String == "finished")
        #expect(last["new"] as? Int == 1)
        #expect(try server.request("DELETE", "/api/v1/items/\(fern)").status == 200)
        let all = try #require(try server.get("/imports").json["imports"] as? [[String: Any]])
        #expect(all.compactMap { $0["id"] as? String } == [second.json["id"] as? String, first])
    }

    @Test func aStoppedServerStopsItsImportAtACheckpoint() throws {
        let server = try ServerFixture()
        let path = try server.scratch.write("mill.mbox", ServerFixture.mailbox(8_000))
        let id = try #require(try server.post("/imports", ["paths": [path]]).json["id"] as? String)
        let follower = try RawConnection(port: server.port)
        follower.send(server.text("GET", "/api/v1/imports/\(id)/events"))
        #expect(!follower.receive().isEmpty)
        #expect(server.stop() == 0)
        // The lock is free, and what was stored is whole.
        let outcome = try RecallProcess.run(
            ["import", "--no-embed", "--format", "json", "--library", server.library, path], in: server.scratch)
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("\"items\" : 8000"))
    }

    @Test func pathsAreRecognisedBeforeTheyAreImported() throws {
        let server = try ServerFixture()
        let note = try server.scratch.write("in/note.md", "Moss grows on the mill.")
        let answer = try server.post("/imports/recognise", ["paths": [note, server.scratch.path + "/none"]])
        let paths = try #require(answer.json["paths"] as? [[String: Any]])
        #expect(paths[0]["summary"] as? String == "a Markdown note")
        #expect((paths[0]["formats"] as? [[String: Any]])?.first?["format"] as? String == "markdown")
        #expect((paths[1]["error"] as? [String: String])?["code"] == "not-found")

        let folder = try server.get("/folders?path=\(server.scratch.path)/in").json
        let entries = try #require(folder["entries"] as? [[String: Any]])
        #expect(entries.map { $0["name"] as? String } == ["note.md"])
        #expect(entries[0]["bytes"] as? Int == 23)
        for place in ["Documents", ".thunderbird", "Elsewhere"] {
            try FileManager.default.createDirectory(
                atPath: server.scratch.path + "/" + place, withIntermediateDirectories: true)
        }
        let home = try server.get("/folders").json
        #expect(home["path"] as? String == server.scratch.path)
        let places = try #require(home["places"] as? [[String: Any]])
        #expect(places.map { $0["name"] as? String } == ["Documents", ".thunderbird"])
    }

    @Test func whatCannotBeImportedIsListedWithItsReason() throws {
        let server = try ServerFixture()
        let broken = try server.scratch.write("in/broken.pdf", "%PDF-1.4 and nothing more")
        let id = try #require(try server.post("/imports", ["paths": [broken]]).json["id"] as? String)
        #expect(try events(server, id).last["failures"] as? Int == 1)
        let failures = try server.get("/failures").json
        #expect(failures["total"] as? Int == 1)
        #expect((failures["failures"] as? [[String: Any]])?.first?["path"] as? String == broken)
    }

    @Test func `watched folders are kept, imported when they are named and when something changes in them`()
        async throws
    {
        let server = try ServerFixture()
        try server.scratch.write("watched/note.md", "Moss grows on the mill.")
        let folder = server.scratch.path + "/watched"
        let body = "{\"watchedFolders\":[\"\(folder)\"]}"
        let changed = try server.request("PUT", "/api/v1/settings", body: body)
        #expect(changed.json["watchedFolders"] as? [String] == [folder])
        let missing = "{\"watchedFolders\":[\"\(folder)/none\"]}"
        #expect(try server.request("PUT", "/api/v1/settings", body: missing).status == 400)
        try await until(server) { $0["items"] as? Int == 1 }
        // Also in a folder that is made later.
        try server.scratch.write("watched/new/fern.md", "Ferns unroll.")
        try await until(server) { ($0["items"] as? Int == 1) && ($0["waitingSince"] == nil) && Self.notes(server) == 2 }
        #expect(server.stop() == 0)

        try server.scratch.write("watched/late.md", "Written while nobody looked.")
        let again = try ServerFixture(serving: server)
        #expect(try again.get("/settings").json["watchedFolders"] as? [String] == [folder])
        try await until(again) { _ in Self.notes(again) == 3 }
    }

    @Test func `what changes in quiet hours waits until they end`() async throws {
        let server = try ServerFixture()
        let folder = server.scratch.path + "/watched"
        try server.scratch.write("watched/note.md", "Moss grows on the mill.")
        func set(_ hours: String) throws -> Int {
            try server.request(
                "PUT", "/api/v1/settings", body: "{\"watchedFolders\":[\"\(folder)\"],\"quietHours\":\(hours)}"
            ).status
        }
        #expect(try set("\"all day\"") == 400)
        // Around now, whenever that is.
        let hour = Calendar.current.component(.hour, from: Date())
        #expect(try set("\"\((hour + 22) % 24)-\((hour + 3) % 24)\"") == 200)
        #expect(try server.get("/settings").json["areQuiet"] as? Bool == true)
        // The server begins to look for changes within a second, which nothing tells.
        try await until(server) {
            _ = try? server.scratch.write("watched/fern.md", "Ferns unroll.")
            return $0["waitingSince"] != nil
        }
        #expect(Self.notes(server) ?? 0 == 0)
        #expect(try set("null") == 200)
        try await until(server) { $0["waitingSince"] == nil && Self.notes(server) == 2 }
    }

    private static func notes(_ server: ServerFixture) -> Int? {
        let library = try? server.get("/status").json["library"] as? [String: Any]
        return (library?["items"] as? [String: Int])?["note"]
    }

    /// Waits until the state of the one watched folder is as expected.
    private func until(_ server: ServerFixture, _ isExpected: ([String: Any]) -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(600)
        while ContinuousClock.now < end {
            let folders = try server.get("/settings").json["watched"] as? [[String: Any]] ?? []
            if let folder = folders.first, isExpected(folder) { return }
            try await Task.sleep(for: .milliseconds(100))
        }
        Issue.record("the folder was not looked at")
    }
}
