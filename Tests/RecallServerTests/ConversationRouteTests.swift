import Foundation
import RecallCore
import RecallStore
import RecallTestSupport
import Testing

/// Conversations over HTTP, answered without a model.
@Suite(.waiting, .scratch) struct ConversationRouteTests {
    private static let files = [
        "kettle.md": "# Kettle\n\nThe copper kettle stands on the stove of the mill.",
        "lantern.md": "# Lantern\n\nThe lantern hangs behind the door of the mill.",
        "flour.eml": ServerFixture.mail("flour", "Flour", "The flour is delivered on Friday by the miller."),
    ]

    private let server: ServerFixture

    init() throws {
        server = try ServerFixture(importing: Self.files)
    }

    private func begin(_ scope: String? = nil) throws -> String {
        let answer = try server.post("/conversations", scope.map { ["scope": $0] } ?? [:])
        #expect(answer.status == 201)
        return try #require(answer.json["id"] as? String)
    }

    private func ask(_ question: String, in id: String, again: Bool = false) throws -> ServerEvents {
        ServerEvents(try server.post("/conversations/\(id)/questions", ["question": question, "again": again]))
    }

    private func show(_ id: String) throws -> [String: Any] {
        let answer = try server.get("/conversations/\(id)")
        #expect(answer.status == 200)
        return answer.json
    }

    private func change(_ id: String, _ change: [String: Any]) throws -> Answer {
        let body = String(decoding: try JSONSerialization.data(withJSONObject: change), as: UTF8.self)
        return try server.request("PATCH", "/api/v1/conversations/\(id)", body: body)
    }

    private func answers(_ id: String) throws -> [[String: Any]] {
        let turns = try show(id)["turns"] as? [[String: Any]]
        return try #require(turns).compactMap { $0["answer"] as? [String: Any] }
    }

    private func listed(_ parameters: String = "") throws -> [[String: Any]] {
        let answer = try server.get("/conversations\(parameters)")
        #expect(answer.status == 200)
        return try #require(answer.json["conversations"] as? [[String: Any]])
    }

    @Test(.timeLimit(.minutes(30)))
    func `what is deleted beside a reader is said to remain, and goes while the server runs`() throws {
        let id = try begin()
        _ = try ask("Where is the quokka kettle?", in: id)
        let location = LibraryLocation(path: server.library)
        let item = try #require((try server.get("/items?query=lantern").json["items"] as? [[String: Any]])?.first)
        try LibraryStore(at: location, for: .read).read { snapshot in
            #expect(try snapshot.deletionCount() == 0)
            let deleted = try server.request("DELETE", "/api/v1/conversations/\(id)")
            #expect(deleted.status == 202 && deleted.json["textRemains"] as? Bool == true)
            let gone = try server.request("DELETE", "/api/v1/items/\(item["id"] as? String ?? "")")
            #expect(gone.status == 200 && gone.json["textRemains"] as? Bool == true)
            #expect(try location.found(["quokka", "hangs behind"]).count == 2)
        }
        while try !location.found(["quokka", "hangs behind"]).isEmpty { _ = try server.get("/status") }
    }

    @Test func `a question is answered as events, and kept with its citations`() throws {
        let id = try begin()
        #expect(try listed().isEmpty)
        let events = try ask("Where is the copper kettle?", in: id)
        #expect(events.response["content-type"] == "text/event-stream")
        #expect(events.names.last == "answer")
        let answer = try #require(events.last)
        #expect(answer["turn"] as? Int == 0 && answer["found"] as? Bool == true)
        #expect(answer["model"] is NSNull)
        let citation = try #require((answer["citations"] as? [[String: Any]])?.first)
        #expect(citation["state"] as? String == "there")
        #expect((citation["text"] as? String)?.contains("copper kettle") == true)

        let kept = try show(id)
        #expect(kept["title"] as? String == "Where is the copper kettle?" && kept["scope"] == nil)
        let turn = try #require((kept["turns"] as? [[String: Any]])?.first)
        #expect(turn["question"] as? String == "Where is the copper kettle?" && turn["asked"] is String)
        let again = ((turn["answer"] as? [String: Any])?["citations"] as? [[String: Any]])?.first
        #expect(again?["item"] as? String == citation["item"] as? String && again?["state"] as? String == "there")
        let summary = try #require(try listed().first)
        #expect(summary["id"] as? String == id && summary["questions"] as? Int == 1)
    }

    @Test func `a citation says if its item was deleted`() throws {
        let id = try begin()
        let events = try ask("Where is the copper kettle?", in: id)
        let citation = try #require((events.last?["citations"] as? [[String: Any]])?.first)
        let item = try #require(citation["item"] as? String)
        #expect(try server.request("DELETE", "/api/v1/items/\(item)").status == 200)
        let kept = try #require(try answers(id).first)
        let states = (kept["citations"] as? [[String: Any]])?.filter { $0["n"] as? Int == 1 }.map {
            $0["state"] as? String
        }
        #expect(states == ["deleted"])
        #expect((kept["answer"] as? String)?.contains("copper") == false)
        #expect((kept["answer"] as? String)?.contains("The cited item was deleted.") == true)
    }

    @Test func `the scope is the conversation's`() throws {
        let id = try begin("kind:email")
        let narrow = try ask("Where is the copper kettle?", in: id)
        let kinds = (narrow.last?["citations"] as? [[String: Any]] ?? []).map { $0["kind"] as? String }
        #expect(kinds.allSatisfy { $0 == "email" })
        #expect(narrow.last?["found"] as? Bool == false)
        let changed = try change(id, ["scope": ""])
        #expect(changed.status == 200 && changed.json["scope"] == nil)
        #expect(try ask("Where is the copper kettle?", in: id).last?["found"] as? Bool == true)
        #expect(try change(id, ["scope": "in:in"]).json["scope"] as? String == "in:in")
        for scope in ["kettle", "from:ada kettle", String(repeating: "a", count: 2_001)] {
            #expect(try change(id, ["scope": scope]).errorCode == "bad-request")
            #expect(try server.post("/conversations", ["scope": scope]).status == 400)
        }
    }

    @Test func `a question asked again replaces the last answer`() throws {
        let id = try begin()
        _ = try ask("Where is the lantern?", in: id)
        _ = try ask("Where is the copper kettle?", in: id)
        #expect(try ask("Who delivers the flour?", in: id, again: true).last?["turn"] as? Int == 1)
        #expect(
            try answers(id).map { $0["question"] as? String } == ["Where is the lantern?", "Who delivers the flour?"])
    }

    @Test func `conversations are renamed, searched, listed by pages and deleted`() throws {
        var ids: [String] = []
        for question in ["Where is the lantern?", "Where is the copper kettle?", "Who delivers the flour?"] {
            ids.append(try begin())
            _ = try ask(question, in: ids[ids.count - 1])
        }
        #expect(try change(ids[0], ["title": "  Häuser  of\nmine "]).json["title"] as? String == "Häuser of mine")
        #expect(try listed("?query=hauser").map { $0["id"] as? String } == [ids[0]])
        #expect(try listed("?query=kettle+copp").map { $0["id"] as? String } == [ids[1]])
        #expect(try listed("?query=nothing").isEmpty)

        let first = try server.get("/conversations?limit=2").json
        let cursor = try #require(first["nextCursor"] as? String)
        let rest = try server.get("/conversations?limit=2&cursor=\(cursor)").json
        #expect(rest["nextCursor"] == nil)
        let pages = [first, rest].flatMap { $0["conversations"] as? [[String: Any]] ?? [] }
        #expect(pages.map { $0["id"] as? String } == ids.reversed())

        #expect(try server.request("DELETE", "/api/v1/conversations/\(ids[1])").status == 204)
        #expect(try server.get("/conversations/\(ids[1])").status == 404)
        #expect(try server.request("DELETE", "/api/v1/conversations/\(ids[1])").status == 404)
        #expect(try listed().count == 2)
        for title in ["", " \n", String(repeating: "a", count: 201)] {
            #expect(try change(ids[0], ["title": title]).status == 400)
        }
    }

    @Test func `a conversation is exported as Markdown with footnotes`() throws {
        let id = try begin()
        _ = try ask("Who *delivers* the flour <b>?", in: id)
        let export = try server.get("/conversations/\(id)/export")
        #expect(export.status == 200 && export["content-type"] == "text/markdown; charset=utf-8")
        #expect(
            export["content-disposition"]?.hasPrefix("attachment; filename=\"Who _delivers_ the flour _b__.md\"")
                == true)
        #expect(export.text.contains("## Who \\*delivers\\* the flour \\<b\\>?"))
        let sender = "Ada Lind \\<ada\\@people.example\\>"
        #expect(export.text.contains("[^1-1]: \(sender), 2024-03-04, Flour: “The flour is delivered on Friday"))
    }

    @Test func `what is no question or no conversation is refused`() throws {
        let id = try begin()
        func asked(_ object: [String: Any], in id: String) throws -> Int {
            try server.post("/conversations/\(id)/questions", object).status
        }
        #expect(try asked(["question": String(repeating: "é", count: 2_049)], in: id) == 400)
        #expect(try asked(["question": " \n"], in: id) == 400)
        #expect(try asked(["question": "Where?", "scope": "kind:note"], in: id) == 400)
        #expect(try asked([:], in: id) == 400)
        #expect(try asked(["question": "Where?"], in: "0000000000000001") == 404)
        #expect(try asked(["question": "Where?"], in: "1") == 400)
        #expect(try server.get("/conversations/ffffffffffffffff").status == 400)
        #expect(try server.get("/conversations/0000000000000001/export").status == 404)
        #expect(try change("0000000000000001", ["title": "a"]).status == 404)
        #expect(try server.get("/conversations?cursor=a").status == 400)
        #expect(try answers(id).isEmpty)
    }

    @Test func `answers are kept while another process writes to the library`() throws {
        let id = try begin()
        let writer = try LibraryStore(at: LibraryLocation(path: server.library), for: .write)
        #expect(try ask("Where is the lantern?", in: id).last?["turn"] as? Int == 0)
        #expect(try change(id, ["title": "Lantern"]).status == 200)
        #expect(
            try writer.read { try $0.conversations(matching: "lantern", after: nil, limit: 9) }.conversations.count == 1
        )
    }

    @Test func `in a library that cannot be written questions are answered, and a note says that they are not kept`()
        throws
    {
        #expect(server.stop() == 0)
        let lock = server.library + "/transaction.lock"
        try FileManager.default.removeItem(atPath: lock)
        try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: false)
        let other = try ServerFixture(serving: server)
        let begun = try other.post("/conversations")
        let id = try #require(begun.json["id"] as? String)
        for turn in 0..<2 {
            let events = ServerEvents(
                try other.post("/conversations/\(id)/questions", ["question": "Where is the copper kettle?"]))
            #expect(events.last?["found"] as? Bool == true && events.last?["turn"] as? Int == turn)
            #expect((events.last?["notes"] as? [String])?.last?.contains("cannot be written") == true)
        }
        #expect((try other.get("/conversations/\(id)").json["turns"] as? [Any])?.count == 2)
        #expect((try other.get("/conversations").json["conversations"] as? [Any])?.isEmpty == true)
        #expect(try other.request("DELETE", "/api/v1/conversations/\(id)").status == 204)
        #expect(try other.get("/conversations/\(id)").status == 404)
    }

    @Test func `without a model the reason is one line, and an empty library suggests nothing`() throws {
        let status = try server.get("/models/chat").json
        #expect(status["model"] is NSNull && (status["hint"] as? String)?.contains("recall model chat use") == true)
        #expect((status["command"] as? String)?.hasPrefix("recall model chat use") == true)
        let empty = try ServerFixture()
        #expect(try empty.get("/conversations/suggestions").json["questions"] as? [String] == [])
    }

    @Test func `no question is in the log`() throws {
        let id = try begin()
        _ = try ask("Where is the xquokkax?", in: id)
        #expect(server.stop() == 0)
        #expect(!server.log.contains("xquokkax"))
    }
}

/// The events of a stream.
struct ServerEvents {
    let response: Answer
    let names: [String]
    let data: [[String: Any]]

    /// The data of the last event.
    var last: [String: Any]? { data.last }

    init(_ response: Answer) {
        self.response = response
        // On a busy machine any model is silent for a while, and that is told.
        let events = response.text.components(separatedBy: "\n\n").filter {
            !$0.isEmpty && !$0.hasPrefix("event: modelIsSilent\n")
        }
        func field(_ name: String, _ event: String) -> String {
            let line = event.split(separator: "\n").first { $0.hasPrefix(name + ": ") }
            return String(line?.dropFirst(name.count + 2) ?? "")
        }
        names = events.map { field("event", $0) }
        data = events.map { event in
            (try? JSONSerialization.jsonObject(with: Data(field("data", event).utf8))) as? [String: Any] ?? [:]
        }
    }
}
