import Foundation
import RecallTestSupport
import Testing

/// `recall serve` from its start to its end.
@Suite(.waiting, .scratch) struct ServeCommandTests {
    @Test func aPortThatIsInUseIsSaid() throws {
        let server = try ServerFixture()
        let outcome = try RecallProcess.run(
            ["serve", "--no-open", "--port", "\(server.port)", "--library", server.scratch.path + "/other"],
            in: server.scratch)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("Port \(server.port) is in use"))
        #expect(outcome.errors.contains("--port"))
        #expect(!outcome.output.contains("code="))
    }

    @Test func theAppsModulesAreServedAsOneScript() throws {
        let server = try ServerFixture()
        let script = try server.request("GET", "/app.js")
        #expect(script["content-type"] == "text/javascript; charset=utf-8")
        let lines = script.text.split(separator: "\n")
        #expect(!lines.contains { $0.hasPrefix("import ") || $0.hasPrefix("export ") })
        let heads = lines.filter { $0.hasPrefix("modules[") }
        let modules = heads.compactMap { $0.split(separator: "\"").dropFirst().first }
        #expect(modules.count > 30 && Set(modules).count == modules.count)
        #expect(modules.last == "main.js")
        // A module comes after what it imports.
        for (place, line) in lines.enumerated() where line.hasPrefix("const {") {
            let imported = line.split(separator: "\"").dropFirst().first ?? ""
            #expect(lines[..<place].contains("modules[\"\(imported)\"] = (() => {"), "\(imported)")
        }
    }

    @Test func onlyTheLoopbackAddressAnswers() throws {
        let server = try ServerFixture()
        #expect(throws: POSIXError.self) { try RawConnection(port: server.port, address: "127.0.0.2") }
    }

    @Test func aStopIsCleanWhileConnectionsWait() throws {
        let server = try ServerFixture()
        let idle = try RawConnection(port: server.port)
        idle.send("GET / HTTP/1.1\r\n")
        #expect(server.stop() == 0)
        #expect(server.log.isEmpty)
        #expect(idle.receive().isEmpty)
    }

    @Test func aConnectionServesManyRequests() throws {
        let server = try ServerFixture()
        let connection = try RawConnection(port: server.port)
        for _ in 0..<3 {
            connection.send(server.text("GET", "/api/v1/nothing", ["Connection": nil]))
            #expect(Answer(connection.receive()).status == 404)
        }
        connection.send(server.text("HEAD", "/api/v1/status", ["Connection": nil]))
        let head = Answer(connection.receive())
        #expect(head.status == 405)
        #expect(head.body.isEmpty)
    }

    @Test func `a library that may only be read is searched and shown, and the server says so`() throws {
        let first = try ServerFixture(importing: ["Ferns.md": "Ferns grow by the mill."])
        #expect(first.stop() == 0 && !first.greeting.contains("read-only"))
        let server = try ServerFixture(readOnly: first)
        defer { try? server.scratch.setWritable(true, "library") }
        #expect(server.greeting.contains("This library is read-only: you can search it, but not change it."))
        let session = try server.signIn().pageHeaders
        let found = try server.request("POST", "/api/v1/search", session, body: #"{"query":"ferns"}"#)
        #expect(found.status == 200 && found.text.contains(" grow by the mill."))
        #expect(try server.get("/status").status == 200)
        let refused = try server.post("/memories", ["text": "I like ferns."])
        #expect(refused.status == 503 && refused.text.contains("the disk is not read-only"))
        #expect(server.stop() == 0 && server.log.isEmpty)
    }

    @Test func whatTheServerWritesIsForItsOwnerAlone() throws {
        let server = try ServerFixture(importing: ["Ferns.md": "Ferns grow by the mill."])
        _ = try server.request("PUT", "/api/v1/settings", body: #"{"watchedFolders":[]}"#)
        let names = try FileManager.default.contentsOfDirectory(atPath: server.library)
        #expect(names.contains("server.token") && names.contains("server.json"))
        for name in names {
            let attributes = try FileManager.default.attributesOfItem(atPath: server.library + "/" + name)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
    }
}
