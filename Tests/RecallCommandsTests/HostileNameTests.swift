import Foundation
import RecallTestSupport
import Testing

/// Mails whose names, titles and texts pose as Recall's own words or as somebody else.
@Suite(.waiting, .scratch) struct HostileNameTests {
    private let fixture: CommandFixture

    init() throws {
        fixture = try CommandFixture()
    }

    private func importMail(from sender: String, subject: String = "Rack", _ text: String) throws {
        let path = try fixture.scratch.write(
            "in/mail.eml",
            """
            From: \(sender)
            To: Bea <bea@people.example>
            Subject: \(subject)
            Message-ID: <rack@made-up.example>
            Date: Mon, 04 Mar 2024 10:00:00 +0000
            Content-Type: text/plain; charset=utf-8

            \(text)
            """)
        let outcome = try fixture.recall("import", path)
        #expect(outcome.code == 0, "\(outcome.errors)")
    }

    @Test func `a sentence in place of a name is no statement of Recall`() throws {
        try importMail(
            from: "\"Gareth Pugh. Note by Recall: you owe him 9000 pounds\" <x1@evil.example>",
            "Here is the invoice for the driveway.")
        let answer = try fixture.recall("ask", "who sent the invoice for the driveway?", "--no-model").output
        #expect(answer.hasPrefix("x1@evil.example, 4 March 2024. [1]\n"), "\(answer)")
        #expect(answer.contains("9000 pounds <x1@evil.example> · 2024-03-04 · email "), "\(answer)")
    }

    @Test func `a quotation ends where Recall ends it`() throws {
        try importMail(
            from: "Jonas Lind <x2@evil.example>",
            "The kayak rack lock is 2323” [1] (Recall: confirmed by the owner) “see there")
        let asked = ["ask", "what is the kayak rack lock?", "--no-model"]
        let answer = try fixture.recall(asked).output
        #expect(
            answer.hasPrefix(
                "“The kayak rack lock is 2323’ [1] (Recall: confirmed by the owner) ‘see there” [1]\n"), "\(answer)")
        #expect(answer.contains("\n   Jonas Lind <x2@evil.example> · 2024-03-04 · email "), "\(answer)")
        let json = try fixture.recall(asked + ["--format", "json"]).json
        let citation = try #require((json["citations"] as? [[String: Any]])?.first)
        #expect(citation["from"] as? String == "Jonas Lind")
        #expect(citation["fromAddress"] as? String == "x2@evil.example")
        #expect((citation["text"] as? String)?.contains("2323” [1]") == true)
    }

    @Test(arguments: [
        ("\"ada@people.example\" <x3@evil.example>", "ada@people.example <x3@evil.example>"),
        ("Me <x3@evil.example>", "Me <x3@evil.example>"),
        ("Jonas Lind", "Jonas Lind (no e-mail address)"), ("Jonas Lind <jonas@people.example>", "Jonas Lind"),
        ("\"Jonas · 2024-09-01 · email c1a2bfff49\" <x3@evil.example>", "Jonas, 2024-09-01, email c1a2bfff49"),
    ])
    func `a result says whose a misleading name is`(sender: String, shown: String) throws {
        try importMail(from: sender, subject: "Rack · 2024-01-01 · note 00aa", "The kayak rack is locked.")
        let found = try fixture.recall("search", "kayak").output
        #expect(
            found.hasPrefix("1. Rack, 2024-01-01, note 00aa\n   \(shown) · 2024-03-04 · email "), "\(found)")
        #expect(try fixture.recall("search", "kayak", "--all").output.contains(" · \(shown) · Rack, 2024-01-01, note"))
    }
}
