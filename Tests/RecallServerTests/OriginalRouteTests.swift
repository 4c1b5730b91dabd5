import Foundation
import RecallTestSupport
import Testing

/// E-mails as they were sent, and their attachments.
@Suite(.waiting, .scratch) struct OriginalRouteTests {
    /// A mail with an attachment of a name that tries to be more than one.
    private static let mail = """
        From: Ada Lind <ada@people.example>
        Subject: Kettle
        Message-ID: <kettle@made-up.example>
        Date: Mon, 04 Mar 2024 10:00:00 +0000
        Content-Type: multipart/mixed; boundary=b

        --b
        Content-Type: text/html

        <p onclick=x()>The <b>kettle</b> <script>top.canary=1</script></p>
        --b
        Content-Type: text/html; charset=utf-8
        Content-Disposition: attachment; filename*=utf-8''..%2F..%2Fa%0D%0ASet-Cookie%3A%20b%3D1%22%E2%82%AC%E2%80%AE.svg
        Content-Transfer-Encoding: base64

        PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+AP8=
        --b--

        """

    private static let files = [
        "kettle.eml": mail, "plain.eml": ServerFixture.mail("plain", "Mill", "Only words of the mill."),
        "Ferns.md": "Ferns grow.",
    ]

    private func id(_ server: ServerFixture, _ query: String) throws -> String {
        let items = try #require(try server.get("/items?query=\(query)").json["items"] as? [[String: Any]])
        return try #require(items.first?["id"] as? String)
    }

    @Test func aPageIsSanitizedAndHasAPolicyOfItsOwn() throws {
        let server = try ServerFixture(importing: Self.files)
        let answer = try server.get("/items/\(id(server, "kettle"))/html")
        #expect(answer.status == 200)
        #expect(answer.text.contains("<body><p>The <b>kettle</b> </p>"))
        #expect(!answer.text.contains("canary"))
        #expect(answer["content-type"] == "text/html; charset=utf-8")
        #expect(
            answer["content-security-policy"]
                == "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'; "
                + "form-action 'none'; base-uri 'none'")
        #expect(answer["x-frame-options"] == "SAMEORIGIN")
        for (name, value) in [
            ("x-content-type-options", "nosniff"), ("referrer-policy", "no-referrer"), ("cache-control", "no-store"),
            ("cross-origin-resource-policy", "same-origin"),
        ] { #expect(answer[name] == value) }
    }

    @Test func aMailIsSavedAsItWasSent() throws {
        let second = ServerFixture.mail("two", "Oats/barley", "Oats.\n>From the mill\n>>From afar")
        let mbox =
            "From a@b.example Mon Mar 04 10:00:00 2024\n\(Self.mail)\nFrom a@b.example Mon Mar 04 10:00:00 2024\n\(second)\n\n"
        let server = try ServerFixture(importing: ["mill.mbox": mbox, "Ferns.md": "Ferns grow."])
        let first = try server.get("/items/\(id(server, "kettle"))/mail")
        #expect(first.text == Self.mail)
        #expect(first["content-type"] == "application/octet-stream")
        #expect(first["content-disposition"] == "attachment; filename=\"Kettle.eml\"; filename*=UTF-8''Kettle.eml")
        let oats = try id(server, "oats")
        let answer = try server.get("/items/\(oats)/mail")
        #expect(answer.text.hasSuffix("\n\nOats.\nFrom the mill\n>From afar\n"))
        #expect(answer["content-disposition"]?.contains("Oats-barley.eml") == true)
        #expect(try server.get("/items/\(id(server, "ferns"))/mail").errorCode == "no-original")
        try FileManager.default.removeItem(atPath: server.scratch.path + "/in/mill.mbox")
        #expect(try server.get("/items/\(oats)/mail").errorCode == "source-missing")
    }

    @Test func anAttachmentIsBytesToSaveUnderAHarmlessName() throws {
        let server = try ServerFixture(importing: Self.files)
        let answer = try server.get("/items/\(id(server, "kettle"))/attachments/0")
        #expect(answer.status == 200)
        #expect(answer.body == Data("<svg onload=alert(1)>".utf8) + [0, 255])
        #expect(answer["content-type"] == "application/octet-stream")
        #expect(
            answer["content-disposition"]
                == "attachment; filename=\"a Set-Cookie_ b=1__.svg\"; filename*=UTF-8''a%20Set-Cookie_%20b%3D1_%E2%82%AC.svg"
        )
        #expect(answer["content-security-policy"]?.hasPrefix("default-src 'none'; sandbox;") == true)
        #expect(answer["x-content-type-options"] == "nosniff")
        #expect(answer["set-cookie"] == nil)
    }

    @Test func itemsTellWhetherTheyHaveAnOriginal() throws {
        let server = try ServerFixture(importing: Self.files)
        for (query, original, page) in [("kettle", true, true), ("mill", true, false), ("ferns", false, false)] {
            let item = try server.get("/items/\(id(server, query))").json
            #expect(item["hasOriginal"] as? Bool == original)
            #expect(item["hasHTML"] as? Bool == page)
        }
    }

    @Test func whatIsNotThereHasACodeOfItsOwn() throws {
        let server = try ServerFixture(importing: Self.files)
        let (kettle, mill, ferns) = try (id(server, "kettle"), id(server, "mill"), id(server, "ferns"))
        func outcome(_ path: String) throws -> String {
            let answer = try server.get("/items/" + path)
            return "\(answer.status) \(answer.errorCode ?? "")"
        }
        #expect(try outcome("\(mill)/html") == "404 no-html")
        #expect(try outcome("\(ferns)/html") == "404 no-original")
        #expect(try outcome("\(kettle)/attachments/1") == "404 no-attachment")
        #expect(try outcome("\(kettle)/attachments/99999999999999999999") == "400 bad-request")
        for index in ["-1", "x", "0x1", "%00", "..%2f"] {
            #expect(try outcome("\(kettle)/attachments/\(index)") == "400 bad-request", "\(index)")
        }
        #expect(try outcome("\(kettle)/html?a=b") == "400 bad-request")
        #expect(try outcome(String(repeating: "0", count: 32) + "/html") == "404 not-found")
        let file = server.scratch.path + "/in/kettle.eml"
        try Self.mail.replacing("kettle", with: "pot").write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try outcome("\(kettle)/html") == "409 source-changed")
        try FileManager.default.removeItem(atPath: file)
        #expect(try outcome("\(kettle)/attachments/0") == "404 source-missing")
    }

    @Test func manyAreReadAtOnceInTheirTurns() async throws {
        let server = try ServerFixture(importing: Self.files)
        let kettle = try id(server, "kettle")
        let text = server.text("GET", "/api/v1/items/\(kettle)/html")
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<12 {
                let port = server.port
                group.addTask {
                    let connection = try RawConnection(port: port)
                    connection.send(text)
                    return Answer(connection.receiveAll()).status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 12))
    }
}
