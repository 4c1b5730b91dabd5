import Foundation
import RecallTestSupport
import Testing

/// One-time links, cookies, and the library's token.
@Suite(.waiting, .scratch) struct SessionTests {
    @Test func aLinkSignsInOnceWithACookieThatScriptsAndOtherSitesCannotUse() throws {
        let server = try ServerFixture()
        let first = try server.request("GET", "/?code=\(server.code)", ["Authorization": nil])
        #expect(first.status == 200)
        let field = try #require(first["set-cookie"])
        #expect(field.hasPrefix("recall_session_\(server.port)=") && !field.contains(server.token))
        for flag in ["HttpOnly", "SameSite=Strict", "Path=/"] { #expect(field.contains("; \(flag)")) }
        #expect(!field.contains("Domain"))

        let session = try BrowserSession(first)
        #expect(Set([session.cookie, session.page, session.address, server.token, server.code]).count == 5)
        #expect(try server.request("GET", "/", session.headers).status == 200)
        let again = try server.request("GET", "/?code=\(server.code)", ["Authorization": nil])
        #expect(again.status == 401)
        #expect(again["set-cookie"] == nil)
        let signedIn = try server.request("GET", "/?code=\(server.code)", session.headers)
        #expect(signedIn.status == 303 && signedIn["location"] == "/")
    }

    /// Browsers send the cookies of one port of this machine to all of them, with the address that is asked for.
    @Test func whoListensAtAnotherPortAndGetsAllThatTheBrowserSendsCanDoNothing() throws {
        let server = try ServerFixture(importing: ["a.md": "# Kettle\n\nThe kettle leaks."])
        let session = try server.signIn()
        let stolen = session.headers
        let own = ["Origin": "http://127.0.0.1:\(server.port)", "Sec-Fetch-Site": "same-origin"]
        for path in ["/api/v1/status", "/api/v1/items", "/api/v1/openapi.json", "/api/v1/status?key=\(session.cookie)"]
        {
            #expect(try server.request("GET", path, stolen).status == 401)
            for secret in [session.cookie, session.address, "", server.code] {
                let headers = stolen.merging(["Recall-Session": secret]) { $1 }
                #expect(try server.request("GET", path, headers).status == 401)
            }
        }
        let body = #"{"query":"kettle"}"#
        let address = "/api/v1/search?key=\(session.address)"
        #expect(try server.request("POST", address, stolen.merging(own) { $1 }, body: body).status == 401)
        #expect(try server.request("POST", "/api/v1/session/rotate", stolen.merging(own) { $1 }).status == 401)
        let bearer = stolen.merging(["Authorization": "Bearer \(session.cookie)"]) { $1 }
        #expect(try server.request("GET", "/api/v1/status", bearer).status == 401)
        // The page's secrets without the cookie are worth nothing either.
        let page = ["Authorization": nil, "Recall-Session": session.page]
        #expect(try server.request("GET", "/api/v1/status", page).status == 401)

        let other = try ServerFixture()
        let renamed = "recall_session_\(other.port)=\(session.cookie)"
        let elsewhere = session.pageHeaders.merging(["Cookie": renamed]) { $1 }
        #expect(try other.request("GET", "/api/v1/status", elsewhere).status == 401)
        #expect(try server.request("GET", "/api/v1/status", session.pageHeaders).status == 200)
        #expect(try server.request("GET", "/api/v1/items?limit=1&key=\(session.address)", stolen).status == 200)
    }

    @Test func aCookieAloneOpensNothingHoweverThePathIsSpelled() throws {
        let server = try ServerFixture(importing: ["a.md": "# Kettle\n\nThe kettle leaks."])
        let stolen = try server.signIn().headers
        for path in [
            "//api/v1/status", "/api//v1/status", "///api/v1//items", "/./api/v1/status", "/app/../api/v1/status",
            "/%61pi/v1/status", "/API/v1/status", "/api/v1/status/", "/api/v1/../v1/status", "/app.js/../api/v1/items",
            "http://127.0.0.1:\(server.port)/api/v1/status", "http://127.0.0.1:\(server.port)//api/v1/status",
        ] {
            for method in ["GET", "POST", "DELETE", "PUT"] {
                let status = try server.request(method, path, stolen).status
                #expect((400..<500).contains(status), "\(method) \(path): \(status)")
            }
        }
    }

    @Test func aServerThatEndsLeavesTheLinksOfAnotherOneOfTheSameLibraryAlone() throws {
        let first = try ServerFixture()
        let second = try ServerFixture(beside: first)
        func link() throws -> String {
            let arguments = ["serve", "--link", "--library", first.library]
            return try RecallProcess.run(arguments, in: first.scratch).output
        }
        let toSecond = try link()
        #expect(toSecond.contains(":\(second.port)/"))
        // A link is good at its own port only.
        let code = toSecond.trimmingCharacters(in: .whitespacesAndNewlines).suffix(64)
        #expect(try first.request("GET", "/?code=\(code)", ["Authorization": nil]).status == 401)
        #expect(second.stop() == 0)
        #expect(try link().contains(":\(first.port)/"))
    }

    @Test func twoServersDoNotSignEachOtherOut() throws {
        let (first, second) = (try ServerFixture(), try ServerFixture())
        let (one, two) = (try first.signIn(), try second.signIn())
        let both = "\(one.headers["Cookie"]!!); \(two.headers["Cookie"]!!)"
        for (server, session) in [(first, one), (second, two)] {
            let headers = session.pageHeaders.merging(["Cookie": both]) { $1 }
            #expect(try server.request("GET", "/api/v1/status", headers).status == 200)
        }
    }

    @Test func aRunningServerGivesAnotherLinkWithoutARestart() throws {
        let server = try ServerFixture()
        func link() throws -> RecallProcess.Outcome {
            try RecallProcess.run(["serve", "--link", "--library", server.library], in: server.scratch)
        }
        let unopened = try link().output
        let outcome = try link()
        #expect(outcome.code == 0)
        let code = try #require(outcome.output.firstMatch(of: /^http:\/\/127\.0\.0\.1:(\d+)\/\?code=([0-9a-f]{64})\n$/))
        #expect(Int(code.1) == server.port)
        for text in [String(code.2), server.code] {
            #expect(try server.request("GET", "/?code=\(text)", ["Authorization": nil]).status == 200)
            #expect(try server.request("GET", "/?code=\(text)", ["Authorization": nil]).status == 401)
        }
        // Only the last one is good.
        let earlier = unopened.trimmingCharacters(in: .whitespacesAndNewlines).suffix(64)
        #expect(try server.request("GET", "/?code=\(earlier)", ["Authorization": nil]).status == 401)
        #expect(server.stop() == 0)
        let afterwards = try link()
        #expect(afterwards.code == 1 && afterwards.errors.contains("recall serve"))
    }

    @Test func withoutASessionThereIsOnlyThePageThatSaysWhatToDo() throws {
        let server = try ServerFixture()
        for path in ["/", "/index.html", "/app.js", "/app/main.js", "/icon.svg", "/?code=", "/?code=0123"] {
            let answer = try server.request("GET", path, ["Authorization": nil])
            #expect(answer.status == 401)
            #expect(answer.text.contains("Open the link that <code>recall serve</code> printed"))
            #expect(answer.text.contains("<pre>recall serve --link</pre>"))
        }
        #expect(try server.request("GET", "/api/v1/status", ["Authorization": nil]).errorCode == "not-signed-in")
        for field in ["Basic \(server.token)", server.token, "Bearer", "Bearer \(server.token)0"] {
            #expect(try server.request("GET", "/api/v1/status", ["Authorization": field]).status == 401)
        }
    }

    @Test func aNewTokenEndsAllSessionsAndLinks() throws {
        let server = try ServerFixture()
        let old = server.token
        let link = try RecallProcess.run(["serve", "--link", "--library", server.library], in: server.scratch).output
        let session = try server.signIn(code: String(link.trimmingCharacters(in: .whitespacesAndNewlines).suffix(64)))
        #expect(try server.request("POST", "/api/v1/session/rotate").status == 204)
        #expect(server.token != old)
        #expect(try server.get("/status").status == 200)
        #expect(try server.request("GET", "/api/v1/status", ["Authorization": "Bearer \(old)"]).status == 401)
        #expect(try server.request("GET", "/api/v1/status", session.pageHeaders).status == 401)
        #expect(try server.request("GET", "/?code=\(server.code)", ["Authorization": nil]).status == 401)
    }

    @Test func aNewTokenEndsTheSessionsOfAnotherServerOfTheLibraryToo() throws {
        let server = try ServerFixture()
        let other = try ServerFixture(beside: server)
        let session = try other.signIn()
        let old = ["Authorization": "Bearer \(server.token)"]
        #expect(try other.request("GET", "/api/v1/status", old).status == 200)
        #expect(try server.request("POST", "/api/v1/session/rotate").status < 300)
        #expect(try other.request("GET", "/api/v1/status", old).status == 401)
        #expect(try other.request("GET", "/", session.headers).status == 401)
    }

    @Test func aTokenFileThatOthersCanReadIsRefused() throws {
        let scratch = try ScratchFolder()
        try scratch.write("library/server.token", String(repeating: "a", count: 64))
        let library = scratch.path + "/library"
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: library)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: library + "/server.token")
        let outcome = try RecallProcess.run(
            ["serve", "--port", "0", "--no-open", "--library", library], in: scratch)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("chmod 600"))
    }
}
