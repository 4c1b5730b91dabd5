import Foundation
import RecallTestSupport
import Testing

/// `recall ask` and `recall chat` without a language model.
@Suite(.waiting, .scratch) struct AnswerCommandTests {
    private let fixture: CommandFixture

    init() throws {
        fixture = try CommandFixture()
        try fixture.importSome()
    }

    @Test func `ask answers with quotations and says where they stand`() throws {
        let outcome = try fixture.recall("ask", "where", "are", "the", "keys", "--format", "json")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.json["found"] as? Bool == true && outcome.json["model"] is NSNull)
        let citations = outcome.json["citations"] as? [[String: Any]] ?? []
        #expect(citations.first?["text"] as? String == "The keys are under the kettle.")
    }

    @Test func `what the library does not say ends with exit code 3`() throws {
        let outcome = try fixture.recall("ask", "who discovered the moons of Jupiter")
        #expect(outcome.code == 3)
        #expect(outcome.output.contains("Nothing was found."))
    }

    @Test func `what may be read is set by kind, by day and by a query, together`() throws {
        func found(_ options: String...) throws -> Bool? {
            let arguments = ["ask", "where are the keys", "--format", "json"] + options
            return try fixture.recall(arguments).json["found"] as? Bool
        }
        #expect(try found("--kind", "email", "--kind", "document", "--since", "2024-03-01", "--in", "from:ada") == true)
        #expect(try found("--kind", "note", "--kind", "document") == false)
        #expect(try found("--since", "2024-03-05") == false)
        #expect(try found("--in", "from:bea OR kind:note") == false)
        #expect(try fixture.recall("ask", "keys", "--since", "whenever").code == 64)
        #expect(try fixture.recall("ask", "keys", "--in", "kettle").code == 64)
    }

    @Test func `a chat is kept in the library, and gone on with`() throws {
        let first = try fixture.recall(
            ["chat", "--kind", "email"], input: "where are the keys\nand who wrote that\n/sources 1\n/sources 7\n")
        #expect(first.code == 0, "\(first.errors)")
        #expect(first.output.contains("“The keys are under the kettle.” [1]"))
        #expect(first.output.contains("There is no such answer."))
        let second = try fixture.recall(["chat", "--continue"], input: "/sources 1\nwhat whistles at night\n")
        #expect(second.output.contains("Keys for the mill"))
        #expect(!second.output.contains("The kettle whistles"), "the kept scope is e-mails")
    }

    @Test func `a chat that is not to be kept leaves nothing to go on with`() throws {
        #expect(try fixture.recall(["chat", "--no-keep"], input: "where are the keys\n").code == 0)
        let outcome = try fixture.recall("chat", "--continue")
        #expect(outcome.code == 1 && outcome.errors.contains("There is no conversation yet."))
    }

    @Test func `a misspelt instruction is answered with the nearest one, and none is taken for a question`() throws {
        let lines = [
            "/source", "/sorces", "sources", "quit", "/zebra", "/sources", "where are the keys", "/sources one",
            "/scope",
            "/SOURCES 1", "/?", "/exit", "never asked",
        ]
        let outcome = try fixture.recall(["chat"], input: lines.joined(separator: "\n") + "\n")
        #expect(outcome.code == 0, "\(outcome.errors)")
        for said in [
            "There is no /source. Did you mean /sources?", "There is no /sorces. Did you mean /sources?",
            "Did you mean /quit?", "There is no /zebra. /help lists", "There is no answer yet",
            "/sources takes the number of an answer", "Everything may be read.\n/scope from:anna", "Keys for the mill",
            "/both ",
        ] { #expect(outcome.output.contains(said), "\(said)") }
        #expect(try fixture.recall(["chat", "--continue"], input: "/sources 2\n").output.contains("has 1 answer."))
    }

    @Test func `a scope is taken away, refused with what it may have, and told with the way to change it`() throws {
        let lines = [
            "/scope kind:email", "/scope kind:blah", "/scope colour:red", "/scope off", "/scope kettle", "/scope",
        ]
        let outcome = try fixture.recall(["chat"], input: lines.joined(separator: "\n") + "\n")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let email = "Only items that this selects are read: kind:email"
        let said = outcome.output.split(separator: "\n").joined(separator: " ")
        for part in [
            "“kind:” is followed by email, message, document, note", "The scope is as before. \(email)",
            "“colour:” is not a field. The fields are from,", "The scope is taken away. Everything may be read.",
            "The scope is as before. Everything may be read.", "Everything may be read. /scope from:anna",
        ] { #expect(said.contains(part), "\(part) in \(said)") }
        for word in ["none", "ALL"] {
            let output = try fixture.recall(["chat"], input: "/scope kind:note\n/scope \(word)\n").output
            #expect(output.contains("The scope is taken away."), "\(word)")
        }
    }

    @Test func `a number alone in a chat shows the item that the last answer cites by it`() throws {
        let before = try fixture.recall(["chat"], input: "1\n")
        #expect(before.code == 0 && before.output.contains("There is no source to show"))
        let shown = try fixture.recall(["chat"], input: "where are the keys\n1\n/show 9\n")
        #expect(shown.output.contains("From: ") && shown.output.contains("Keys for the mill"))
        #expect(shown.output.contains("/show takes the number of a source of the last answer: 1"))
        #expect(try fixture.recall(["chat", "--continue"], input: "/sources 2\n").output.contains("has 1 answer."))
    }

    @Test func `a memory in place of another ends only the one that was shown and named`() throws {
        func chat(_ lines: String...) throws -> String {
            try fixture.recall(["chat"], input: lines.joined(separator: "\n") + "\n").output
        }
        _ = try chat("Remember that I live in Leeds", "Remember that I live in Paris", "/both")
        let asked = try chat("Remember that I live in York", "/replace", "/replace 3", "/no")
        #expect(asked.contains("“I live in Leeds”") && asked.contains("“I live in Paris”"))
        #expect(asked.contains("Which one?") && !asked.contains("Ended:"))
        let outcome = try chat("Remember that I live in Hull", "/replace 1")
        let hasEndedLeeds = outcome.contains("Ended: “I live in Leeds”")
        #expect(hasEndedLeeds || outcome.contains("Ended: “I live in Paris”"))
        let memories = try fixture.recall("memory", "list", "--format", "json").output
        let other = hasEndedLeeds ? "Paris" : "Leeds"
        #expect(memories.contains("I live in Hull") && memories.contains("I live in \(other)"), "\(memories)")
        _ = try chat("Remember that my rabbit is Ada")
        #expect(try chat("Remember that my rabbit is Bo", "/replace").contains("Ended: “My rabbit is Ada”"))
    }
}
