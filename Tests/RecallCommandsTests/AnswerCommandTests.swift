import Foundation
import RecallTestSupport
import Testing

/// `recall ask` and `recall chat` without a language model.
struct AnswerCommandTests {
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
}
