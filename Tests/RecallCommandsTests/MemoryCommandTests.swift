import Foundation
import RecallKit
import RecallTestSupport
import Testing

/// `recall memory`.
@Suite(.waiting, .scratch) struct MemoryCommandTests {
    private let fixture: CommandFixture

    init() throws {
        fixture = try CommandFixture()
        try fixture.importSome()
    }

    private func memories() throws -> [[String: Any]] {
        let json = try fixture.recall("memory", "list", "--format", "json").json
        return try #require(json["memories"] as? [[String: Any]])
    }

    @Test func `a memory is added, listed, found, changed and forgotten`() throws {
        #expect(try fixture.recall("memory").output.hasPrefix("Nothing is remembered yet."))
        let added = try fixture.recall("memory", "add", "My", "dentist", "is", "Dr. Weber", "--type", "person")
        #expect(added.code == 0 && added.output.hasPrefix("Remembered.\n"))
        let memory = try #require(try memories().first)
        #expect(memory["text"] as? String == "My dentist is Dr. Weber" && memory["type"] as? String == "person")
        let id = try #require(memory["id"] as? String)
        #expect(
            try fixture.recall("memory", "list").output.contains(String(id.prefix(8)) + "  My dentist is Dr. Weber"))
        #expect(try fixture.recall("memory", "list", "dentist").output.contains("Dr. Weber"))
        #expect(try fixture.recall("memory", "list", "kettle").output == "No memory belongs to these words.\n")
        let edit = try fixture.recall(
            "memory", "edit", String(id.prefix(6)), "--text", "My dentist is Dr. Okafor", "--sensitivity", "secret",
            "--until", "2099-03-31", "--format", "json")
        let edited = try #require(edit.json["memory"] as? [String: Any])
        #expect(edit.code == 0 && edited["sensitivity"] as? String == "secret")
        #expect(edited["until"] as? String == "2099-04-01T00:00:00Z" && edited["ended"] as? Bool == false)
        #expect(try fixture.recall("memory", "forget", id).output == "Forgotten.\n")
        #expect(try memories().isEmpty)
        #expect(try fixture.recall("memory", "forget", id).code == 1)
    }

    @Test func `a contradiction is not kept, until the person says which holds`() throws {
        #expect(try fixture.recall("memory", "add", "I live in Leeds").code == 0)
        let asked = try fixture.recall("memory", "add", "I live in York", "--format", "json")
        #expect(asked.code == 4 && asked.json["outcome"] as? String == "contradicts")
        #expect(try memories().count == 1)
        #expect(try fixture.recall("memory", "add", "I live in York", "--replace").code == 0)
        let ended = try memories().filter { $0["ended"] as? Bool == true }.map { $0["text"] as? String }
        #expect(ended == ["I live in Leeds"])
        #expect(try fixture.recall("memory", "add", "I live in York.").output.hasPrefix("That is remembered already."))
    }

    @Test func `an edited text and a file are checked as a new memory is`() throws {
        #expect(try fixture.recall("memory", "add", "I live in Leeds").code == 0)
        #expect(try fixture.recall("memory", "add", "I like tea").code == 0)
        let id = try #require(try memories().first { $0["text"] as? String == "I like tea" }?["id"] as? String)
        let asked = try fixture.recall("memory", "edit", id, "--text", "I live in York")
        #expect(asked.code == 4 && asked.output.contains("I live in Leeds"))
        try fixture.scratch.write("york.md", "---\n---\nI live in York\n")
        let file = fixture.scratch.path + "/york.md"
        let imported = try fixture.recall("memory", "import", file)
        #expect(imported.code == 4 && imported.output.contains("I live in York"))
        #expect(try memories().count == 2)
        #expect(try fixture.recall("memory", "import", file, "--keep-both").code == 0)
        #expect(try memories().count == 3)
    }

    @Test func `type, sensitivity and end are read from the words, where nothing else is said`() throws {
        let added = try fixture.recall("memory", "add", "I am allergic to nuts until 31 March 2099", "--format", "json")
        let memory = try #require(added.json["memory"] as? [String: Any])
        #expect(memory["sensitivity"] as? String == "private" && memory["until"] as? String == "2099-04-01T00:00:00Z")
        let told = try fixture.recall("memory", "add", "I prefer window seats")
        #expect(told.output.contains("preference,") && told.output.contains("read from the words"))
        let said = try fixture.recall("memory", "add", "I like nuts", "--type", "fact", "--format", "json")
        #expect((said.json["memory"] as? [String: Any])?["type"] as? String == "fact")
        #expect(try fixture.recall("memory", "list").output.contains("until 2099-03-31\n"))
    }

    @Test func `an empty list says why`() throws {
        #expect(try fixture.recall("memory", "add", "I like tea", "--until", "2020-01-01").code == 0)
        #expect(try fixture.recall("memory", "list", "tea").output.hasPrefix("All memories have ended."))
        let none = try fixture.recall("memory", "list", "--type", "person").output
        #expect(none == "No memory is of the type person. There are: preference.\n")
        #expect(try fixture.recall("memory", "list", "--type", "wish").errors.contains("'preference'"))
    }

    @Test func `an export overwrites nothing unless it is told to`() throws {
        let file = fixture.scratch.path + "/notes.md"
        try fixture.scratch.write("notes.md", "mine")
        #expect(try fixture.recall("memory", "add", "I like tea").code == 0)
        let refused = try fixture.recall("memory", "export", file)
        #expect(refused.code == 1 && refused.errors.contains("--force"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
        #expect(try fixture.recall("memory", "export", file, "--force").code == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("I like tea"))
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: fixture.scratch.path).count { $0.hasPrefix("notes") }
                == 1)
    }

    @Test func `what is exported is imported elsewhere exactly`() throws {
        for text in ["I like tea", "The key is in the barn", "---"] {
            #expect(try fixture.recall("memory", "add", "--until", "2099-01-01", "--", text).code == 0)
        }
        let file = fixture.scratch.path + "/memories.md"
        #expect(try fixture.recall("memory", "export", file).code == 0)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(try fixture.recall("memory", "export").output == text)
        let other = try CommandFixture()
        try other.importSome()
        let imported = try other.recall("memory", "import", file)
        #expect(imported.output == "New or changed: 3 of 3 in the file.\n")
        #expect(try other.recall("memory", "export").output == text)
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func `a file that is wrong changes nothing, and the line is said`() throws {
        let file = fixture.scratch.path + "/wrong.md"
        try fixture.scratch.write("wrong.md", "---\n---\nI like tea\n\n---\ntype: wish\n---\nI like it\n")
        let outcome = try fixture.recall("memory", "import", file)
        #expect(outcome.code == 1 && outcome.errors.contains("Line 6") && !outcome.errors.contains("tea"))
        #expect(try memories().isEmpty)
        #expect(try fixture.recall("memory", "import", fixture.scratch.path + "/none.md").code == 1)
    }

    @Test(arguments: [
        ["add", ""], ["add", "a", "--until", "soon"], ["add", "a", "--until", "2027-02-30"], ["edit", "0"],
        ["add", "a", "--replace", "--keep-both"], ["forget", "xyz"], ["forget", "0123"],
        ["add", "a", "--type", "wish"],
    ])
    func `what cannot be done is refused`(arguments: [String]) throws {
        #expect(try fixture.recall(["memory"] + arguments).code != 0)
        #expect(try memories().isEmpty)
    }

    @Test func `what is told to ask is remembered`() throws {
        let told = try fixture.recall("ask", "Remember that the key is in the barn", "--no-model")
        #expect(told.code == 0 && told.output.contains("I will remember: The key is in the barn"))
        let asked = try fixture.recall("ask", "Where is the key in the barn?", "--no-model", "--format", "json")
        #expect((asked.json["answer"] as? String)?.contains("You told me") == true)
        #expect((asked.json["memories"] as? [[String: Any]])?.count == 1)
        #expect(try memories().first?["used"] is String)
    }
}
