import Foundation
import RecallKit
import RecallTestSupport
import Testing

/// `recall memory`.
struct MemoryCommandTests {
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
        #expect(try fixture.recall("memory").output == "Nothing is remembered yet. recall memory add\n")
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
        #expect(edit.code == 0 && edit.json["sensitivity"] as? String == "secret")
        #expect(edit.json["until"] as? String == "2099-04-01T00:00:00Z" && edit.json["ended"] as? Bool == false)
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
