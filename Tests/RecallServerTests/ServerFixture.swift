import Foundation
import RecallTestSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A running `recall serve` over a library of its own, without a model.
final class ServerFixture {
    let scratch: ScratchFolder
    let port: Int
    /// The one-time code of the printed link.
    let code: String
    /// What the server printed when it started.
    let greeting: String
    private let process: RunningRecall
    private var exitCode: Int32?

    var library: String { scratch.path + "/library" }
    /// The library's token, as programs read it.
    var token: String {
        ((try? String(contentsOfFile: library + "/server.token", encoding: .utf8)) ?? "").trimmingCharacters(
            in: .whitespacesAndNewlines)
    }
    /// The server's log.
    var log: String { process.errors }

    /// Serves a library into which `files` are imported first, by name and text.
    convenience init(importing files: [String: String] = [:]) throws {
        let scratch = try ScratchFolder()
        if !files.isEmpty {
            for (name, text) in files { try scratch.write("in/\(name)", text) }
            let outcome = try RecallProcess.run(
                ["import", scratch.path + "/in"], environment: Self.environment(scratch), in: scratch)
            guard outcome.code == 0 else { throw Failure(description: outcome.errors) }
        }
        try self.init(in: scratch)
    }

    /// Serves the library of a server that was stopped, which it may only read.
    convenience init(readOnly other: ServerFixture) throws {
        try other.scratch.setWritable(false, "library")
        try self.init(in: other.scratch, launcher: RecallProcess.withoutRights)
    }

    /// Serves the library of a server that was stopped.
    convenience init(serving other: ServerFixture) throws {
        try self.init(in: other.scratch)
    }

    /// Serves the library of a server that runs.
    convenience init(beside other: ServerFixture) throws {
        try self.init(in: other.scratch)
    }

    private init(in scratch: ScratchFolder, launcher: [String] = []) throws {
        self.scratch = scratch
        process = try RecallProcess.start(
            ["serve", "--port", "0", "--no-open", "--watch-always"], environment: Self.environment(scratch),
            launcher: launcher,
            in: scratch)
        let link = try Self.link(of: process)
        (port, code, greeting) = (link.port, link.code, link.text)
    }

    /// A home and a library of its own, without a model.
    private static func environment(_ scratch: ScratchFolder) -> [String: String] {
        [
            "HOME": scratch.path, "RECALL_LIBRARY": scratch.path + "/library",
            "RECALL_MODELS": scratch.path + "/no models", "RECALL_EXECUTABLE": RecallProcess.executable.path,
        ]
    }

    /// Waits for the printed link.
    private static func link(of server: RunningRecall) throws -> (port: Int, code: String, text: String) {
        while true {
            let code = server.exitCode(waiting: false)
            let text = server.output
            if let found = text.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/\?code=([0-9a-f]{64})\n/),
                let port = Int(found.1)
            {
                return (port, String(found.2), text)
            }
            if let code { throw Failure(description: "The server ended with \(code): \(text)\(server.errors)") }
            usleep(5_000)
        }
    }

    deinit {
        stop()
    }

    /// Asks the server to stop, and returns its exit code.
    @discardableResult
    func stop() -> Int32 {
        if isRunning { process.terminate() }
        return end()
    }

    /// Ends the server at once, as a crash does.
    func kill() {
        if isRunning { process.killAtOnce() }
        _ = end()
    }

    private func end() -> Int32 {
        exitCode = exitCode ?? process.exitCode(waiting: true)
        return exitCode ?? -1
    }

    var isRunning: Bool {
        exitCode = exitCode ?? process.exitCode(waiting: false)
        return exitCode == nil
    }

    /// Sends bytes as they are, and reads until the server closes.
    func exchange(_ bytes: String) throws -> Answer {
        let connection = try RawConnection(port: port)
        connection.send(bytes)
        return Answer(connection.receiveAll())
    }

    /// A request as a program sends it: with the token unless told otherwise.
    func request(
        _ method: String, _ path: String, _ headers: [String: String?] = [:], body: String? = nil
    ) throws -> Answer {
        try exchange(text(method, path, headers, body: body))
    }

    /// The bytes of such a request. A header that is `nil` is left out.
    func text(_ method: String, _ path: String, _ headers: [String: String?] = [:], body: String? = nil) -> String {
        var fields: [String: String?] = [
            "Host": "127.0.0.1:\(port)", "Authorization": "Bearer \(token)", "Connection": "close",
        ]
        if let body {
            fields["Content-Type"] = "application/json"
            fields["Content-Length"] = "\(body.utf8.count)"
        }
        fields.merge(headers) { $1 }
        let lines = fields.compactMap { name, value in value.map { "\(name): \($0)\r\n" } }
        return "\(method) \(path) HTTP/1.1\r\n\(lines.joined())\r\n\(body ?? "")"
    }

    /// Opens a link as a browser does: the printed one, or that with another code.
    func signIn(code: String? = nil) throws -> BrowserSession {
        try BrowserSession(try request("GET", "/?code=\(code ?? self.code)", ["Authorization": nil]))
    }

    /// A POST with a JSON object.
    func post(_ path: String, _ object: Any = [String: Any]()) throws -> Answer {
        let body = String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
        return try request("POST", "/api/v1" + path, body: body)
    }

    func get(_ path: String) throws -> Answer {
        try request("GET", "/api/v1" + path)
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// A mailbox that takes some seconds if it has thousands of mails.
    static func mailbox(_ count: Int) -> String {
        (0..<count).map { number in
            "From ada@people.example Mon Mar 04 10:00:00 2024\n"
                + mail(
                    "mill-\(number)", "Sack \(number)",
                    "Sack \(number) of flour \(number * 7_919 % 10_007) is at the mill.\n"
                        + String(repeating: "Rye and wheat and oats and barley and spelt. ", count: 20)) + "\n\n"
        }.joined()
    }

    /// A mail of a made-up person; an answer is an hour later.
    static func mail(_ id: String, _ subject: String, _ text: String, reply: String? = nil) -> String {
        """
        From: Ada Lind <ada@people.example>
        To: Bea <bea@people.example>
        Subject: \(subject)
        Message-ID: <\(id)@made-up.example>\(reply.map { "\nIn-Reply-To: <\($0)@made-up.example>" } ?? "")
        Date: Mon, 04 Mar 2024 \(reply == nil ? 10 : 11):00:00 +0000

        \(text)
        """
    }
}

/// What a browser gets when it opens a link.
struct BrowserSession {
    /// What it sends with every request, to every port.
    let headers: [String: String?]
    /// What it sends when the page asks.
    var pageHeaders: [String: String?] { headers.merging(["Recall-Session": page]) { $1 } }
    let cookie, page, address: String

    init(_ answer: Answer) throws {
        guard let field = answer["set-cookie"]?.prefix(while: { $0 != ";" }),
            let secrets = answer.text.firstMatch(of: /name="recall-session" content="([0-9a-f]{64})\.([0-9a-f]{64})"/)
        else { throw ServerFixture.Failure(description: "No session: \(answer.status)") }
        headers = ["Authorization": nil, "Cookie": String(field)]
        (cookie, page, address) = (String(field.suffix(64)), String(secrets.1), String(secrets.2))
    }
}
