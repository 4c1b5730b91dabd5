import Foundation
import RecallTestSupport
import Testing

@Suite(.waiting, .scratch) struct CommandOutputTests {
    private let fixture: CommandFixture

    init() throws {
        fixture = try CommandFixture()
    }

    @Test func `import counts what it did, in JSON and in words`() throws {
        try fixture.scratch.write("in/a.md", "One.")
        try fixture.scratch.write("in/b.md", "Two.")
        try fixture.scratch.write("in/empty.md", "")
        try fixture.scratch.write("in/broken.pdf", "%PDF-1.4 no more")
        let json = try fixture.recall("import", fixture.scratch.path + "/in", "--format", "json")
        #expect(json.code == 0)
        let counts = json.json.compactMapValues { $0 as? Int }
        #expect(counts["items"] == 2 && counts["new"] == 2 && counts["duplicates"] == 0)
        #expect(counts["failures"] == 1 && counts["attachments"] == 0 && counts["version"] == 1)
        let again = try fixture.recall("import", fixture.scratch.path + "/in")
        #expect(again.output.hasPrefix(fixture.scratch.path + "/in: a folder with "))
        #expect(again.output.contains("\n2 items, all imported before: nothing new.\n1 failure:\n"))
        #expect(again.output.contains("recall model install"))
    }

    @Test func `search prints threads with where they are from and why, and says that there is no model`() throws {
        try fixture.importSome()
        let found = try fixture.recall("search", "keys")
        #expect(found.code == 0)
        #expect(found.output.hasPrefix("1. Keys for the mill\n   Ada Lind · 2024-03-04 · email "))
        #expect(found.output.contains("\n   The keys are under the kettle.\n   Why: says “keys”"))
        #expect(found.output.contains("Note: Searched by words only: "))
        #expect(found.output.contains("recall model install"))
        #expect(!found.output.contains("\u{1B}"))
    }

    @Test func `search prints JSON with bytes that are true`() throws {
        try fixture.importSome()
        let json = try fixture.recall("search", "kettle", "--format", "json").json
        #expect(json["version"] as? Int == 1)
        #expect(json["lanes"] as? [String] == ["words"])
        #expect((json["notes"] as? [String])?.count == 1)
        let months = (json["timeline"] as? [[String: Any]])?.compactMap { $0["month"] as? String }
        #expect(months?.contains("2024-03") == true)
        let results = try #require(json["results"] as? [[String: Any]])
        #expect(results.count == 2)
        for result in results {
            let hit = try #require((result["passages"] as? [[String: Any]])?.first)
            let segments = try #require(hit["segments"] as? [[String: String]])
            #expect(segments.filter { $0["mark"] == "word" }.map { $0["text"] } == ["kettle"])
            let id = try #require((hit["item"] as? [String: Any])?["id"] as? String)
            let item = try #require(
                (try fixture.recall("show", id, "--format", "json").json["items"] as? [[String: Any]])?.first)
            let range = try #require(hit["range"] as? [Int])
            let text = try #require(item["segments"] as? [[String: Any]]).compactMap { $0["text"] as? String }.joined()
            #expect(Array(Array(text.utf8)[range[0]..<range[1]]) == segments.flatMap { Array(($0["text"] ?? "").utf8) })
        }
    }

    @Test func `search obeys its options`() throws {
        try fixture.importSome()
        let titles = { (arguments: [String]) in
            var all = ["search", "kettle", "--format", "json", "--library", fixture.library]
            all += arguments
            let outcome = try RecallProcess.run(
                all, environment: ["RECALL_MODELS": fixture.scratch.path + "/none", "TZ": "UTC"], in: fixture.scratch)
            return Set(outcome.titles)
        }
        #expect(try titles([]) == ["Boiler", "Keys for the mill"])
        #expect(try titles(["--kind", "note"]) == ["Boiler"])
        #expect(try titles(["from:LIND"]) == ["Keys for the mill"])
        #expect(try titles(["--kind", "email", "after:2024-03-04", "before:2024-03-05"]) == ["Keys for the mill"])
        #expect(try titles(["--kind", "email", "before:2024-03-04"]) == [])
        #expect(try titles(["--", "-from:lind"]) == ["Boiler"])
        #expect(try titles(["--limit", "1"]).count == 1)
        #expect(try titles(["\"under the\""]) == ["Keys for the mill"])
    }

    @Test func `show prints an item, its thread, and what the id leaves open`() throws {
        try fixture.importSome()
        let id = try #require(try fixture.recall("search", "keys", "--format", "json").firstID)
        let shown = try fixture.recall("show", String(id.prefix(10)))
        #expect(
            shown.output == """
                Keys for the mill
                From: Ada Lind <ada@people.example>
                To: Bea <bea@people.example>
                Date: 2024-03-04 10:00
                Id: \(id)
                File: \(fixture.scratch.path)/in/mail.eml

                The keys are under the kettle.


                """)
        let json = try fixture.recall("show", id, "--thread", "--format", "json").json
        let thread = try #require(json["thread"] as? [String: Any])
        #expect(thread["items"] as? Int == 1 && thread["title"] as? String == "Keys for the mill")
        #expect((json["items"] as? [[String: Any]])?.first?["externalID"] as? String == "keys@made-up.example")
        let none = try fixture.recall("show", "zzzz")
        #expect(none.code == 64 && none.errors.contains("An id has the digits 0 to 9 and a to f"))
        // So many digits are no number of a result.
        #expect(try fixture.recall("show", "12345").errors.contains("No item has an id that begins with 12345"))
    }

    @Test func `an excerpt has no marks of Markdown, and a note without a date shows the time of its file`() throws {
        try fixture.scratch.write("in/Mill.md", "# Mill\n\n- [x] the **kettle** in the [mill](https://made-up.example)")
        #expect(try fixture.recall("import", fixture.scratch.path + "/in").code == 0)
        let found = try fixture.recall("search", "kettle")
        #expect(found.output.contains("\n   the kettle in the mill\n"), "\(found.output)")
        let id = try #require(try fixture.recall("search", "kettle", "--format", "json").firstID)
        let shown = try fixture.recall("show", id).output
        #expect(shown.contains("\nFile changed: 2") && !shown.contains("\nDate: "))
    }

    @Test func `a message is shown with what it answers`() throws {
        let chat = try fixture.scratch.write(
            "result.json",
            #"""
            {"name": "Mira", "type": "personal_chat", "id": 7, "messages": [
            {"id": 1, "type": "message", "date": "2024-03-04T10:00:00", "from": "Mira", "from_id": "user1", "text": "Which oar?"},
            {"id": 2, "type": "message", "date": "2024-03-04T10:01:00", "from": "Tom", "from_id": "user2", "text": "Ferns."},
            {"id": 3, "type": "message", "date": "2024-03-04T10:02:00", "from": "Tom", "from_id": "user2", "text": "The kettle",
             "reply_to_message_id": 1}]}
            """#)
        #expect(try fixture.recall("import", chat).code == 0)
        let id = try #require(try fixture.recall("search", "kettle", "--format", "json").firstID)
        let shown = try fixture.recall("show", id).output
        #expect(shown.contains("\nAnswers: Mira: “Which oar?” (item "), "\(shown)")
        let items = try fixture.recall("show", id, "--thread", "--format", "json").json["items"] as? [[String: Any]]
        let answered = try #require(items).map { $0["answers"] as? [String: Any] }
        #expect(answered.map { $0?["preview"] as? String } == [nil, nil, "Which oar?"])
        #expect(answered.last??["id"] as? String == items?.first?["id"] as? String)
    }

    @Test func `what has no text is shown by its attachment, with nothing left open`() throws {
        let chat = try fixture.scratch.write(
            "WhatsApp Chat with Bea.txt",
            """
            17/03/2024, 10:00 - Bea: The kettle whistles
            17/03/2024, 10:01 - Bea: <Media omitted>
            17/03/2024, 10:02 - Ada: IMG-20240317-WA0001.jpg (file attached)
            18/03/2024, 09:00 - Ada: Ferns
            """)
        #expect(try fixture.recall("import", chat).code == 0)
        let id = try #require(try fixture.recall("search", "kettle", "--format", "json").firstID)
        let lines = try fixture.recall("show", id).output.split(separator: "\n")
        #expect(lines.contains("— 2024-03-17 10:01 · Bea · Photo or video"), "\(lines)")
        #expect(lines.contains("— 2024-03-17 10:02 · Ada · Photo"), "\(lines)")
        let whole = try fixture.recall("show", id, "--thread").output
        #expect(!whole.contains("()") && !whole.contains("(, "), "\(whole)")
    }

    @Test func `status counts, and lists failures`() throws {
        try fixture.importSome()
        try fixture.scratch.write("in/broken.pdf", "%PDF-1.4 no more")
        _ = try fixture.recall("import", fixture.scratch.path + "/in")
        let json = try fixture.recall("status", "--failures", "--format", "json").json
        let library = try #require(json["library"] as? [String: Any])
        #expect(library["items"] as? [String: Int] == ["note": 2, "email": 1, "message": 0, "document": 0])
        let counts = ["threads", "passages", "embeddedPassages"].map { library[$0] as? Int }
        #expect(counts == [3, 3, 0] && json["version"] as? Int == 1)
        #expect(library["path"] as? String == fixture.library)
        #expect(try fixture.recall("status", "--format", "json").json["failureList"] == nil)
        let failures = try #require(json["failureList"] as? [[String: Any]])
        #expect(failures.map { $0["path"] as? String } == [fixture.scratch.path + "/in/broken.pdf"])
        #expect(failures.map { $0["code"] as? String } == ["malformed"])
        let text = try fixture.recall("status").output
        #expect(text.contains("Items:   1 email, 2 notes\n"))
        #expect(text.contains("Meaning: 0 % (0 of 3 passages); the rest: recall import --embed-only"))
        #expect(text.contains("Failed:  1 (list them: recall status --failures)"))
    }

    @Test func `an error is JSON where JSON was asked for`() throws {
        try fixture.importSome()
        for (arguments, code) in [
            (["show", "abcdef0123"], "not-found"), (["delete", "--item", "abcdef0123"], "not-found"),
            (["delete", "--source", "/nowhere"], "not-found"),
            (["status", "--library", fixture.scratch.path + "/none"], "library-not-found"),
        ] {
            let outcome = try RecallProcess.run(
                arguments + ["--format", "json"], environment: ["RECALL_LIBRARY": fixture.library], in: fixture.scratch)
            let error = try #require(outcome.json["error"] as? [String: String], "\(arguments)")
            #expect(error["code"] == code && error["message"]?.isEmpty == false, "\(arguments)")
            #expect(outcome.json["version"] as? Int == 1 && outcome.code == 1, "\(arguments)")
            let text = try RecallProcess.run(
                arguments, environment: ["RECALL_LIBRARY": fixture.library], in: fixture.scratch)
            #expect(text.output.isEmpty && text.errors.contains(error["message"] ?? "-") && text.code == 1)
        }
    }

    #if os(Linux)
        @Test func `doctor names the layers that confine parsers on this machine`() throws {
            let json = try fixture.recall("doctor", "--format", "json").json
            let checks = try #require(json["checks"] as? [[String: Any]])
            let confinement = try #require(checks.first { $0["check"] as? String == "confinement" })
            let finding = try #require(confinement["finding"] as? String)
            #expect(finding.contains("limits of time and memory") && finding.contains("(seccomp)"), "\(finding)")
            // Kernels before 5.13 have no Landlock, and then that is said.
            let hidesFiles = finding.contains("no files (Landlock)")
            #expect(confinement["state"] as? String == (hidesFiles ? "fine" : "missing"), "\(finding)")
        }
    #endif

    @Test func `lists for programs are objects with a version`() throws {
        try fixture.importSome()
        for (json, key) in [
            (try fixture.recall("doctor", "--format", "json").json, "checks"),
            (try fixture.recall("model", "list", "--format", "json").json, "models"),
            (try fixture.recall("sources", "--format", "json").json, "sources"),
        ] {
            #expect(json[key] is [Any] && json["version"] as? Int == 1, "\(key)")
        }
    }

    @Test func `eval prints the rankings with their metrics`() throws {
        try fixture.scratch.write("set/items.jsonl", #"{"id":"a","kind":"note","text":"the kettle whistles"}"# + "\n")
        try fixture.scratch.write("set/queries.jsonl", #"{"id":"1","text":"kettle"}"# + "\n")
        try fixture.scratch.write("set/qrels.tsv", "1\t0\ta\t1\n")
        let json = try fixture.recall("eval", fixture.scratch.path + "/set", "--format", "json")
        #expect(json.json["set"] as? String == "set")
        let rows = try #require(json.json["rows"] as? [[String: Any]])
        #expect(rows.map { $0["name"] as? String } == ["words"])
        for key in ["ndcg10", "recall10", "mrr10", "evidence512", "evidence1024", "evidence2048"] {
            #expect(rows.first?[key] as? Double == 1, "\(key)")
        }
        #expect(json.errors.contains("Words only:"))
        let text = try fixture.recall("eval", fixture.scratch.path + "/set").output
        #expect(text.contains("nDCG@10") && text.contains("words") && text.contains("1.0000"))
    }

    @Test func `embed prints a vector a line, and the tokens with their bytes`() throws {
        let lines = try fixture.recall("embed", "--tokens", input: "Hello café\n\nsecond", withModel: true).jsonLines
        #expect(lines.count == 3)
        for line in lines {
            let vector = try #require(line["vector"] as? [Double])
            #expect(vector.count == 384 && abs(vector.reduce(0) { $0 + $1 * $1 } - 1) < 1e-3)
        }
        #expect(lines[0]["ids"] as? [Int] == [101, 7592, 7668, 102])
        #expect(lines[0]["offsets"] as? [[Int]] == [[0, 0], [0, 5], [6, 11], [0, 0]])
        #expect(lines[1]["ids"] as? [Int] == [101, 102])
        let plain = try fixture.recall("embed", input: "Hello café", withModel: true).jsonLines
        #expect(plain.first?.keys.sorted() == ["vector"])
        #expect(plain.first?["vector"] as? [Double] == lines[0]["vector"] as? [Double])
    }

    @Test func `validate names the lines that are wrong`() throws {
        let file = try fixture.scratch.write("in/x.jsonl", "{\"kind\":\"note\",\"text\":\"a\"}\n{\"kind\":\"note\"}\n")
        let outcome = try fixture.recall("validate", file, "--format", "json")
        #expect(outcome.code == 1)
        #expect(outcome.jsonLines.count >= 2)
        let good = try fixture.scratch.write("in/y.jsonl", "{\"kind\":\"note\",\"text\":\"a\"}\n")
        #expect(try fixture.recall("validate", good).code == 0)
    }
}
