import Foundation
import RecallCore
import RecallStore
import RecallTestSupport
import Testing

/// Who is who, over HTTP.
@Suite(.waiting, .scratch) struct PeopleRouteTests {
    private let server: ServerFixture

    init() throws {
        func mail(_ number: Int, _ from: String) -> String {
            "From: \(from)\nSubject: Kettle \(number)\nMessage-ID: <\(number)@made-up.example>\n\nThe kettle whistles.\n"
        }
        server = try ServerFixture(importing: [
            "1.eml": mail(1, "Mira Kovac <mira@people.example>"), "2.eml": mail(2, "\"Kovac, Mira\" <mk@work.example>"),
            "3.eml": mail(3, "Mira Adeyemi <adeyemi@people.example>"), "4.eml": mail(4, "Ben Roe <ben@people.example>"),
        ])
    }

    private func people(_ parameters: String = "") throws -> [[String: Any]] {
        try #require(try server.get("/people\(parameters)").json["people"] as? [[String: Any]])
    }

    private func names(_ parameters: String = "") throws -> [String] {
        try people(parameters).compactMap { $0["name"] as? String }
    }

    private func state(_ kind: String, _ first: String, _ second: String? = nil) throws -> Answer {
        try server.post(
            "/people/statements", ["kind": kind, "first": first].merging(second.map { ["second": $0] } ?? [:]) { $1 })
    }

    private func undo() throws -> Answer {
        try server.request("DELETE", "/api/v1/people/statements/latest")
    }

    private func found(_ query: String) throws -> Int? {
        try server.get("/items?query=\(query)").json["total"] as? Int
    }

    @Test func `nobody is asked about who cannot be guessed, and an answer is kept`() throws {
        #expect(try server.get("/people/question").json.isEmpty)
        #expect(try server.post("/people/question", ["written": ["nobody@people.example"]]).status == 404)
        #expect(try server.post("/people/question", ["written": [" "]]).status == 400)
        #expect(try server.post("/people/question", ["written": ["mira@people.example"]]).status == 200)
        #expect(try people().first?["isOwner"] as? Bool == true)
    }

    @Test func `people with more than one address are listed, others are found by words`() throws {
        let person = try #require(try people().first)
        #expect(try people().count == 1)
        #expect(Set(try #require(person["addresses"] as? [String])) == ["mira@people.example", "mk@work.example"])
        #expect(Set(try #require(person["names"] as? [String])) == ["Mira Kovac", "Kovac, Mira"])
        #expect(person["sent"] as? Int == 2 && person["isOwner"] as? Bool == false)
        #expect(try #require(person["addresses"] as? [String]).contains(try #require(person["identifier"] as? String)))
        #expect(try names("?words=mir&limit=1&offset=1") == ["Mira Adeyemi"])
        #expect(try server.get("/people?words=mir&limit=1").json["total"] as? Int == 2)
        #expect(try names("?words=ben%40").first == "Ben Roe")
        #expect(try names("?words=nobody") == [])
    }

    @Test func `what is said changes what is found at once, and is taken back with its words`() throws {
        #expect(try found("from:mk@work.example") == 2)
        let said = try state("same", "adeyemi@people.example", "mk@work.example")
        #expect(said.status == 200)
        #expect(
            said.json as? [String: String]
                == ["kind": "same", "first": "adeyemi@people.example", "second": "mk@work.example"])
        #expect(try found("from:mk@work.example") == 3)
        #expect(try state("apart", "mk@work.example").status == 200)
        #expect(try (found("from:mk@work.example"), found("from:mira@people.example")) == (1, 1))
        #expect(try undo().json as? [String: String] == ["kind": "apart", "first": "mk@work.example"])
        #expect(try undo().json["kind"] as? String == "same")
        #expect(try found("from:mk@work.example") == 2)
        let none = try undo()
        #expect(none.status == 404 && none.errorCode == "not-found")
    }

    private func statements() throws -> [[String: Any]] {
        try #require(try server.get("/people/statements").json["statements"] as? [[String: Any]])
    }

    @Test func `what was said is listed, newest first, and each is taken back alone`() throws {
        #expect(try statements().isEmpty)
        #expect(try state("same", "mk@work.example", "ben@people.example").status == 200)
        #expect(try state("apart", "adeyemi@people.example").status == 200)
        #expect(try state("me", "ben@people.example").status == 200)
        let said = try statements()
        #expect(said.map { $0["kind"] as? String } == ["me", "apart", "same"])
        #expect(said.last?["second"] as? String == "ben@people.example" && said.first?["second"] == nil)
        let id = try #require(said.last?["id"] as? Int)
        let answer = try server.request("DELETE", "/api/v1/people/statements/\(id)")
        #expect(answer.status == 200 && answer.json["kind"] as? String == "same")
        #expect(try found("from:mk@work.example") == 2)
        #expect(try statements().map { $0["kind"] as? String } == ["me", "apart"])
        #expect(try server.request("DELETE", "/api/v1/people/statements/\(id)").status == 404)
        #expect(try people().contains { $0["isOwner"] as? Bool == true })
        #expect(try undo().json["kind"] as? String == "me")
    }

    @Test(arguments: ["0", "-1", "x", "1e3", "99999999999999999999", "1%00", "+1", "01"])
    func `what is no id of a statement is refused`(id: String) throws {
        #expect(try server.request("DELETE", "/api/v1/people/statements/\(id)").status == 400)
        #expect(try server.request("DELETE", "/api/v1/people/statements/4711?x=1").status == 400)
        #expect(try server.request("DELETE", "/api/v1/people/statements/4711").status == 404)
    }

    @Test func `who may be one person is suggested until it is confirmed or refused`() throws {
        let items = (1...2).map { #"{"kind": "message", "id": "\#($0)", "from": {"name": "Ida"}, "text": "Oars."}"# }
        let other = try ServerFixture(importing: [
            "chat.jsonl": items.joined(separator: "\n"),
            "contacts.vcf": "BEGIN:VCARD\nFN:Ida Roe\nEMAIL:ida@people.example\nEND:VCARD\n",
        ])
        func suggestions() throws -> [[String: Any]] {
            try #require(try other.get("/people/suggestions").json["suggestions"] as? [[String: Any]])
        }
        let found = try #require(try suggestions().first)
        let (person, contact) = (found["person"] as? [String: Any], found["other"] as? [String: Any])
        #expect(found["reason"] as? String == "givenName" && person?["identifier"] as? String == "Ida")
        #expect(person?["sent"] as? Int == 2 && contact?["addresses"] as? [String] == ["ida@people.example"])
        #expect(try other.get("/people/suggestions?limit=1").errorCode == "bad-request")
        let refusal = ["kind": "apart", "first": "Ida"]
        let confirmation = ["kind": "same", "first": "Ida", "second": "ida@people.example"]
        for statement in [refusal, confirmation] {
            #expect(try other.post("/people/statements", statement).status == 200)
            #expect(try suggestions().isEmpty)
            #expect(try other.request("DELETE", "/api/v1/people/statements/latest").status == 200)
            #expect(try suggestions().count == 1)
        }
        #expect(try server.get("/people/suggestions").json["suggestions"] as? [String] == [])
    }

    @Test func `the owner is told apart`() throws {
        #expect(try state("me", "ben@people.example").status == 200)
        let mine = try people().filter { $0["isOwner"] as? Bool == true }
        #expect(mine.map { $0["name"] as? String } == ["Ben Roe"])
        #expect(try undo().status == 200)
        #expect(try people().allSatisfy { $0["isOwner"] as? Bool == false })
    }

    @Test func `nobody of that name is not found, and neither message nor log repeats it`() throws {
        for answer in [
            try state("me", "canary@people.example"), try state("same", "ben@people.example", "canary"),
            try state("apart", "Canary\u{0}\u{202e}<b>"),
        ] {
            #expect(answer.status == 404 && answer.errorCode == "not-found")
            #expect(!answer.text.localizedCaseInsensitiveContains("canary"))
        }
        #expect(!server.log.localizedCaseInsensitiveContains("canary"))
        #expect(try undo().status == 404)
    }

    @Test(
        arguments: [
            [:], ["kind": "me"], ["kind": "wish", "first": "ben@people.example"], ["first": "ben@people.example"],
            ["kind": "me", "first": ""], ["kind": "me", "first": " \n"], ["kind": "me", "first": 1],
            ["kind": "same", "first": "ben@people.example"],
            ["kind": "same", "first": "ben@people.example", "second": " "],
            ["kind": "apart", "first": "ben@people.example", "second": "mk@work.example"],
            ["kind": "me", "first": "ben@people.example", "why": "so"],
            ["kind": "me", "first": String(repeating: "b", count: 2_001)],
        ] as [[String: any Sendable]])
    func `what is no statement is refused`(body: [String: any Sendable]) throws {
        #expect(try server.post("/people/statements", body).errorCode == "bad-request")
        #expect(try undo().status == 404)
    }

    @Test(arguments: ["?limit=0", "?limit=501", "?offset=-1", "?query=a", "?words=%ff", "?words=a&words=b"])
    func `parameters that are not known or too large are refused`(parameters: String) throws {
        #expect(try server.get("/people\(parameters)").errorCode == "bad-request")
        #expect(try server.get("/people?words=\(String(repeating: "a", count: 2_001))").errorCode == "bad-request")
    }

    @Test func `while another process writes nothing is said, and the list is read`() throws {
        let writer = try LibraryStore(at: LibraryLocation(path: server.library), for: .write)
        #expect(try state("me", "ben@people.example").status == 409)
        #expect(try undo().status == 409)
        #expect(try names() == ["Mira Kovac"] || names() == ["Kovac, Mira"])
        withExtendedLifetime(writer) {}
    }

    @Test func `a library without anything has nobody`() throws {
        let empty = try ServerFixture()
        #expect(try empty.get("/people").json["total"] as? Int == 0)
        #expect(try empty.post("/people/statements", ["kind": "me", "first": "ben@people.example"]).status == 404)
    }
}
