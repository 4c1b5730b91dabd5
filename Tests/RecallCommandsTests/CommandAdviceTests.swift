import Foundation
import RecallTestSupport
import Testing

/// What the command line says to do next.
@Suite(.waiting, .scratch) struct CommandAdviceTests {
    private let fixture: CommandFixture

    init() throws {
        fixture = try CommandFixture()
    }

    @Test func `recall alone says the three things one wants first`() throws {
        let first = try fixture.recall()
        #expect(first.code == 0 && first.errors.isEmpty)
        let positions = ["recall import PATH...", "recall search \"what you remember\"", "recall serve"].map {
            first.output.range(of: $0)?.lowerBound
        }
        #expect(!positions.contains(nil) && positions.compactMap(\.self) == positions.compactMap(\.self).sorted())
        #expect(first.output.contains("There is no library yet.") && first.output.contains("recall --help"))
        try fixture.importSome()
        #expect(try fixture.recall().output.contains("Your library: \(fixture.library)\n"))
    }

    @Test(arguments: [
        (["serch", "kettle"], "There is no command 'serch'. Did you mean 'search'?"),
        (["Show", "3"], "Did you mean 'show'?"), (["improt", "x"], "Did you mean 'import'?"),
        (["hlep"], "Did you mean 'help'?"), (["model", "instal"], "Did you mean 'install'?"),
        (["--vesion"], "There is no option '--vesion'. Did you mean '--version'?"),
        (["import", "--embedonly"], "Did you mean '--embed-only'?"),
        (["search", "kettle", "--limt", "3"], "Did you mean '--limit'?"),
        (["xyzzy"], "There is no command 'xyzzy'. All commands: recall --help"),
        (["help", "serch"], "There is no command 'serch'. Did you mean 'search'?"),
        (["help", "model", "instal"], "Did you mean 'install'?"),
        (["memory", "ad", "My dentist is Dr. Weber"], "There is no command 'ad'. Did you mean 'add'?"),
        (["watch", "remov", "Mail"], "Did you mean 'remove'?"), (["memory", "delete", "1"], "Did you mean 'forget'?"),
    ])
    func `a misspelt command or option is answered with the nearest`(arguments: [String], answer: String) throws {
        let outcome = try RecallProcess.run(
            arguments, environment: ["RECALL_LIBRARY": fixture.library, "COLUMNS": ""], in: fixture.scratch)
        #expect(outcome.code == 64 && outcome.errors.contains(answer), "\(outcome.errors)")
    }

    @Test func `a path that is not there makes no library`() throws {
        let outcome = try fixture.recall("import", fixture.scratch.path + "/nothing.mbox")
        #expect(
            outcome.code == 1 && outcome.errors.contains("There is no such file or folder: \(fixture.scratch.path)"))
        #expect(!FileManager.default.fileExists(atPath: fixture.library))
        let some = try fixture.scratch.write("some/a.md", "The kettle whistles.")
        let mixed = try fixture.recall("import", "--no-embed", some, fixture.scratch.path + "/nothing.mbox")
        #expect(mixed.code == 0 && mixed.output.contains("1 failure"), "\(mixed)")
    }

    @Test func `a kind is named as people name it`() throws {
        try fixture.importSome()
        let found = try ["note", "notes", "Notes"].map { try fixture.recall("search", "kettle", "--kind", $0).output }
        #expect(Set(found).count == 1 && found[0].contains("kettle"))
        #expect(try fixture.recall("search", "kettle", "--kind", "nodes").code == 64)
    }

    @Test(arguments: [
        ["import", ""], ["import", "a", ""], ["show", ""], ["similar", ""], ["validate", ""],
        ["eval", ""],
        ["status", "--library", ""], ["status", "--library="], ["search", "kettle", "--format", ""],
        ["search", "x", "--kind="],
        ["delete", "--item", ""], ["delete", "--source", "", "--yes"], ["import", "--as", "", "a"],
        ["model", "install", ""],
    ])
    func `an argument that is empty is an error, never the working folder`(arguments: [String]) throws {
        let folder = try fixture.scratch.write("work/a.md", "The kettle whistles.")
        let outcome = try RecallProcess.run(
            arguments, environment: ["RECALL_LIBRARY": fixture.library, "COLUMNS": ""], in: fixture.scratch)
        #expect(outcome.code == 64 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.errors.contains("Give it") && outcome.errors.contains("or leave it out."), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: fixture.library), "\(folder)")
    }

    @Test(arguments: [["search", ""], ["search", "--all", ""], ["count", "", " "]])
    func `an empty query is asked for`(arguments: [String]) throws {
        let outcome = try fixture.recall(arguments)
        #expect(outcome.code == 64 && outcome.errors.contains("Say what to search for: recall \(arguments[0]) \""))
    }

    @Test(arguments: [["ask", ""], ["ask", "--no-model", ""], ["ask", " ", "--no-model"]])
    func `an empty question is said to be empty`(arguments: [String]) throws {
        let outcome = try fixture.recall(arguments)
        #expect(outcome.code == 64 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("The question is empty. Ask it in quotation marks: recall ask"), "\(outcome)")
    }

    @Test(arguments: [
        (["search", "-draft"], "recall search -- '-draft'"),
        (["search", "-draft plan"], "recall search -- '-draft plan'"),
        (["search", #"-"annual plan" kettle"#], #"recall search -- '-"annual plan" kettle'"#),
        (["count", "kettle", "-(a OR b)"], "recall count -- 'kettle -(a OR b)'"),
        (["search", "-draft", "plan", "-n", "3"], "recall search -- '-draft'"),
        (["search", "-notes"], "recall search -- '-notes'"),
    ])
    func `a query that begins with a minus is answered with how to write it`(arguments: [String], answer: String) throws
    {
        let outcome = try fixture.recall(arguments)
        #expect(outcome.code == 64 && outcome.errors.contains(answer), "\(outcome.errors)")
        let (command, query) = (arguments[0], arguments.dropFirst())
        try fixture.importSome()
        #expect(try fixture.recall([command, "--"] + query).code != 64)
        #expect(try fixture.recall(["search", "kettle", "-n", "1"]).code == 0)
    }

    @Test func `what came twice in a first import is not said to be known before`() throws {
        let folder = fixture.scratch.path + "/twice"
        for name in ["a", "b"] {
            try fixture.scratch.write(
                "twice/\(name).eml", "Message-ID: <one@made-up.example>\nSubject: One\n\nThe kettle.\n")
        }
        #expect(try fixture.recall("import", folder).output.contains("2 items: 1 new, 1 there twice.\n"))
        try fixture.scratch.write("twice/c.eml", "Message-ID: <two@made-up.example>\nSubject: Two\n\nThe lamp.\n")
        #expect(try fixture.recall("import", folder).output.contains("3 items: 1 new, 2 already there.\n"))
    }

    @Test func `what a number that is to be deleted may be is said`() throws {
        let outcome = try fixture.recall("delete", "3")
        #expect(outcome.code == 64 && outcome.errors.contains("recall delete --item 3"))
    }

    @Test func `what a quoted line goes on with is quoted, too`() throws {
        try fixture.scratch.write(
            "in/reply.eml",
            "Message-ID: <r@made-up.example>\nSubject: Reply\n\nYes.\n\n"
                + "> the kettle that we bought in the little shop by the river whistles\n")
        _ = try fixture.recall("import", fixture.scratch.path + "/in/reply.eml")
        let shown = try RecallProcess.run(
            ["show", try #require(fixture.recall("search", "reply", "--format", "json").firstID)],
            environment: ["RECALL_LIBRARY": fixture.library, "COLUMNS": "40"], in: fixture.scratch
        ).output
        #expect(shown.contains("\n> the kettle that we bought in the\n> little shop by the river whistles\n"))
    }

    @Test func `search --all lists no more than --limit, and counts all`() throws {
        try fixture.importSome()
        let all = try fixture.recall("search", "--all", "kettle")
        #expect(all.output.split(separator: "\n").count == 3)
        let one = try fixture.recall("search", "--all", "kettle", "--limit", "1").output.split(separator: "\n")
        #expect(one.count == 2 && one[0] == all.output.split(separator: "\n")[0])
        #expect(one[1].hasPrefix("2 items in 2 threads: ") && one[1].hasSuffix("; the newest 1 are listed"))
        let json = try fixture.recall("search", "--all", "kettle", "-n", "1", "--format", "json").jsonLines
        #expect(json.count == 2 && json[1]["items"] as? Int == 2)
    }

    @Test func `only embedding says what was embedded, or that nothing is left`() throws {
        try fixture.importSome()
        let without = try fixture.recall("import", "--embed-only").output
        #expect(without.contains("3 passages not embedded yet") && without.contains("recall model install"))
        #expect(!without.contains("Nothing to import"))
        #expect(
            try fixture.recall("import", "--embed-only", withModel: true).output.hasPrefix("Embedded 3 passages.\n"))
        let again = try fixture.recall("import", "--embed-only", withModel: true).output
        #expect(again == "Nothing to embed: all passages are embedded.\n")
        #expect(try fixture.recall("status").output.contains("; 3 vectors compared one by one\n"))
    }

    @Test func `an import without embedding says once what is left to embed`() throws {
        let note = try fixture.scratch.write("in/Boiler.md", "The kettle whistles at night.")
        let output = try fixture.recall("import", "--no-embed", note, withModel: true).output
        #expect(
            output.contains(
                "1 passage not embedded yet, so found by words only. To embed: recall import --embed-only\n"))
        let embedded = try fixture.recall("import", note, withModel: true).output
        #expect(embedded.contains("Embedded 1 passage.") && !embedded.contains("not embedded"))
    }

    @Test func `an import names what it left out because it had been deleted`() throws {
        try fixture.importSome()
        let id = try #require(try fixture.recall("search", "keys", "--format", "json").firstID)
        #expect(try fixture.recall("delete", "--item", id, "--yes").code == 0)
        let folder = fixture.scratch.path + "/in"
        let copy = fixture.scratch.path + "/again.eml"
        try FileManager.default.copyItem(atPath: folder + "/mail.eml", toPath: copy)
        let output = try fixture.recall("import", copy).output
        #expect(output.contains("1 item, all deleted before: nothing imported.\n"))
        #expect(output.contains("1 deleted item stayed out; --restore-deleted brings back what was deleted.\n"))
        #expect(try fixture.recall("import", copy, "--restore-deleted").output.contains("1 item: 1 new."))
    }

    @Test func `advice names the library that the command named, and only then`() throws {
        let library = fixture.scratch.path + "/Bea's library"
        let note = try fixture.scratch.write("in/Boiler.md", "The kettle whistles at night.")
        let missing = try fixture.recall("status", "--library", library)
        let option = "--library '\(fixture.scratch.path)/Bea'\\''s library'"
        #expect(missing.errors.contains("recall import PATH \(option)"))
        _ = try fixture.recall("import", note, "--library", library)
        #expect(
            try fixture.recall("status", "--library", library).output.contains("recall import --embed-only \(option)"))
        #expect(
            try fixture.recall("doctor", "--library", library).output.contains("recall import --embed-only \(option)"))
        #expect(try fixture.recall("status").errors.contains("recall import PATH\n"))
    }
}
