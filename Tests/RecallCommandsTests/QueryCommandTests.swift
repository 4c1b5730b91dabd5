import Foundation
import RecallTestSupport
import Testing

/// The query language on the command line: what it says of how a query was read, counts and lists.
@Suite(.waiting, .scratch) struct QueryCommandTests {
    private let fixture: CommandFixture

    init() throws {
        fixture = try CommandFixture()
        try fixture.importSome()
    }

    @Test func `count counts exactly and says what it counted`() throws {
        #expect(try fixture.recall("count", "kettle").output == "2 items in 2 threads: \"kettle\"\n")
        #expect(try fixture.recall("count", "kettle", "from:lind").output.hasPrefix("1 item in 1 thread: "))
        let none = try fixture.recall("count", "kettle -the")
        #expect(none.code == 0 && none.output == "0 items in 0 threads: \"kettle\" -\"the\"\n")
        let json = try fixture.recall("count", "kettle date:2024-03", "--format", "json").json
        #expect(json["items"] as? Int == 1 && json["threads"] as? Int == 1 && json["version"] as? Int == 1)
        let query = try #require(json["query"] as? [String: Any])
        #expect(query["filter"] as? String == "\"kettle\" date:2024-03-01..2024-03-31")
        let dates = try #require(query["dates"] as? [[String: String]])
        #expect(
            dates == [
                [
                    "written": "date:2024-03", "days": "2024-03-01..2024-03-31", "from": "2024-03-01T00:00:00Z",
                    "to": "2024-04-01T00:00:00Z",
                ]
            ])
    }

    @Test func `all lists every match, newest first, and ends with their number`() throws {
        let text = try fixture.recall("search", "--all", "kettle")
        let lines = text.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("2024-03-04 10:00 · Ada Lind · Keys for the mill · email "))
        // The time of a note's file is no date of the note, and what has none comes last.
        #expect(lines[1].hasPrefix("Boiler · note "))
        #expect(lines[2] == "2 items in 2 threads: \"kettle\"")
        let json = try fixture.recall("search", "--all", "the OR mill", "--format", "json").jsonLines
        #expect(
            json.dropLast().compactMap { $0["title"] as? String }.sorted() == ["Boiler", "Ferns", "Keys for the mill"])
        #expect(json.last?["items"] as? Int == 3)
        #expect(try fixture.recall("search", "--all", "zeppelin").code == 1)
    }

    @Test func `search says how it read a query that is more than words`() throws {
        let found = try fixture.recall("search", "kettle from:ada date:")
        #expect(found.output.contains("\nFilter: from:\"ada\" (1 item)\n"))
        #expect(found.output.contains("Note: character 17 of the query: “date:” has nothing after it"))
        let query = try fixture.recall("search", "kettle -night", "--format", "json").json["query"] as? [String: Any]
        #expect(query?["freeText"] as? String == "kettle" && query?["filter"] as? String == "-\"night\"")
        #expect(query?["items"] as? Int == 2 && query?["passages"] as? Int == 2)
        #expect(!(try fixture.recall("search", "kettle").output.contains("Filter:")))
    }

    @Test func `explain shows the reading, the dates, the filter's size and each score`() throws {
        let lines = try fixture.recall("search", "--explain", "keys kind:mail after:2024-03").output.split(
            separator: "\n")
        #expect(
            lines.prefix(4) == [
                "Words to rank by: keys", "Filter: kind:email date:2024-03-01..", "Date: after:2024-03 is 2024-03-01..",
                "Passing: 1 item, 1 passage",
            ])
        #expect(lines.contains { $0.hasPrefix("   Score ") && $0.contains("covers 100 %") })
    }

    @Test func `a filter alone lists the newest, and sort orders what was found by date`() throws {
        let titles = { (arguments: [String]) in
            let outcome = try RecallProcess.run(
                ["search", "--format", "json", "--library", fixture.library] + arguments,
                environment: ["RECALL_MODELS": fixture.scratch.path + "/none", "TZ": "UTC"], in: fixture.scratch)
            return outcome.titles
        }
        #expect(try titles(["keys kettle"]) == ["Keys for the mill", "Boiler"])
        let newer = try fixture.scratch.write("more/2025-01-02.md", "# Descaled\n\nThe kettle again.")
        #expect(try fixture.recall("import", newer).code == 0)
        // What has no date comes last.
        #expect(try titles(["kett*"]) == ["Descaled", "Keys for the mill", "Boiler"])
        #expect(try titles(["--", "-kettle"]) == ["Ferns"])
        #expect(try titles(["whistles OR kettle"]).first == "Boiler")
        let byDate = try titles(["whistles OR kettle", "--sort", "date"])
        #expect(byDate == ["Descaled", "Keys for the mill", "Boiler"])
    }

    @Test func `folders are places, and those above the home folder are none`() throws {
        try fixture.scratch.write("home/Old letters/a.md", "A letter.")
        let folder = fixture.scratch.path + "/home"
        let environment = ["RECALL_LIBRARY": fixture.library, "HOME": folder, "RECALL_MODELS": folder + "/none"]
        let count = { (query: String) in
            try RecallProcess.run(
                ["count", query, "--format", "json"], environment: environment, in: fixture.scratch
            ).json["items"] as? Int
        }
        _ = try RecallProcess.run(["import", folder + "/Old letters"], environment: environment, in: fixture.scratch)
        #expect(try count("in:letters") == 1)
        #expect(try count("in:\"old letters\"") == 1)
        #expect(try count("in:in") == 3)
        #expect(try count("in:home") == 0)
    }
}
