import Foundation
import RecallTestSupport
import Testing

/// Pages of lists and of searches, by cursor.
@Suite(.waiting, .scratch) struct CursorTests {
    private static let files = Dictionary(
        uniqueKeysWithValues: (0..<9).map { number in
            (
                "\(number).eml",
                """
                From: Ada Lind <ada@people.example>
                Subject: Kettle \(["alder", "birch", "cedar", "damson", "elm", "fir", "gorse", "hazel", "ivy"][number])
                Message-ID: <\(number)@made-up.example>
                Date: Mon, 0\(number + 1) Mar 2024 10:00:00 +0000

                The kettle number \(number) stands under tree \(number * 17).

                """
            )
        })

    private static let newest = ServerFixture.mail("new", "Kettle of today", "A kettle kettle kettle.")
        .replacing("2024", with: "2025")

    private func ids(_ answer: Answer) throws -> [String] {
        try #require(answer.json["items"] as? [[String: Any]]).compactMap { $0["id"] as? String }
    }

    private func importing(_ server: ServerFixture, _ path: String) throws {
        let id = try #require(try server.post("/imports", ["paths": [path]]).json["id"] as? String)
        #expect(try server.get("/imports/\(id)/events").text.contains("\"finished\""))
    }

    @Test func `a list goes on after its last item, whatever came and went meanwhile`() throws {
        let server = try ServerFixture(importing: Self.files)
        let all = try ids(try server.get("/items"))
        #expect(all.count == 9)
        let first = try server.get("/items?limit=4")
        var cursor = try #require(first.json["nextCursor"] as? String)
        #expect(try ids(first) == Array(all[..<4]))
        #expect(try server.get("/items").json["nextCursor"] == nil)

        try importing(server, try server.scratch.write("new.eml", Self.newest))
        #expect(try server.request("DELETE", "/api/v1/items/\(all[3])").status == 200)
        let second = try server.get("/items?limit=4&cursor=\(cursor)")
        #expect(try ids(second) == Array(all[4..<8]))
        #expect(second.json["offset"] as? Int == 4)
        cursor = try #require(second.json["nextCursor"] as? String)
        let third = try server.get("/items?limit=4&cursor=\(cursor)")
        #expect(try ids(third) == Array(all[8...]))
        #expect(third.json["nextCursor"] == nil)
    }

    @Test func `a search goes on with what was not sent, none of it twice`() throws {
        let server = try ServerFixture(importing: Self.files)
        func page(_ cursor: String?) throws -> (titles: [String], next: String?) {
            var body: [String: Any] = ["query": "kettle", "limit": 4]
            if let cursor { body["cursor"] = cursor }
            let answer = try server.post("/search", body)
            #expect(answer.status == 200)
            let results = try #require(answer.json["results"] as? [[String: Any]])
            return (
                results.compactMap { ($0["thread"] as? [String: Any])?["title"] as? String },
                answer.json["nextCursor"] as? String
            )
        }
        let first = try page(nil)
        #expect(first.titles.count == 4)
        try importing(server, try server.scratch.write("new.eml", Self.newest))
        let afterFirst: String = try #require(first.next)
        let second = try page(afterFirst)
        let afterSecond: String = try #require(second.next)
        let third = try page(afterSecond)
        #expect(second.titles.count == 4)
        let sent = first.titles + second.titles + third.titles
        #expect(Set(sent).count == sent.count && sent.count == 10)
        #expect(third.next == nil)
    }

    @Test func `failures go on after the last one`() throws {
        let server = try ServerFixture()
        for name in ["a", "b", "c"] { try server.scratch.write("in/\(name).pdf", "%PDF-1.4 and nothing more") }
        try importing(server, server.scratch.path + "/in")
        func names(_ answer: Answer) throws -> [String] {
            try #require(answer.json["failures"] as? [[String: Any]]).compactMap {
                ($0["path"] as? NSString)?.lastPathComponent
            }
        }
        let first = try server.get("/failures?limit=2")
        #expect(try names(first) == ["a.pdf", "b.pdf"])
        let cursor = try #require(first.json["nextCursor"] as? String)
        #expect(try server.request("DELETE", "/api/v1/failures?path=\(server.scratch.path)/in/b.pdf").status == 200)
        let second = try server.get("/failures?limit=2&cursor=\(cursor)")
        #expect(try names(second) == ["c.pdf"])
        #expect(second.json["nextCursor"] == nil)
    }

    @Test func `a cursor is refused only from the byte on that is one too many`() throws {
        let server = try ServerFixture(importing: Self.files)
        // Blanks after the place are as valid as the place alone, so that nothing but the length differs.
        func cursor(bytes: Int) -> String {
            Data(#"{"item":1}"#.utf8.map { $0 } + [UInt8](repeating: 0x20, count: bytes / 4 * 3 - 10))
                .base64EncodedString()
        }
        let limit = 24 << 10
        #expect(cursor(bytes: limit).utf8.count == limit)
        #expect(try server.get("/items?cursor=\(cursor(bytes: limit))").status == 200)
        #expect(try server.get("/items?cursor=\(cursor(bytes: limit + 4))").errorCode == "bad-request")
    }

    @Test func `a cursor of another list, or none at all, is refused`() throws {
        let server = try ServerFixture(importing: Self.files)
        let items = try #require(try server.get("/items?limit=1").json["nextCursor"] as? String)
        for path in [
            "/items?cursor=x", "/items?cursor=e30", "/items?cursor=\(items)&offset=1", "/failures?cursor=\(items)",
        ] {
            #expect(try server.get(path).errorCode == "bad-request", "\(path)")
        }
        for cursor in ["", "x", items, "eyJ0aHJlYWRzIjpbXX0"] {
            #expect(try server.post("/search", ["query": "kettle", "cursor": cursor]).errorCode == "bad-request")
        }
    }
}
