import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// Databases that `slackdump archive` writes, read by a confined process.
@Suite(.scratch) struct SlackArchiveTests {
    private let scratch: SourceScratch

    init() throws {
        scratch = try SourceScratch()
    }

    /// The tables of slackdump 3.1 and 4, as far as they matter.
    private static let tables = """
        CREATE TABLE CHUNK (ID INTEGER PRIMARY KEY, SESSION_ID INTEGER NOT NULL, TYPE_ID SMALLINT NOT NULL);
        CREATE TABLE MESSAGE (ID INTEGER NOT NULL, CHUNK_ID INTEGER NOT NULL, CHANNEL_ID TEXT NOT NULL,
            TS TEXT NOT NULL, THREAD_TS TEXT, TXT TEXT, DATA BLOB NOT NULL, PRIMARY KEY (ID, CHUNK_ID));
        CREATE TABLE CHANNEL (ID TEXT NOT NULL, CHUNK_ID INTEGER NOT NULL, NAME TEXT, DATA BLOB NOT NULL,
            PRIMARY KEY (ID, CHUNK_ID));
        CREATE TABLE S_USER (ID TEXT NOT NULL, CHUNK_ID INTEGER NOT NULL, USERNAME TEXT NOT NULL, DATA BLOB NOT NULL,
            PRIMARY KEY (ID, CHUNK_ID));
        CREATE TABLE CHANNEL_USER (CHANNEL_ID TEXT NOT NULL, USER_ID TEXT NOT NULL, CHUNK_ID INTEGER NOT NULL,
            PRIMARY KEY (CHANNEL_ID, USER_ID, CHUNK_ID));
        """

    private static let users = [
        #"{"id": "U0000001", "name": "ada", "profile": {"real_name": "Ada Moor"}}"#,
        #"{"id": "U0000002", "name": "bo", "profile": {"display_name": "Bo"}}"#,
    ]

    private static func row(user json: String, id: String, chunk: Int = 1) -> String {
        "INSERT INTO S_USER VALUES ('\(id)', \(chunk), 'x', CAST('\(json)' AS BLOB));"
    }

    private static func row(channel json: String, id: String) -> String {
        "INSERT INTO CHANNEL VALUES ('\(id)', 1, NULL, CAST('\(json)' AS BLOB));"
    }

    private static func row(_ ts: String, _ fields: String, in channel: String = "C0000001", chunk: Int = 1) -> String {
        """
        INSERT INTO MESSAGE VALUES (\(ts.replacing(".", with: "")), \(chunk), '\(channel)', '\(ts)', NULL, NULL,
            CAST('{"type": "message", "ts": "\(ts)", \(fields)}' AS BLOB));
        """
    }

    private static var people: String {
        users.enumerated().map { row(user: $1, id: "U000000\($0 + 1)") }.joined()
            + row(channel: #"{"id": "C0000001", "name": "general"}"#, id: "C0000001")
    }

    /// Two messages in a channel.
    static func small() -> [UInt8] {
        let rows = row("1.000001", #""user": "U0000001", "text": "x""#) + row("2.000001", #""text": "y""#)
        return (try? MessagesFixture.bytes(tables + people + rows)) ?? []
    }

    private func unit(_ name: String = "slackdump.sqlite") throws -> SourceUnit {
        guard case .unit(let unit)? = SourceWalker(path: scratch.path + "/" + name).first(where: { _ in true }) else {
            throw ImportFailure(.wrongFormat, path: name, reason: "It is no unit.")
        }
        return unit
    }

    private func records(of unit: SourceUnit) async throws -> [ImportRecord] {
        var all: [ImportRecord] = []
        let reader = try ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor())
        try await reader.read(unit, from: .start) { record, _ in all.append(record) }
        return all
    }

    private func items(_ rows: [String]) async throws -> [Item] {
        try scratch.write(
            "slackdump.sqlite", try MessagesFixture.bytes(Self.tables + Self.people + rows.joined(separator: "\n")))
        return try await records(of: unit()).compactMap(\.item)
    }

    @Test func `messages have the names of their authors and of whom they mention`() async throws {
        let found = try await items([
            Self.row("1700000000.000100", #""user": "U0000001", "text": "Hello <@U0000002> and <@U9>""#),
            Self.row("1700000001.000100", #""user": "U0000002", "text": "see \u003c@U0000001\u003e""#),
            Self.row("1700000002.000100", #""user": "U7777777", "text": "from nobody known""#),
        ])
        #expect(found.map(\.text) == ["Hello @Bo and @U9", "see @Ada Moor", "from nobody known"])
        #expect(found.map(\.sender?.name) == ["Ada Moor", "Bo", "U7777777"])
        #expect(found[0].conversation == "slack:C0000001" && found[0].conversationTitle == "#general")
        #expect(found[0].date == Date(timeIntervalSince1970: 1_700_000_000.0001))
    }

    @Test func `messages and threads are those of a dump of the same channel`() async throws {
        let messages = [
            #""user": "U0000001", "text": "a", "thread_ts": "1.000001""#, #""user": "U0000002", "text": "b""#,
        ]
        let reply = #""user": "U0000002", "text": "c", "thread_ts": "1.000001""#
        let found = try await items([
            Self.row("1.000001", messages[0]), Self.row("2.000001", messages[1]),
            // The first message of a thread is in the thread's answer, too.
            Self.row("1.000001", messages[0], chunk: 2), Self.row("3.000001", reply, chunk: 2),
        ])
        let dump = """
            {"channel_id": "C0000001", "name": "general", "messages": [
                {"type": "message", "ts": "1.000001", \(messages[0]), "slackdump_thread_replies":
                    [{"type": "message", "ts": "3.000001", \(reply)}]},
                {"type": "message", "ts": "2.000001", \(messages[1])}]}
            """
        try scratch.write("dump/C0000001.json", dump)
        try scratch.write("dump/users.json", "[\(Self.users.joined(separator: ","))]")
        let dumped = try await records(of: unit("dump/C0000001.json")).compactMap(\.item)
        #expect(found.count == 3 && Set(found) == Set(dumped))
        #expect(found.map(\.conversation).filter { $0 == "slack:C0000001/1.000001" }.count == 2)
    }

    @Test func `of a message that was fetched twice the latest is kept, and of a user too`() async throws {
        let found = try await items([
            Self.row("5.000001", #""user": "U0000001", "text": "as it was""#),
            Self.row("5.000001", #""user": "U0000001", "text": "as it was edited", "edited": {"ts": "6.1"}"#, chunk: 3),
            Self.row("5.000001", #""text": "another channel, same time""#, in: "C0000002", chunk: 4),
            Self.row(user: #"{"id": "U0000001", "name": "ada", "real_name": "Ada Marsh"}"#, id: "U0000001", chunk: 3),
        ])
        #expect(found.map(\.text) == ["as it was edited", "another channel, same time"])
        #expect(found.map(\.sender?.name) == ["Ada Marsh", nil])
    }

    @Test func `conversations without a name have those who are in it, files are named`() async throws {
        let found = try await items([
            Self.row(channel: #"{"id": "D0000001", "is_im": true, "user": "U0000002"}"#, id: "D0000001"),
            Self.row(channel: #"{"id": "G0000001", "is_mpim": true, "name": "mpdm-ada--bo-1"}"#, id: "G0000001"),
            "INSERT INTO CHANNEL_USER VALUES ('G0000001', 'U0000002', 1), ('G0000001', 'U0000001', 1);",
            Self.row("1.000001", #""user": "U0000002", "text": "a""#, in: "D0000001"),
            Self.row("2.000001", #""user": "U0000001", "text": "b""#, in: "G0000001"),
            Self.row(
                "3.000001", #""text": "", "files": [{"name": "map.png", "mimetype": "image/png", "size": 7}]"#,
                in: "C0000009"),
        ])
        #expect(found.map(\.conversationTitle) == ["Bo", "Ada Moor, Bo", "C0000009"])
        #expect(found[2].attachments == [Attachment(name: "map.png", mediaType: "image/png", byteCount: 7)])
    }

    @Test func `a message that is no JSON is a failure with its row, and the others are read`() async throws {
        let broken = "INSERT INTO MESSAGE VALUES (7, 1, 'C0000001', '7', NULL, NULL, X'7B22');"
        try scratch.write(
            "slackdump.sqlite",
            try MessagesFixture.bytes(
                Self.tables + Self.people + Self.row("1.000001", #""text": "a""#) + broken
                    + Self.row("9.000001", #""text": "b""#)))
        let found = try await records(of: unit())
        #expect(found.compactMap(\.item?.text) == ["a", "b"])
        let failures = found.compactMap { if case .failure(let failure) = $0 { failure } else { nil } }
        #expect(failures.map(\.place) == ["message 2"] && failures.map(\.code) == [.malformed])
    }

    @Test func `a database of that name with other tables is no archive`() throws {
        try scratch.write("slackdump.sqlite", try MessagesFixture.bytes("CREATE TABLE MESSAGE (ID INTEGER)"))
        #expect(throws: ImportFailure.self) { try unit() }
    }
}
