import Foundation
import Logging
import RecallCore
import RecallKit
import RecallServer
import RecallStore
import RecallTestSupport
import Testing

/// The one guard that stands before every route.
@Suite(.waiting, .scratch) struct RequestGuardTests {
    /// All routes that the server has, from its own router, with ids filled in.
    private static func allRoutes() throws -> [(method: String, path: String)] {
        let scratch = try ScratchFolder()
        let server = try RecallServer(
            .init(
                location: LibraryLocation(path: scratch.path + "/library"), port: 0, version: "test",
                model: .none, logger: Logger(label: "test"), didStart: { _ in }))
        return server.routes.map { route in
            let parts = route.split(separator: " ").map(String.init)
            return (
                parts[0],
                parts[1].replacing("{id}", with: String(repeating: "0", count: 32)).replacing("{index}", with: "0")
            )
        }
    }

    private static let headers = [
        "content-security-policy":
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
            + "frame-src 'self'; frame-ancestors 'none'; form-action 'self'; base-uri 'none'",
        "x-content-type-options": "nosniff", "referrer-policy": "no-referrer", "cache-control": "no-store",
        "cross-origin-resource-policy": "same-origin",
    ]

    private static let signInPolicy =
        "default-src 'none'; script-src 'self'; style-src HASH; img-src data:; frame-ancestors 'none'; "
        + "form-action 'none'; base-uri 'none'"

    private func expectHeaders(_ answer: Answer, _ comment: Comment) {
        for (name, value) in Self.headers where name != "content-security-policy" {
            #expect(answer[name] == value, comment)
        }
        // The page that says how to sign in has its one style sheet within, and allows nothing but that.
        let policy = answer["content-security-policy"]?.replacing(/'sha256-[A-Za-z0-9+\/=]{44}'/, with: "HASH")
        #expect([Self.headers["content-security-policy"], Self.signInPolicy].contains(policy), comment)
        #expect(!answer.headers.contains { $0.name.hasPrefix("access-control") }, comment)
    }

    @Test(arguments: ["http://127.0.0.1:PORT", "HTTP://localhost:PORT", "http://evil.example", "https://", "x"])
    func aTargetThatIsNoPathIsRefusedThoughItsRestIsOne(_ beginning: String) throws {
        let server = try ServerFixture()
        #expect(try server.request("GET", "/api/v1/status").status == 200)
        let beginning = beginning.replacing("PORT", with: String(server.port))
        for method in ["GET", "POST"] {
            let answer = try server.request(method, beginning + "/api/v1/status")
            #expect(answer.status == 400)
            expectHeaders(answer, "\(method) \(beginning)")
        }
    }

    @Test func aTargetThatIsNoPathIsRefusedOnAKeptConnectionToo() throws {
        let server = try ServerFixture()
        let connection = try RawConnection(port: server.port)
        let path = "/api/v1/status"
        connection.send(server.text("GET", path, ["Connection": "keep-alive"]))
        connection.send(server.text("GET", "http://127.0.0.1:\(server.port)" + path))
        let answers = String(decoding: connection.receiveAll(), as: UTF8.self)
        #expect(answers.hasPrefix("HTTP/1.1 200 "))
        #expect(answers.components(separatedBy: "HTTP/1.1 400 ").count == 2)
    }

    @Test func everyRouteRefusesWhatIsNotAllowedAndCarriesTheSecurityHeaders() throws {
        let server = try ServerFixture()
        let routes = try Self.allRoutes()
        #expect(routes.count > 150)
        let attacks: [(name: String, headers: [String: String?], status: Int)] = [
            ("another name", ["Host": "evil.example:\(server.port)"], 421),
            ("no name", ["Host": nil], 421),
            ("no token", ["Authorization": nil, "Origin": "http://127.0.0.1:\(server.port)"], 401),
            ("a wrong token", ["Authorization": "Bearer " + String(repeating: "0", count: 64)], 401),
            ("another origin", ["Origin": "http://evil.example"], 403),
            ("another site", ["Sec-Fetch-Site": "cross-site", "Origin": "null"], 403),
        ]
        for route in routes + [("GET", "/nothing-here"), ("POST", "/api/v1/nothing")] {
            for attack in attacks {
                let answer = try server.request(route.method, route.path, attack.headers)
                let comment: Comment = "\(attack.name) at \(route.method) \(route.path)"
                #expect(answer.status == attack.status, comment)
                expectHeaders(answer, comment)
            }
        }
        #expect(server.isRunning)
    }

    @Test(arguments: [
        "", "localhost", "127.0.0.1", ":{port}", "localhost.evil.example:{port}", "127.0.0.1.nip.io:{port}",
        "www.localhost:{port}", "127.0.0.2:{port}", "0.0.0.0:{port}", "[::]:{port}", "127.0.0.1:1", "LOCALHOST:{port}",
        "localhost:{port}.evil.example", "evil.example", "127.0.0.1:{port}@evil.example", "127.1:{port}",
        "2130706433:{port}", "localhost:0{port}",
    ])
    func namesThatOnlyLookLikeThisMachineAreRefused(_ host: String) throws {
        let server = try ServerFixture()
        let host = host.replacing("{port}", with: "\(server.port)")
        for path in ["/", "/api/v1/status", "/app/main.js", "/?code=\(server.code)"] {
            #expect(try server.request("GET", path, ["Host": host]).status == 421)
        }
    }

    @Test func theThreeNamesOfThisMachineAreServedButNotTwoAtOnce() throws {
        let server = try ServerFixture()
        for name in ["127.0.0.1", "localhost", "[::1]"] {
            #expect(try server.request("GET", "/", ["Host": "\(name):\(server.port)"]).status == 200)
        }
        let host = "Host: 127.0.0.1:\(server.port)\r\n"
        let token = "Authorization: Bearer \(server.token)\r\nConnection: close\r\n\r\n"
        #expect(try server.exchange("GET / HTTP/1.1\r\n\(host)\(host)\(token)").status == 421)
        #expect(try server.exchange("GET / HTTP/1.1\r\n\(host)Host: evil.example\r\n\(token)").status == 421)
        #expect(try server.exchange("GET / HTTP/1.0\r\n\(token)").status == 421)
    }

    @Test func originsAreComparedAsAWholeAndPreflightsGetNothing() throws {
        let server = try ServerFixture()
        let own = "http://127.0.0.1:\(server.port)"
        let body = #"{"query":"kettle"}"#
        func status(_ headers: [String: String?]) throws -> Int {
            try server.request("POST", "/api/v1/search", headers, body: body).status
        }
        #expect(try status(["Origin": own]) == 200)
        #expect(try status(["Sec-Fetch-Site": "same-origin"]) == 200)
        for origin in [
            "null", own + ".evil.example", own + "/", "http://localhost:\(server.port)", "http://127.0.0.1", "",
            "https://127.0.0.1:\(server.port)", "http://evil.example", own + ", " + own,
        ] {
            #expect(try status(["Origin": origin]) == 403, "\(origin)")
        }
        for site in ["cross-site", "same-site", "SAME-ORIGIN", ""] {
            #expect(try status(["Sec-Fetch-Site": site]) == 403, "\(site)")
        }
        let preflight = try server.request(
            "OPTIONS", "/api/v1/search",
            ["Origin": "http://evil.example", "Access-Control-Request-Method": "POST", "Authorization": nil])
        #expect(preflight.status == 403)
        expectHeaders(preflight, "preflight")
    }

    @Test func aSessionWorksFromTheServersOwnPagesOnly() throws {
        let server = try ServerFixture()
        let session = try server.signIn().pageHeaders
        #expect(try server.request("GET", "/api/v1/status", session).status == 200)
        let body = #"{"query":"kettle"}"#
        #expect(try server.request("POST", "/api/v1/search", ["Authorization": nil], body: body).status == 401)
        for foreign in [["Origin": "http://127.0.0.1:1"], ["Sec-Fetch-Site": "same-site"]] {
            let headers = session.merging(foreign) { $1 }
            #expect(try server.request("POST", "/api/v1/search", headers, body: body).status == 403)
        }
        let own = ["Origin": "http://127.0.0.1:\(server.port)"]
        #expect(
            try server.request("POST", "/api/v1/search", session.merging(own) { $1 }, body: body).status == 200)
        #expect(
            try server.request(
                "GET", "/api/v1/imports/1/events", session.merging(["Sec-Fetch-Site": "cross-site"]) { $1 }
            ).status == 403)
    }

    private static let item = "/item/" + String(repeating: "0a", count: 16)

    /// A browser that follows a link of another site first sends no cookie, then the page leads it on with it.
    @Test(arguments: ["/", "/chat", "/memory", "/library", "/import", "/settings", item])
    func anAddressOfTheAppMayBeOpenedFromElsewhere(_ path: String) throws {
        let server = try ServerFixture()
        let link: [String: String?] = [
            "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document",
        ]
        let first = try server.request("GET", path, link.merging(["Authorization": nil]) { $1 })
        #expect(first.status == 401)
        #expect(first.text.contains("<meta http-equiv=\"refresh\" content=\"0;url=\(path)\">"))
        let cookie = try server.signIn().headers
        for site in ["same-origin", "none", "cross-site"] {
            let opened = try server.request("GET", path, cookie.merging(["Sec-Fetch-Site": site]) { $1 })
            #expect(opened.status == 200)
            #expect(opened.text.contains("src=\"/app.js\""))
        }
        // Led on once: a browser that still sends none is not led in a circle.
        let again = try server.request("GET", path, ["Authorization": nil, "Sec-Fetch-Site": "same-origin"])
        #expect(again.status == 401)
        #expect(!again.text.contains("http-equiv"))
        for refused in [["Origin": "http://evil.example"], ["Host": "evil.example:\(server.port)"]] {
            #expect(try server.request("GET", path, link.merging(refused) { $1 }).status >= 403)
        }
        #expect(try server.request("POST", path, link).status == 403)
    }

    @Test(arguments: [
        "/item", "/item/", "/item/0", "/chats", item + "/", item + "0", item + "%22", item + "/thread",
        "/item/\"><script>",
        "/item/" + String(repeating: "g", count: 32), "/library/", "/Library", "/library/x", "/settingss", "//", "/./",
        "/index.html", "/app.js", "/app/main.js", "/icon.svg", "/api/v1/status", "/api/v1/openapi.json",
        "/api/v1/items",
        "/api/v1" + item.replacing("item", with: "items"),
    ])
    func nothingElseMayBeOpenedFromElsewhere(_ path: String) throws {
        let server = try ServerFixture()
        for token in [server.token, nil] {
            let headers = ["Sec-Fetch-Site": "cross-site", "Authorization": token.map { "Bearer \($0)" }]
            let answer = try server.request("GET", path, headers)
            #expect([400, 403].contains(answer.status))
            #expect(!answer.text.contains("http-equiv"))
        }
    }

    @Test(arguments: ["GET", "POST"])
    func aTargetThatIsNoPathIsRefused(_ method: String) throws {
        #expect(try ServerFixture().request(method, "*").status == 400)
    }

    @Test(arguments: ["/chat", "/library", "/import", "/settings", item])
    func aLinkSignsInAtTheFirstPageOnly(_ path: String) throws {
        let server = try ServerFixture()
        let answer = try server.request("GET", "\(path)?code=\(server.code)", ["Authorization": nil])
        #expect(answer.status == 401)
        #expect(answer["set-cookie"] == nil)
        #expect(try server.request("GET", "/?code=\(server.code)", ["Authorization": nil]).status == 200)
    }

    @Test(arguments: [
        "/../server.token", "/app/../../server.token", "/%2e%2e/server.token", "/..%2fserver.token", "/app/%00",
        "/%2e%2e%2f%2e%2e%2fetc/passwd", "/app//index.html", "//etc/passwd", "/server.token", "/recall.sqlite",
        "/app/..\\..\\server.token", "/.", "/app/", "/assets/index.html", "/index.html/../../server.token",
    ])
    func pathsLeadToNoFileOfTheDisk(_ path: String) throws {
        let server = try ServerFixture()
        let answer = try server.request("GET", path)
        #expect([400, 404].contains(answer.status))
        #expect(!answer.text.contains(server.token))
    }
}
