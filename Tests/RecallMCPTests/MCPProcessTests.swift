import Foundation
import RecallTestSupport
import Testing

/// `recall mcp` as clients start it.
@Suite(.waiting, .scratch) struct MCPProcessTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    private func recall(_ arguments: [String], input: Data = Data()) throws -> RecallProcess.Outcome {
        let environment = [
            "RECALL_LIBRARY": scratch.path + "/library", "RECALL_MODELS": scratch.path + "/no models", "TZ": "UTC",
        ]
        return try RecallProcess.run(arguments, environment: environment, input: input, in: scratch)
    }

    private func importNotes() throws {
        try scratch.write("in/Boiler.md", "# Boiler\n\nThe kettle whistles at night.")
        try scratch.write("in/Private/Diary.md", "# Diary\n\nThe kettle is my secret.")
        #expect(try recall(["import", scratch.path + "/in"]).code == 0)
    }

    private static let hello =
        #"{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","clientInfo":{"name":"Test"}}}"#

    private static func call(_ id: Int, _ tool: String, _ arguments: String) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
    }

    private func messages(_ lines: [String], _ options: [String] = []) throws -> [[String: Any]] {
        let outcome = try recall(["mcp"] + options, input: Data((lines.joined(separator: "\n") + "\n").utf8))
        #expect(outcome.code == 0)
        return try outcome.output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    @Test func `answers all that was asked before its input ended`() throws {
        try importNotes()
        let calls = (1...100).map { Self.call($0, "search", #"{"query":"kettle"}"#) }
        let answers = try messages([Self.hello] + calls)
        #expect(answers.count == 101)
        #expect(Set(answers.compactMap { $0["id"] as? Int }) == Set(1...100))
    }

    @Test func `writes nothing but messages, whatever it is sent`() throws {
        try importNotes()
        var lines = [
            Self.hello, "", "nonsense", "[]", "{", "\u{0}", "GET / HTTP/1.1", "{}", Self.call(1, "list", "{}"),
        ]
        lines.append(String(repeating: "x", count: 3 << 20))
        lines.append(Self.call(2, "count", #"{"query":"kettle"}"#))
        let answers = try messages(lines)
        #expect(answers.allSatisfy { $0["jsonrpc"] as? String == "2.0" })
        #expect(answers.count == 10)
        #expect(ToolReply(answers.last { $0["id"] as? Int == 2 } ?? [:]).values["items"] as? Int == 2)
    }

    @Test func `private folders are left out if asked for`() throws {
        try importNotes()
        for (options, count) in [
            ([], 2), (["--no-private"], 1), (["--kind", "email"], 0), (["--in=-in:private"], 1),
        ] {
            let answers = try messages([Self.hello, Self.call(1, "count", #"{"query":"kettle"}"#)], options)
            #expect(ToolReply(answers.last ?? [:]).values["items"] as? Int == count, "\(options)")
        }
    }

    @Test func `what came with a mail that is labelled Private is left out with it`() throws {
        let mail = """
            X-Gmail-Labels: Inbox,Private
            From: Bo <bo@people.example>
            Subject: kettle
            Message-ID: <private@people.example>
            Date: Mon, 01 Jan 2024 09:00:00 +0000
            MIME-Version: 1.0
            Content-Type: multipart/mixed; boundary=b

            --b
            Content-Type: text/plain

            The kettle.
            --b
            Content-Type: text/plain; name=a.txt
            Content-Disposition: attachment; filename=a.txt

            The kettle is in the attachment.
            --b
            Content-Type: message/rfc822

            From: Ada <ada@people.example>
            Subject: inner kettle
            Message-ID: <inner@people.example>
            Date: Mon, 01 Jan 2024 08:00:00 +0000

            The kettle is in the mail within.
            --b--

            """
        #expect(try recall(["import", "--no-embed", try scratch.write("in/private.eml", mail)]).code == 0)
        for (options, count) in [([], 3), (["--no-private"], 0), (["--in=-in:private"], 0)] {
            let answers = try messages([Self.hello, Self.call(1, "count", #"{"query":"kettle"}"#)], options)
            #expect(ToolReply(answers.last ?? [:]).values["items"] as? Int == count, "\(options)")
        }
    }

    @Test func `a scope that is no selection ends it before anything is answered`() throws {
        let outcome = try recall(["mcp", "--in", "the kettle"], input: Data(Self.hello.utf8))
        #expect(outcome.code != 0)
        #expect(outcome.output.isEmpty)
    }

    @Test func `calls are logged by tool, time and number of items`() throws {
        try importNotes()
        _ = try messages([
            Self.hello, Self.call(1, "search", #"{"query":"kettle"}"#), Self.call(2, "search", #"{"query":7}"#),
        ])
        let log = try recall(["mcp", "log", "--format", "json"])
        let document = try JSONSerialization.jsonObject(with: Data(log.output.utf8)) as? [String: Any]
        let calls = try #require(document?["calls"] as? [[String: Any]])
        #expect(calls.map { $0["tool"] as? String } == ["search", "search"])
        #expect(calls.map { $0["client"] as? String } == ["Test", "Test"])
        #expect(Set(calls.map { $0["items"] as? Int }) == [2, nil])
        #expect(!log.output.contains("kettle"))
        let file = scratch.path + "/library/tool-calls.jsonl"
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }
}
