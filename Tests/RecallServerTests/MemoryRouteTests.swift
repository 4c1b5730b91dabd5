import Foundation
import RecallCore
import RecallTestSupport
import Testing

/// Memories over HTTP.
@Suite(.waiting, .scratch) struct MemoryRouteTests {
    private let server: ServerFixture

    init() throws {
        server = try ServerFixture(importing: ["kettle.md": "# Kettle\n\nThe copper kettle stands on the stove."])
    }

    private func add(_ text: String, _ more: [String: Any] = [:]) throws -> Answer {
        try server.post("/memories", more.merging(["text": text]) { first, _ in first })
    }

    private func send(_ method: String, _ path: String, _ body: [String: Any]? = nil) throws -> Answer {
        let body = try body.map { String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) }
        return try server.request(method, "/api/v1\(path)", body: body)
    }

    private func list(_ parameters: String = "") throws -> [[String: Any]] {
        try #require(try server.get("/memories\(parameters)").json["memories"] as? [[String: Any]])
    }

    private func ask(_ question: String, in id: String) throws -> [String: Any] {
        let events = ServerEvents(
            try server.post("/conversations/\(id)/questions", ["question": question, "again": false]))
        return try #require(events.last)
    }

    private func begin() throws -> String {
        try #require(try server.post("/conversations", [:]).json["id"] as? String)
    }

    @Test func `a memory is added, changed, found, exported and forgotten`() throws {
        let added = try add("My dentist is Dr. Weber", ["type": "person", "until": "2099-01-01T00:00:00Z"])
        #expect(added.status == 200 && added.json["outcome"] as? String == "added")
        let memory = try #require(added.json["memory"] as? [String: Any])
        let id = try #require(memory["id"] as? String)
        #expect(memory["until"] as? String == "2099-01-01T00:00:00Z" && memory["type"] as? String == "person")
        let changed = try send("PATCH", "/memories/\(id)", ["sensitivity": "private", "until": NSNull()])
        let edited = try #require(changed.json["memory"] as? [String: Any])
        #expect(changed.json["outcome"] as? String == "changed")
        #expect(edited["sensitivity"] as? String == "private" && edited["until"] == nil)
        #expect(edited["text"] as? String == "My dentist is Dr. Weber")
        #expect(try list("?query=dentist").count == 1 && list("?query=lantern").isEmpty)
        let file = try server.get("/memories/export")
        #expect(file.text.contains("sensitivity: private\n") && file.text.hasSuffix("\n\nMy dentist is Dr. Weber\n"))
        #expect(try send("DELETE", "/memories/\(id)").status == 204)
        #expect(try list().isEmpty)
        #expect(try send("DELETE", "/memories/\(id)").status == 404)
    }

    @Test func `a contradiction is returned, and resolved as asked`() throws {
        #expect(try add("I live in Leeds").status == 200)
        let asked = try add("I live in York")
        #expect(asked.json["outcome"] as? String == "contradicts" && asked.json["memory"] == nil)
        #expect((asked.json["contradicts"] as? [[String: Any]])?.first?["text"] as? String == "I live in Leeds")
        #expect(try add("I live in York", ["resolve": "replace"]).json["outcome"] as? String == "added")
        #expect(try list().map { $0["ended"] as? Bool } == [false, true])
    }

    @Test func `a changed text that contradicts a memory is returned, and kept as asked`() throws {
        #expect(try add("I live in Leeds").status == 200)
        let other = try #require(try add("I like tea").json["memory"] as? [String: Any])
        #expect(other["type"] as? String == "preference")
        let path = "/memories/\(try #require(other["id"] as? String))"
        let asked = try send("PATCH", path, ["text": "I live in York"])
        #expect(asked.json["outcome"] as? String == "contradicts")
        #expect(try list().contains { $0["text"] as? String == "I like tea" })
        let kept = try send("PATCH", path, ["text": "I live in York", "resolve": "replace"])
        #expect(kept.json["outcome"] as? String == "changed")
        #expect(try list().filter { $0["ended"] as? Bool == true }.map { $0["text"] as? String } == ["I live in Leeds"])
    }

    @Test func `a proposal that waits says what it contradicts`() throws {
        #expect(try add("I live in Leeds").status == 200)
        _ = try ask("I moved to York. Where is the copper kettle?", in: begin())
        let proposals = try #require(try server.get("/memories").json["proposals"] as? [[String: Any]])
        let contradicted = try #require(proposals.first?["contradicts"] as? [[String: Any]])
        #expect(contradicted.map { $0["text"] as? String } == ["I live in Leeds"])
    }

    @Test func `a statement in chat is proposed with the answer, and kept, edited or refused`() throws {
        let id = try begin()
        let answer = try ask("I am allergic to nuts. Where is the copper kettle?", in: id)
        let proposal = try #require(answer["proposal"] as? [String: Any])
        #expect(proposal["text"] as? String == "I am allergic to nuts")
        let turns = try #require(try server.get("/conversations/\(id)").json["turns"] as? [[String: Any]])
        let kept = try #require(turns.first?["answer"] as? [String: Any])
        #expect((kept["proposal"] as? [String: Any])?["id"] as? String == proposal["id"] as? String)
        #expect(try list().isEmpty)

        let path = "/memories/proposals/\(try #require(proposal["id"] as? String))"
        let addition = try send("POST", path + "/keep", ["text": "I am allergic to all nuts"])
        let memory = try #require(addition.json["memory"] as? [String: Any])
        #expect(memory["text"] as? String == "I am allergic to all nuts")
        let from = try #require(memory["from"] as? [String: Any])
        #expect(from["kind"] as? String == "message" && from["source"] as? String == id && from["turn"] as? Int == 0)
        #expect(try send("POST", path + "/keep", [:]).status == 404)

        let second = try #require(try ask("I like olives.", in: id)["proposal"] as? [String: Any])
        let refused = "/memories/proposals/\(try #require(second["id"] as? String))/refuse"
        #expect(try send("POST", refused, ["never": "topic"]).status == 204)
        #expect(try ask("I like olives!", in: id)["proposal"] == nil)
        #expect(try list().count == 1)
    }

    @Test func `what the person asks to remember is kept at once, answers, and is marked when it is forgotten`() throws
    {
        let id = try begin()
        let told = try ask("Remember that the quokka sleeps in the barn.", in: id)
        #expect(told["proposal"] == nil)
        let answer = try ask("Where does the quokka sleep?", in: id)
        #expect((answer["answer"] as? String)?.contains("You told me") == true)
        let use = try #require((answer["memories"] as? [[String: Any]])?.first)
        let memory = try #require(use["id"] as? String)
        #expect(try send("DELETE", "/memories/\(memory)").status == 204)
        let turns = try #require(try server.get("/conversations/\(id)").json["turns"] as? [[String: Any]])
        for turn in turns {
            let answer = try #require(turn["answer"] as? [String: Any])
            #expect((answer["answer"] as? String)?.contains("The memory was forgotten.") == true)
            let uses = try #require(answer["memories"] as? [[String: Any]])
            #expect(uses.count == 1 && uses[0]["id"] == nil && uses[0]["text"] as? String == "")
        }
    }

    @Test(
        arguments: [
            ["text": ""], ["text": "a", "type": "wish"], ["text": "a", "until": "soon"], ["text": 1], ["tex": "a"],
            ["text": "a", "resolve": "maybe"], ["text": String(repeating: "a", count: 1_001)],
        ] as [[String: any Sendable]])
    func `what is no memory is refused`(body: [String: any Sendable]) throws {
        #expect(try server.post("/memories", body).status == 400)
        #expect(try list().isEmpty)
    }

    @Test(arguments: ["/memories/0", "/memories/xyz", "/memories/0123456789abcdef"])
    func `a memory that is not there is not found`(path: String) throws {
        let status = try send("DELETE", path).status
        #expect(status == (path.hasSuffix("cdef") ? 404 : 400))
    }
}
