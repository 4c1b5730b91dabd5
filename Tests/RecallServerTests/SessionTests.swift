import Foundation
import RecallTestSupport
import Testing

/// One-time links, cookies, and the library's token.
struct SessionTests {
    private func cookie(_ answer: Answer) throws -> String {
        let field = try #require(answer["set-cookie"])
        return String(field.prefix { $0 != ";" })
    }

    @Test func aLinkSignsInOnceWithACookieThatScriptsAndOtherSitesCannotUse() throws {
        let server = try ServerFixture()
        let first = try server.request("GET", "/?code=\(server.code)", ["Authorization": nil])
        #expect(first.status == 303)
        #expect(first["location"] == "/")
        let field = try #require(first["set-cookie"])
        #expect(field.hasPrefix("recall_session=\(server.token); "))
        for flag in ["HttpOnly", "SameSite=Strict", "Path=/"] { #expect(field.contains("; \(flag)")) }
        #expect(!field.contains("Domain"))

        let cookie = try cookie(first)
        #expect(try server.request("GET", "/", ["Authorization": nil, "Cookie": cookie]).status == 200)
        let again = try server.request("GET", "/?code=\(server.code)", ["Authorization": nil])
        #expect(again.status == 401)
        #expect(again["set-cookie"] == nil)
    }

    @Test func withoutASessionThereIsOnlyThePageThatSaysWhatToDo() throws {
        let server = try ServerFixture()
        for path in ["/", "/index.html", "/app.js", "/app/main.js", "/icon.svg", "/?code=", "/?code=0123"] {
            let answer = try server.request("GET", path, ["Authorization": nil])
            #expect(answer.status == 401)
            #expect(answer.text.contains("Open the link that <code>recall serve</code> printed"))
        }
        #expect(try server.request("GET", "/api/v1/status", ["Authorization": nil]).errorCode == "not-signed-in")
        for field in ["Basic \(server.token)", server.token, "Bearer", "Bearer \(server.token)0"] {
            #expect(try server.request("GET", "/api/v1/status", ["Authorization": field]).status == 401)
        }
    }

    @Test func aNewTokenEndsAllSessionsAndLinks() throws {
        let server = try ServerFixture()
        let old = server.token
        #expect(try server.request("POST", "/api/v1/session/rotate").status == 204)
        #expect(server.token != old)
        #expect(try server.get("/status").status == 200)
        #expect(try server.request("GET", "/api/v1/status", ["Authorization": "Bearer \(old)"]).status == 401)
        let cookie = ["Authorization": nil, "Cookie": "recall_session=\(old)"]
        #expect(try server.request("GET", "/api/v1/status", cookie).status == 401)
        #expect(try server.request("GET", "/?code=\(server.code)", ["Authorization": nil]).status == 401)
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
