import Foundation
import RecallTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Requests that are too large, too slow or too many.
@Suite(.waiting, .scratch) struct ServerLimitTests {
    /// The head of a request with a token, without its empty line.
    private func head(_ server: ServerFixture, _ method: String, _ path: String) -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(server.token)\r\n"
    }

    private func expectAlive(_ server: ServerFixture) throws {
        #expect(try server.get("/status").status == 200)
    }

    @Test func requestsWithTooMuchHeaderAreRefused() throws {
        let server = try ServerFixture()
        let oversized = [
            head(server, "GET", "/") + String(repeating: "X-A: b\r\n", count: 100_000) + "\r\n",
            head(server, "GET", "/") + "X-A: " + String(repeating: "b", count: 1 << 20) + "\r\n\r\n",
            head(server, "GET", "/?" + String(repeating: "b", count: 1 << 20)) + "\r\n",
            String(repeating: "G", count: 1 << 20),
        ]
        for bytes in oversized {
            let connection = try RawConnection(port: server.port)
            connection.send(bytes)
            // The answer may be lost when the connection is closed with bytes still to be read.
            let answer = Answer(connection.receiveAll())
            #expect(answer.status == 0 || (400..<500).contains(answer.status))
        }
        try expectAlive(server)
    }

    @Test func bodiesThatAreTooLargeAreRefusedWhetherTheySaySoOrNot() throws {
        let server = try ServerFixture()
        let json = "Content-Type: application/json\r\n"
        let announced = try server.exchange(
            head(server, "POST", "/api/v1/search") + json + "Content-Length: 1000000000\r\n\r\n")
        #expect(announced.status == 413)
        #expect(announced.errorCode == "too-large")

        let connection = try RawConnection(port: server.port)
        connection.send(head(server, "POST", "/api/v1/search") + json + "Transfer-Encoding: chunked\r\n\r\n")
        let chunk = "10000\r\n" + String(repeating: " ", count: 0x10000) + "\r\n"
        var sent = 0
        while sent < 1_000, connection.send(chunk) { sent += 1 }
        #expect(sent < 1_000)
        try expectAlive(server)
    }

    @Test(arguments: ["g\r\n", "-1\r\nabc\r\n", "fffffffffffffffff\r\na"])
    func aBodyWhoseChunksAreMalformedIsABadRequest(_ chunks: String) throws {
        let server = try ServerFixture()
        let connection = try RawConnection(port: server.port)
        let fields = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
        connection.send(head(server, "POST", "/api/v1/search") + fields + chunks)
        shutdown(connection.descriptor, Int32(SHUT_WR))
        let answer = Answer(connection.receiveAll())
        #expect(answer.status == 0 || answer.status == 400)
        try expectAlive(server)
    }

    @Test func theLimitOfABodyCountsAnewForEachRequestOfAConnection() throws {
        let server = try ServerFixture()
        let connection = try RawConnection(port: server.port)
        let searches = "{\"recent\":[],\"saved\":[]}" + String(repeating: " ", count: 900_000)
        let request =
            head(server, "PUT", "/api/v1/searches") + "Content-Type: application/json\r\n"
            + "Content-Length: \(searches.utf8.count)\r\n"
        for _ in 0..<4 { #expect(connection.send(request + "\r\n" + searches)) }
        connection.send(request + "Connection: close\r\n\r\n" + searches)
        let answers = String(decoding: connection.receiveAll(), as: UTF8.self)
        #expect(answers.components(separatedBy: "HTTP/1.1 200 OK").count == 6)
    }

    @Test(arguments: [
        "GET / HTTP/9.9\r\n\r\n", "\r\n\r\n\r\n", "GET\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n",
        "GET / HTTP/1.1\r\nHost\r\n\r\n",
        "POST /api/v1/search HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\nzz\r\n",
        "POST /api/v1/search HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffffff\r\n",
        "POST /api/v1/search HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "GET http://evil.example/ HTTP/1.1\r\n\r\n",
        "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n",
    ])
    func whatIsNoGoodRequestIsRefused(_ bytes: String) throws {
        let server = try ServerFixture()
        let connection = try RawConnection(port: server.port)
        connection.send(bytes)
        shutdown(connection.descriptor, Int32(SHUT_WR))
        let answer = Answer(connection.receiveAll())
        #expect(answer.status == 0 || (400..<500).contains(answer.status))
        try expectAlive(server)
    }

    @Test func aThousandConnectionsAndSlowClientsKeepNobodyOut() throws {
        var limit = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        getrlimit(resource, &limit)
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 4_096))
        setrlimit(resource, &limit)

        let server = try ServerFixture()
        var connections: [RawConnection] = []
        for _ in 0..<200 {
            let slow = try RawConnection(port: server.port)
            slow.send(head(server, "GET", "/") + "X-Slow: ")
            connections.append(slow)
        }
        for _ in 0..<1_000 { connections.append(try RawConnection(port: server.port)) }
        try expectAlive(server)
        for connection in connections { connection.send("a") }
        try expectAlive(server)
        #expect(server.isRunning)
    }

    @Test func theLogSaysNothingOfAPerson() throws {
        let server = try ServerFixture()
        let canary = "kanarienvogel"
        _ = try server.request("GET", "/\(canary)?q=\(canary)", ["Referer": "http://127.0.0.1/\(canary)"])
        _ = try server.request("POST", "/api/v1/search", ["Referer": canary], body: "{\"query\":\"\(canary)\"}")
        _ = try server.request("POST", "/api/v1/imports", body: "{\"paths\":[\"/\(canary)\"]}")
        _ = try server.request("GET", "/api/v1/folders?path=/\(canary)")
        let token = server.token
        #expect(server.stop() == 0)
        #expect(!server.log.contains(canary))
        #expect(!server.log.contains(token))
        #expect(!server.log.contains(server.code))
    }
}
