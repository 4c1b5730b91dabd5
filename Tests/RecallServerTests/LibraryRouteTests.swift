import Foundation
import RecallCore
import RecallStore
import RecallTestSupport
import Testing

/// The requests of programs and the web app about a library.
@Suite(.waiting, .scratch) struct LibraryRouteTests {
    /// A mail and its answer, with the mail quoted, and a note.
    private static let files = [
        "keys.eml": ServerFixture.mail("keys", "Keys for the mill", "The keys are under the kettle."),
        "answer.eml": ServerFixture.mail(
            "answer", "Re: Keys for the mill",
            "Found them, thanks!\n\nOn Monday Ada wrote:\n> The keys are under the kettle.", reply: "keys"),
        "Ferns.md": "Ferns grow by the mill.",
    ]

    private func firstItem(_ server: ServerFixture, _ query: String) throws -> [String: Any] {
        let answer = try server.post("/search", ["query": query])
        #expect(answer.status == 200)
        let results = try #require(answer.json["results"] as? [[String: Any]])
        let passages = try #require(results.first?["passages"] as? [[String: Any]])
        return try #require(passages.first?["item"] as? [String: Any])
    }

    @Test func searchGivesPassagesInPiecesWithTheWordsMarked() throws {
        let server = try ServerFixture(importing: Self.files)
        let answer = try server.post("/search", ["query": "kettle", "limit": 5])
        let results = try #require(answer.json["results"] as? [[String: Any]])
        let passage = try #require((results.first?["passages"] as? [[String: Any]])?.first)
        let segments = try #require(passage["segments"] as? [[String: String]])
        #expect(
            segments == [
                ["text": "The keys are under the "], ["text": "kettle", "mark": "word"], ["text": "."],
            ])
        #expect(answer.json["isFinal"] as? Bool == true)
        #expect(answer.json["lanes"] as? [String] == ["words"])
        #expect((answer.json["query"] as? [String: Any])?["freeText"] as? String == "kettle")
        #expect(answer.json["answer"] as? String == "says" && results.first?["match"] as? String == "says")
    }

    @Test func streamedSearchesEndWithTheFinalAnswer() throws {
        let server = try ServerFixture(importing: Self.files)
        let answer = try server.request("POST", "/api/v1/search/stream", body: #"{"query":"kett"}"#)
        #expect(answer["content-type"] == "application/x-ndjson")
        let line = try #require(answer.text.split(separator: "\n").last)
        let last = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(last["isFinal"] as? Bool == true)
        #expect((last["results"] as? [Any])?.count == 1)
    }

    @Test func anItemTellsWhatItsAuthorWroteAndWhereItIsFrom() throws {
        let server = try ServerFixture(importing: Self.files)
        let id = try #require(try firstItem(server, "found thanks")["id"] as? String)
        let item = try server.get("/items/\(id)").json
        #expect(item["title"] as? String == "Re: Keys for the mill")
        #expect((item["sender"] as? [String: String])?["address"] == "ada@people.example")
        #expect((item["sources"] as? [String])?.map { $0.split(separator: "/").last } == ["answer.eml"])
        let segments = try #require(item["segments"] as? [[String: Any]])
        #expect((segments.first?["text"] as? String)?.hasPrefix("Found them") == true)
        #expect(segments.first?["quoted"] == nil)
        #expect(segments.last?["quoted"] as? Bool == true)
        let text = segments.compactMap { $0["text"] as? String }.joined()
        #expect(text.contains("> The keys are under the kettle."))
    }

    @Test func aThreadIsShownAroundAnItem() throws {
        let server = try ServerFixture(importing: Self.files)
        let id = try #require(try firstItem(server, "found thanks")["id"] as? String)
        let all = try server.get("/items/\(id)/thread").json
        #expect((all["thread"] as? [String: Any])?["items"] as? Int == 2)
        #expect(all["position"] as? Int == 1)
        let alone = try server.get("/items/\(id)/thread?before=0&after=0").json
        #expect(alone["offset"] as? Int == 1)
        #expect((alone["items"] as? [[String: Any]])?.map { $0["id"] as? String } == [id])
    }

    @Test func listsAndFacetsCountExactly() throws {
        let server = try ServerFixture(importing: Self.files)
        let mails = try server.get("/items?query=kind:email&limit=1&offset=1").json
        #expect(mails["total"] as? Int == 2)
        #expect(mails["offset"] as? Int == 1)
        #expect((mails["items"] as? [Any])?.count == 1)
        let facets = try server.get("/items/facets?query=mill").json
        #expect(facets["total"] as? Int == 3)
        let people = try #require(facets["people"] as? [[String: Any]])
        #expect(people.count == 1)
        let query = try #require(people[0]["query"] as? String)
        let encoded = try #require(query.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        #expect(try server.get("/items?query=\(encoded)").json["total"] as? Int == 2)
    }

    @Test func languagesAreTold() throws {
        let server = try ServerFixture(importing: [
            "de.md": "Das haben wir noch nicht gesehen.", "en.md": "That is what we have not seen.", "ok.md": "ok",
        ])
        let facets = try server.get("/items/facets").json
        let languages = try #require(facets["languages"] as? [[String: Any]])
        #expect(languages.map { $0["language"] as? String } == ["en", "de"])
        #expect(languages.map { $0["query"] as? String } == ["lang:en", "lang:de"])
        #expect(languages.map { $0["items"] as? Int } == [1, 1])
        for (query, language) in [("lang:de", "de"), ("lang:none", nil)] {
            let items = try #require(try server.get("/items?query=\(query)").json["items"] as? [[String: Any]])
            let id = try #require(items.first?["id"] as? String)
            #expect(items.count == 1)
            #expect(try server.get("/items/\(id)").json["language"] as? String == language)
        }
    }

    @Test func whatIsDeletedIsGoneAtOnce() throws {
        let server = try ServerFixture(importing: Self.files)
        let id = try #require(try firstItem(server, "found thanks")["id"] as? String)
        let deleted = try server.request("DELETE", "/api/v1/items/\(id)")
        #expect(deleted.json["items"] as? Int == 1)
        #expect(try server.get("/items/\(id)").status == 404)
        #expect((try server.post("/search", ["query": "found thanks"]).json["results"] as? [Any])?.isEmpty == true)
        #expect(try server.request("DELETE", "/api/v1/items/\(id)").errorCode == "not-found")

        let first = try #require(try firstItem(server, "kettle")["id"] as? String)
        let chat = try server.request("DELETE", "/api/v1/items/\(first)/conversation")
        #expect(chat.status == 404 && chat.errorCode == "not-found")
        let thread = try server.request("DELETE", "/api/v1/items/\(first)/thread")
        #expect(thread.json as? [String: Int] == ["items": 1, "threads": 1])
        #expect(try server.get("/items").json["total"] as? Int == 1)
    }

    @Test func aSourceSaysWhatWouldGoWithItAndGoes() throws {
        let server = try ServerFixture(importing: Self.files)
        let sources = try #require(try server.get("/sources").json["sources"] as? [[String: Any]])
        #expect(sources.count == 3)
        let note = try #require(sources.first { ($0["path"] as? String)?.hasSuffix("Ferns.md") == true })
        let id = try #require(note["id"] as? String)
        #expect(try server.get("/sources/\(id)/deletion").json["items"] as? Int == 1)
        #expect(try server.request("DELETE", "/api/v1/sources/\(id)").json["items"] as? Int == 1)
        #expect(try server.get("/sources/\(id)/deletion").status == 404)
        #expect((try server.get("/sources").json["sources"] as? [Any])?.count == 2)
        #expect(FileManager.default.fileExists(atPath: server.scratch.path + "/in/Ferns.md"))
    }

    @Test func statusCountsWhatIsThere() throws {
        let server = try ServerFixture(importing: Self.files)
        let status = try server.get("/status").json
        let library = try #require(status["library"] as? [String: Any])
        #expect(library["items"] as? [String: Int] == ["email": 2, "message": 0, "document": 0, "note": 1])
        #expect(status["model"] == nil)
        #expect(status["hasWriter"] as? Bool == false)
        #expect(try server.get("/failures").json["total"] as? Int == 0)
    }

    @Test func statusSaysThatAnotherProcessWritesAndKeepsNobodyFromIt() throws {
        let server = try ServerFixture(importing: Self.files)
        func writer() throws -> Bool? { try server.get("/status").json["hasWriter"] as? Bool }
        for _ in 0..<3 {
            let store = try LibraryStore(at: LibraryLocation(path: server.library), for: .write)
            #expect(try writer() == true)
            withExtendedLifetime(store) {}
        }
        #expect(try writer() == false)
    }

    @Test func anEmptyLibraryIsServedToo() throws {
        let server = try ServerFixture()
        #expect(try server.get("/items").json["total"] as? Int == 0)
        #expect((try server.post("/search", ["query": "kettle"]).json["results"] as? [Any])?.isEmpty == true)
        #expect(try server.get("/sources").json["sources"] as? [String] == [])
    }

    @Test(arguments: [
        ("", "The body is not JSON."), ("[]", "The body must be an object."), ("{", "The body is not JSON."),
        ("{}", "query is missing."), (#"{"query":1}"#, "query must be text."),
        (#"{"query":"a","limit":0}"#, "limit is from 1 to 200."),
        (#"{"query":"a","limit":"2"}"#, "limit must be a whole number."),
        (#"{"query":"a","sort":"x"}"#, "sort is relevance or date."),
        (#"{"query":"a","deep":1}"#, "deep must be true or false."),
        (
            #"{"query":"a","color":1}"#,
            "The key “color” is not known here. Known are: cursor, deadlineMilliseconds, deep, limit, query, sort."
        ),
    ])
    func aBodyThatIsNotAsItShouldBeIsRefusedWithWhatIsExpected(_ body: String, _ message: String) throws {
        let server = try ServerFixture()
        let answer = try server.request("POST", "/api/v1/search", body: body)
        #expect(answer.status == 400)
        #expect((answer.json["error"] as? [String: Any])?["message"] as? String == message)
    }

    @Test func parametersAndContentTypesAreReadStrictly() throws {
        let server = try ServerFixture()
        for path in [
            "/items?limit=0", "/items?limit=501", "/items?limit=x", "/items?offset=-1", "/items?colour=1",
            "/items?limit=1&limit=1", "/items?query=%ff", "/items/xyz", "/items/12/thread", "/sources/x/deletion",
            "/folders?path=etc", "/imports/x",
        ] {
            #expect(try server.get(path).errorCode == "bad-request", "\(path)")
        }
        for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", nil] {
            let answer = try server.request(
                "POST", "/api/v1/search", ["Content-Type": type], body: #"{"query":"a"}"#)
            #expect(answer.status == 415)
        }
        #expect(try server.request("PATCH", "/api/v1/search").status == 405)
        #expect(try server.request("PATCH", "/api/v1/search")["allow"] == "POST")
    }

    @Test func theDocumentDescribesEveryRoute() throws {
        let server = try ServerFixture()
        let document = try server.get("/openapi.json").json
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        for (path, operations) in paths {
            let filled = "/api/v1" + path.replacing("{id}", with: "1").replacing("{index}", with: "0")
            let allowed = try server.request("TRACE", filled)["allow"] ?? ""
            let methods = Set(allowed.split(separator: ", ").map { $0.lowercased() })
            #expect(methods == Set(operations.keys), "\(path)")
        }
        #expect(paths.count >= 20)
    }
}
