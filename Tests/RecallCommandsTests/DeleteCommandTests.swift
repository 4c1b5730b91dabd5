import Foundation
import RecallCore
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

@Suite(.waiting, .scratch) struct DeleteCommandTests {
    private let fixture: CommandFixture

    init() throws {
        fixture = try CommandFixture()
        try fixture.importSome()
    }

    /// The id of the only item that a query lists.
    private func id(_ query: String) throws -> String {
        let lines = try fixture.recall("search", query, "--all", "--format", "json").jsonLines
        return try #require(lines.first?["id"] as? String)
    }

    @Test func `an item is deleted for good, and importing again leaves it out`() throws {
        let mail = try id("subject:keys")
        let outcome = try fixture.recall("delete", "--item", String(mail.prefix(10)), "--yes")
        #expect(outcome.code == 0 && outcome.output == "Deleted 1 item; 1 thread gone entirely.\n")
        #expect(try fixture.recall("show", mail).code == 1)
        #expect(try LibraryLocation(path: fixture.library).found(["ada@people.example", "keys@made-up.example"]) == [])

        let file = fixture.scratch.path + "/in/mail.eml"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try fixture.scratch.write("in/copy.eml", text)
        let again = try fixture.recall("import", fixture.scratch.path + "/in")
        #expect(
            again.code == 0
                && again.output.contains(
                    "\n1 deleted item stayed out; --restore-deleted brings back what was deleted.\n")
        )
        let restored = try fixture.recall("import", file, "--restore-deleted", "--format", "json")
        #expect(restored.json["new"] as? Int == 1)
        #expect(try fixture.recall("show", mail).code == 0)
    }

    @Test func `all that matches a query is deleted, and importing again leaves it out`() throws {
        for number in 0..<3 {
            try fixture.scratch.write(
                "more/\(number).eml",
                "From: Ada <ada@shop.example>\nMessage-ID: <\(number)@shop.example>\nSubject: Offer \(number)\n\n"
                    + "Tulip bulbs, \(number) euros.\n")
        }
        let folder = fixture.scratch.path + "/more"
        #expect(try fixture.recall("import", folder, "--no-embed").code == 0)
        let asked = try fixture.recall("delete", "--matching", "from:ada@shop.example")
        #expect(asked.code == 1 && asked.errors.contains("Nothing is deleted without a yes"))
        let outcome = try fixture.recall("delete", "--matching", "from:ada@shop.example subject:offer", "--yes")
        #expect(outcome.output == "Deleted 3 items; 3 threads gone entirely.\n", "\(outcome.errors)")
        #expect(try LibraryLocation(path: fixture.library).found(["ada@shop.example", "tulip"]) == [])
        try fixture.scratch.write("more/copy.eml", String(contentsOfFile: folder + "/1.eml", encoding: .utf8))
        #expect(try fixture.recall("import", folder, "--no-embed").output.contains("1 deleted item stayed out"))
        #expect(try fixture.recall("search", "keys", "--all").code == 0)
        #expect(try fixture.recall("delete", "--matching", "from:ada@shop.example", "--yes").code == 1)
    }

    @Test(arguments: ["", "  ", "frm:ada keys", "from:ad", "after:nonsense keys", "NEAR(", "mails from Ada"])
    func `a query that is not read exactly as it is written deletes nothing`(query: String) throws {
        let outcome = try fixture.recall("delete", "--matching", query, "--yes")
        #expect(outcome.code != 0 && outcome.output.isEmpty, "\(outcome.output)\(outcome.errors)")
        #expect(try fixture.recall("search", "subject:keys", "--all").code == 0)
    }

    @Test(arguments: ["-zzzz", "NOT from:nobody@x.example", "keys OR -keys", "-(from:ada -keys)"])
    func `a query that only says what to keep deletes nothing`(query: String) throws {
        let outcome = try fixture.recall("delete", "--matching=" + query, "--yes")
        #expect(outcome.code != 0 && outcome.errors.contains("what to keep"), "\(outcome.output)\(outcome.errors)")
        #expect(try fixture.recall("search", "subject:keys", "--all").code == 0)
    }

    @Test func `a file is deleted without those whose names only look alike, a folder with all names in it`() throws {
        // "é" written in two ways, and a name that begins with a mark, which joins the slash before it to one character.
        for (number, name) in ["\u{E9}.md", "e\u{301}.md", "more/\u{301}x.md"].enumerated() {
            try fixture.scratch.write("names/" + name, "# Canary \(number)\n\nA canary of number \(number).\n")
        }
        let folder = fixture.scratch.path + "/names"
        #expect(try fixture.recall("import", folder, "--no-embed").code == 0)
        func left() throws -> Int? {
            try fixture.recall("search", "canary", "--all", "--format", "json").jsonLines.last?["items"] as? Int
        }
        #expect(
            try fixture.recall("delete", "--source", folder + "/\u{E9}.md", "--yes").output.hasPrefix("Deleted 1 item"))
        #expect(try left() == 2)
        #expect(try fixture.recall("delete", "--source", folder + "/more", "--yes").output.hasPrefix("Deleted 1 item"))
        #expect(try left() == 1)
    }

    @Test func `a deletion beside a reader says that the words remain, and the next opening removes them`() throws {
        let location = LibraryLocation(path: fixture.library)
        let boiler = try id("whistles")
        try LibraryStore(at: location, for: .read).read { snapshot in
            #expect(try snapshot.deletionCount() == 0)
            let outcome = try fixture.recall("delete", "--item", boiler, "--yes", "--format", "json")
            #expect(outcome.code == 0 && outcome.json["textRemains"] as? Bool == true, "\(outcome.errors)")
            let text = try fixture.recall("delete", "--item", try id("ferns"), "--yes").output
            #expect(text.contains("another program is reading the library"))
            #expect(try location.found(["whistles", "ferns grow"]).count == 2)
        }
        let outcome = try fixture.recall("delete", "--item", try id("subject:keys"), "--yes", "--format", "json")
        #expect(outcome.json["items"] as? Int == 1 && outcome.json["textRemains"] == nil)
        #expect(try location.found(["whistles", "ferns grow"]) == [])
    }

    @Test func `an import of unchanged files says that what was deleted stays out`() throws {
        let folder = fixture.scratch.path + "/in"
        #expect(try !fixture.recall("import", folder).output.contains("--restore-deleted"))
        #expect(try fixture.recall("delete", "--item", try id("subject:keys"), "--yes").code == 0)
        let again = try fixture.recall("import", folder).output
        #expect(again.contains("What you deleted stays out, of files that have not changed too; --restore-deleted"))
    }

    @Test func `a folder goes with all that came from it`() throws {
        let outcome = try fixture.recall(
            "delete", "--source", fixture.scratch.path + "/in", "--yes", "--format", "json")
        #expect(outcome.code == 0)
        #expect(outcome.json["items"] as? Int == 3 && outcome.json["threads"] as? Int == 3)
        #expect(try fixture.recall("sources").output == "Nothing is imported yet.\n")
        #expect(try fixture.recall("delete", "--source", fixture.scratch.path + "/in", "--yes").code == 1)
        try fixture.importSome()
        let status = try fixture.recall("status", "--format", "json").json["library"] as? [String: Any]
        #expect(status?["threads"] as? Int == 3)
    }

    @Test func `a folder's siblings whose names begin alike stay`() throws {
        for sibling in ["inbox", "in.old", "in 2"] {
            try fixture.scratch.write("\(sibling)/\(sibling).md", "A note in the folder beside it.")
            #expect(try fixture.recall("import", fixture.scratch.path + "/" + sibling).code == 0)
        }
        #expect(try fixture.recall("delete", "--source", fixture.scratch.path + "/in", "--yes").code == 0)
        let sources = try fixture.recall("sources", "--format", "json").json["sources"] as? [[String: Any]]
        let names = (sources ?? []).compactMap { ($0["path"] as? String)?.split(separator: "/").last.map(String.init) }
        #expect(Set(names) == ["inbox.md", "in.old.md", "in 2.md"])
    }

    @Test func `a thread is deleted, and sources say what is left of each file`() throws {
        let outcome = try fixture.recall("delete", "--thread", try id("ferns"), "--yes")
        #expect(outcome.code == 0)
        let sources = try fixture.recall("sources", "--format", "json").json["sources"] as? [[String: Any]]
        let items = Dictionary(
            uniqueKeysWithValues: (sources ?? []).map {
                (($0["path"] as? String ?? "").split(separator: "/").last ?? "", $0["items"] as? Int)
            })
        #expect(items == ["Boiler.md": 1, "Ferns.md": 0, "mail.eml": 1])
        #expect(try fixture.recall("sources").output.contains("/in/mail.eml: mail, 1 item, "))
    }

    @Test func `a whole chat is deleted, and what is no chat is not`() throws {
        let lines = (1...9).map { "0\($0).0\($0).21, 10:00 - \($0 % 2 == 0 ? "Ada" : "Ben"): the weir is at \($0)" }
        try fixture.scratch.write("in/WhatsApp Chat with Ben.txt", lines.joined(separator: "\n"))
        #expect(try fixture.recall("import", fixture.scratch.path + "/in").code == 0)
        let message = try id("weir")
        let thread = try fixture.recall("delete", "--thread", message, "--yes", "--format", "json").json
        #expect(thread["items"] as? Int == 1)
        let chat = try fixture.recall("delete", "--chat", try id("weir"), "--yes", "--format", "json").json
        #expect(chat["items"] as? Int == 8 && chat["threads"] as? Int == 8)
        let note = try fixture.recall("delete", "--chat", try id("ferns"), "--yes")
        #expect(note.code == 1 && note.errors.contains("Say --thread instead"), "\(note.errors)")
    }

    @Test func `nothing is deleted without a yes, or without saying what`() throws {
        let mail = try id("subject:keys")
        let unasked = try fixture.recall("delete", "--item", mail, input: "y\n")
        #expect(unasked.code == 1 && unasked.errors.contains("--yes"))
        #expect(try fixture.recall("show", mail).code == 0)
        for arguments in [["delete"], ["delete", "--item", mail, "--thread", mail], ["delete", "--item", "xyz"]] {
            let outcome = try RecallProcess.run(
                arguments, environment: ["RECALL_LIBRARY": fixture.library], in: fixture.scratch)
            #expect(outcome.code == 64)
        }
    }
}
