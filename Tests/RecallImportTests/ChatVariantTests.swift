import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// Forms of chat exports that other programs' test files have.
@Suite(.scratch) struct ChatVariantTests {
    private let scratch: SourceScratch

    init() throws {
        scratch = try SourceScratch()
    }

    /// The items of files, and "sender: text" of each, or the notice in brackets.
    private func read(_ files: [String: String]) async throws -> (items: [Item], lines: [String]) {
        for (name, text) in files { try scratch.write(name, text) }
        var items: [Item] = []
        for case .unit(let unit) in SourceWalker(path: scratch.path) {
            try await ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor()).read(unit, from: .start) {
                record, _ in if let item = record.item { items.append(item) }
            }
        }
        let lines = items.map { item in
            guard case .message(let details) = item.details else { return "\(item.kind): \(item.text)" }
            return details.isSystemNotice ? "(\(item.text))" : "\(item.sender?.displayName ?? "?"): \(item.text)"
        }
        return (items, lines)
    }

    /// Days and times as clocks here show them.
    private func shown(_ items: [Item]) -> [String] {
        let here = Date.ISO8601FormatStyle(timeZone: .current).year().month().day()
        return items.map { $0.date.map(here.format) ?? "never" }
    }

    @Test(arguments: [
        ("10/8/24, 9:15 PM - Bo: hi\n", ["2024-10-08"]),
        ("12/5/23, 9:15 AM - Bo: hi\n", ["2023-12-05"]),
        ("[5/7/26, 10:32:15 a. m.] Ana: hola\n[5/7/26, 3:05:00 p. m.] Bo: gracias\n", ["2026-07-05", "2026-07-05"]),
        ("5/2/22, 8:06 pm - Bo: hi\n6/2/22, 8:07 pm - Bo: hi\n", ["2022-02-05", "2022-02-06"]),
        (
            "01.06.24, 20:06 - Bo: hi\n01.07.24, 20:07 - Bo: hi\n01.08.24, 20:07 - Bo: hi\n",
            ["2024-06-01", "2024-07-01", "2024-08-01"]
        ),
        (
            "[۱۴۰۲/۱۲/۲۹،\u{200F} ۲۳:۵۹:۰۷] علی: سلام\n[۱۴۰۳/۰۱/۰۱،\u{200F} ۰۰:۰۱:۰۰] مریم: عید مبارک\n",
            ["2024-03-19", "2024-03-20"]
        ),
    ])
    func `few days of a WhatsApp chat are those that its country means`(text: String, days: [String]) async throws {
        #expect(try await shown(read(["WhatsApp Chat with Bo.txt": text]).items) == days)
    }

    @Test(arguments: [
        "Ada ile WhatsApp Sohbeti", "Ada님과의 WhatsApp 대화", "دردشة واتساب مع Ada",
        "WhatsApp-keskustelu henkilön Ada kanssa",
    ])
    func `the name of a WhatsApp chat is known in the languages of telephones`(name: String) async throws {
        let found = try await read([name + ".txt": "01.06.24, 20:06 - Ada: hi\n02.06.24, 20:06 - Bo: hi\n"])
        #expect(found.items.map(\.conversationTitle) == ["Ada", "Ada"])
    }

    @Test func `Messenger's encrypted chats are read, and a sticker alone is a message`() async throws {
        let encrypted = """
            {"participants": ["Ada Lind", "Bo Li"], "threadName": "Bo Li_15", "messages": [
             {"isUnsent": false, "media": [], "reactions": [], "senderName": "Bo Li", "text": "The lamp is at the quay", "timestamp": 1700000000000, "type": "text"},
             {"isUnsent": true, "media": [], "reactions": [], "senderName": "Bo Li", "text": "", "timestamp": 1700000001000, "type": "text"},
             {"isUnsent": false, "media": [{"uri": "./media/a.jpg"}], "senderName": "Ada Lind", "text": "", "timestamp": 1700000002000, "type": "media"}]}
            """
        let sticker = """
            {"participants": [{"name": "Ada"}, {"name": "Cy"}], "messages": [
             {"sender_name": "Cy", "timestamp_ms": 1415147254275, "sticker": {"uri": "messages/stickers_used/39.png"}}],
             "title": "Cy", "thread_path": "inbox/cy_1"}
            """
        let found = try await read(["a/Bo Li_15.json": encrypted, "b/message_1.json": sticker])
        #expect(found.lines == ["Bo Li: The lamp is at the quay", "Ada Lind: ", "Cy: "])
        #expect(found.items.map(\.conversationTitle) == ["Bo Li", "Bo Li", "Cy"])
        #expect(found.items.map { $0.attachments.map(\.name) } == [[], ["a.jpg"], ["39.png"]])
        #expect(found.items.first?.date == Date(timeIntervalSince1970: 1_700_000_000))
    }

    @Test func `what is said aloud to ChatGPT is read, and neither its calls of tools nor its marks of sources`()
        async throws
    {
        let parents = ["a": "r", "b": "a", "c": "b", "d": "c", "e": "d"]
        func message(_ id: String, _ role: String, _ parts: String, _ more: String = "", child: String) -> String {
            """
            "\(id)": {"id": "\(id)", "parent": "\(parents[id] ?? "")", "children": [\(child)], "message": {"id": "\(id)", "author": {"role": "\(role)"},
              "create_time": 1700000001, "content": {"content_type": "multimodal_text", "parts": [\(parts)]}\(more)}}
            """
        }
        func spoken(_ text: String) -> String { #"{"content_type": "audio_transcription", "text": "\#(text)"}"# }
        let mark = #"\ue200cite\ue202turn0search1\ue201"#
        let nodes = [
            #""r": {"id": "r", "message": null, "parent": null, "children": ["a"]}"#,
            message("a", "user", spoken("Where is the lamp?"), child: #""b""#),
            message("b", "assistant", spoken("At the quay."), child: #""c""#),
            message(
                "c", "user", #"{"content_type": "image_asset_pointer"}"#,
                #", "metadata": {"attachments": [{"name": "lamp.png"}]}"#, child: #""d""#),
            message(
                "d", "assistant", #""{\"prompt\": \"a lamp\"}""#, #", "recipient": "dalle.text2im""#, child: #""e""#),
            message(
                "e", "assistant", "\"It is brass\(mark), and old\(mark.replacing("search1", with: "search2")).\"",
                #", "metadata": {"content_references": [{"matched_text": "\#(mark)", "alt": " (lamps.example)"}]}"#,
                child: ""),
        ]
        let text =
            "[{\"title\": \"Voice\", \"create_time\": 1700000000.1, \"mapping\": {\(nodes.joined(separator: ","))},"
            + " \"current_node\": \"e\"}]"
        let found = try await read(["conversations.json": text])
        #expect(
            found.lines == [
                "Me: Where is the lamp?", "ChatGPT: At the quay.", "Me: ",
                "ChatGPT: It is brass (lamps.example), and old.",
            ])
        #expect(found.items.dropFirst(2).first?.attachments.map(\.name) == ["lamp.png"])
    }

    @Test func `Slack's blocks, fields and what is passed on are read, and channels have their names`() async throws {
        let day = """
            [{"type": "message", "subtype": "bot_message", "text": "", "username": "poll", "ts": "1704200000.000100", "blocks": [
               {"type": "section", "text": {"type": "mrkdwn", "text": "Where is the lamp?"}},
               {"type": "section", "fields": [{"type": "mrkdwn", "text": "Quay 3"}]},
               {"type": "context", "elements": [{"type": "mrkdwn", "text": "by <@U1>"}]}]},
             {"type": "message", "subtype": "bot_message", "text": "", "username": "git", "ts": "1704200001.000100", "attachments": [
               {"fallback": "[no preview available]", "blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": "#5 Mend the lamp"}}]}]},
             {"type": "message", "user": "U1", "text": "FYI", "ts": "1704200002.000100", "attachments": [
               {"is_share": true, "author_name": "Bo", "text": "the lamp is brass", "from_url": "https://x.slack.com/archives/C2/p1"}]},
             {"type": "message", "user": "U1", "text": "see <#C2>", "ts": "1704200003.000100", "blocks": [
               {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [{"type": "text", "text": "see "}]}]}],
              "attachments": [{"from_url": "https://lamps.example", "title": "Lamps", "text": "A page"}]},
             {"type": "message", "subtype": "tombstone", "user": "USLACKBOT", "text": "This message was deleted.", "ts": "1704200004.000100"}]
            """
        let found = try await read([
            "users.json": #"[{"id": "U1", "name": "ada", "profile": {"real_name": "Ada"}}]"#,
            "channels.json": #"[{"id": "C1", "name": "general"}, {"id": "C2", "name": "quay"}]"#,
            "general/2024-01-02.json": day,
        ])
        #expect(
            found.lines == [
                "poll: Where is the lamp?\nQuay 3\nby @Ada", "git: #5 Mend the lamp",
                "Ada: FYI\nBo:\nthe lamp is brass",
                "Ada: see #quay", "(This message was deleted.)",
            ])
    }

    @Test func `Telegram's links have their addresses, and places, offers, games and lists are messages`() async throws
    {
        func message(_ id: Int, _ more: String) -> String {
            #"{"id": \#(id), "type": "message", "date_unixtime": "170505360\#(id)", "from": "Ann", "from_id": "user100", \#(more)}"#
        }
        let messages = [
            message(1, #""text": ["see ", {"type": "text_link", "text": "the docs", "href": "https://lamp.example"}]"#),
            message(2, #""text": "", "location_information": {"latitude": 1.5, "longitude": 2.5}"#),
            message(3, #""text": "", "invoice_information": {"title": "Lamp", "description": "brass"}"#),
            message(4, #""text": "", "game_title": "Chess", "game_description": "Play""#),
            message(5, #""text": "", "todo_list": {"title": "Shopping", "answers": [{"text": "Milk", "id": 1}]}"#),
        ]
        let found = try await read([
            "result.json":
                #"{"name": "Team", "type": "private_group", "id": 9, "messages": [\#(messages.joined(separator: ","))]}"#
        ])
        #expect(
            found.lines == [
                "Ann: see the docs (https://lamp.example)", "Ann: Location: 1.5, 2.5", "Ann: Lamp\nbrass",
                "Ann: Chess\nPlay", "Ann: Shopping\n- Milk",
            ])
    }

    @Test func `in Discord answers of programs are messages, and people who are mentioned have names`() async throws {
        func message(_ id: Int, _ type: String, _ content: String, _ more: String = #""embeds": []"#) -> String {
            """
            {"id": "90\(id)", "type": "\(type)", "timestamp": "2024-03-01T10:0\(id):00+00:00", "content": "\(content)",
             "author": {"id": "1", "name": "w", "nickname": "Weather"}, "attachments": [], \(more)}
            """
        }
        let messages = [
            message(1, "20", "It is 21 degrees."),
            message(2, "23", "", #""embeds": [{"title": "", "fields": [{"name": "Quay 3", "value": "21 degrees"}]}]"#),
            message(
                3, "Default", "ask <@7>, <@!7> or <@8>",
                #""embeds": [], "mentions": [{"id": "7", "name": "bo", "nickname": "Bo"}]"#),
            message(4, "7", "Joined the server."),
        ]
        let found = try await read([
            "x.json": """
            {"guild": {"id": "1", "name": "Club"}, "channel": {"id": "2", "type": "GuildTextChat", "name": "general"},
             "dateRange": {}, "messages": [\(messages.joined(separator: ","))], "messageCount": 4}
            """
        ])
        #expect(
            found.lines == [
                "Weather: It is 21 degrees.", "Weather: Quay 3: 21 degrees", "Weather: ask @Bo, @Bo or <@8>",
                "(Joined the server.)",
            ])
    }

    @Test(arguments: [
        (
            "Session Start: Thu Jun 19 23:28:51 2008\nSession Ident: #quay\n[23:28] * Now talking in #quay\n"
                + "[23:29] <bo> the lamp is here\nSession Time: Fri Jun 20 00:00:00 2008\n[01:55] <ada> fetched it\n",
            ["bo: the lamp is here", "ada: fetched it"], ["2008-06-19", "2008-06-20"]
        ),
        (
            "[2024-01-02T15:04:05.123Z] *** bo (~b@host) joined\n[2024-01-02T15:04:10.456Z] <bo> the lamp is here\n",
            ["bo: the lamp is here"], ["2024-01-02"]
        ),
        (
            "[2024-01-02 15:04:05] → bo joined (~b@host)\n[2024-01-02 15:04:10] <bo> the lamp is here\n"
                + "[2024-01-02 15:04:12] — bo waves\n",
            ["bo: the lamp is here", "bo: waves"], ["2024-01-02", "2024-01-02"]
        ),
        (
            "--- Log opened Sat Jun 08 14:58:29 2002\n14:58 -!- ada [~a@host] has joined #quay\n14:58 [Users #quay]\n"
                + String(repeating: "14:58 [@bo] [+cy] [ dee] [ eve]\n", count: 100)
                + "14:58 -!- Irssi: #quay: Total of 4 nicks\n15:00 <@bo> the lamp is here\n",
            ["bo: the lamp is here"], ["2002-06-08"]
        ),
    ])
    func `logs of mIRC, The Lounge, IRCCloud and irssi are read`(log: String, said: [String], days: [String])
        async throws
    {
        let found = try await read(["#quay.log": log])
        #expect(found.lines == said && shown(found.items) == days)
    }

    @Test func `a chat of Google has the name of its room, or of its members`() async throws {
        let message =
            #"{"messages": [{"creator": {"name": "Bo", "user_type": "Human"}, "created_date": "Monday, 1 January 2024 at 10:00:00 UTC", "text": "hi", "topic_id": "t", "message_id": "m"}]}"#
        let found = try await read([
            "Google Chat/Groups/DM BBBBy/messages.json": message,
            "Google Chat/Groups/DM BBBBy/group_info.json": #"{"members": [{"name": "Ada"}, {"name": "Bo"}]}"#,
        ])
        #expect(found.items.map(\.conversationTitle) == ["Ada, Bo"])
        #expect(found.items.map(\.conversation) == ["google-chat:DM BBBBy"])
    }

    @Test func `who is mentioned in Signal has a name`() async throws {
        let line =
            #"{"envelope":{"source":"+15557654321","sourceName":"Zed","timestamp":1700000010000,"dataMessage":{"timestamp":1700000010000,"#
            + #""message":"hey \#u{FFFC} go","mentions":[{"name":"Bo","number":"+15550001111","start":4,"length":1}]}},"#
            + #""account":"+15551230000"}"#
        #expect(try await read(["messages.jsonl": line + "\n"]).lines == ["Zed: hey @Bo go"])
    }

    @Test func `a caption in Matrix is a text, and a sticker a message`() async throws {
        let found = try await read([
            "export.json": """
            {"room_name": "Quay", "messages": [
             {"type": "m.room.message", "sender": "@ada:e.org", "content": {"msgtype": "m.image", "body": "The lamp at the quay",
              "filename": "lamp.jpg", "info": {"mimetype": "image/jpeg"}}, "origin_server_ts": 1640995320000, "event_id": "$3"},
             {"type": "m.sticker", "sender": "@bo:e.org", "content": {"body": "waving cat"}, "origin_server_ts": 1640995322000,
              "event_id": "$5"}]}
            """
        ])
        #expect(found.lines.map { $0.components(separatedBy: ": ").last } == ["The lamp at the quay", "waving cat"])
        #expect(found.items.first?.attachments.map(\.name) == ["lamp.jpg"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `what is written a hundred thousand times takes no more than its length`() async throws {
        let many = { (piece: String) in String(repeating: piece, count: 400_000 / piece.count) }
        let links = (0..<4_000).map { _ in
            #"{"type": "text_link", "text": "\#(String(repeating: "a", count: 60))", "href": "b"}"#
        }
        let files = [
            "telegram/result.json":
                #"{"name": "T", "type": "private_group", "id": 9, "messages": [{"id": 1, "type": "message", "date_unixtime": "1700000000", "from": "A", "from_id": "user1", "text": [\#(links.joined(separator: ",")), {"type": "text_link", "text": "\#(many("a"))", "href": "\#(many("a"))b"}]}]}"#,
            "discord.json":
                #"{"guild": {"id": "1"}, "channel": {"id": "2", "name": "c"}, "dateRange": {}, "messages": [{"id": "3", "type": "Default", "timestamp": "2024-03-01T10:00:00+00:00", "content": "\#(many("<@7>"))", "author": {"id": "1", "name": "\#(many("n"))"}, "mentions": [{"id": "7", "name": "\#(many("b"))"}], "embeds": [{"title": "\#(many("aab"))"}]}]}"#,
            "slack/channels.json": #"[{"id": "C1", "name": "general"}]"#, "slack/users.json": "[]",
            "slack/general/2024-01-02.json":
                #"[{"type": "message", "user": "U", "ts": "1704200000.000100", "text": "\#(many("a"))", "attachments": [{"text": "\#(many("a").dropLast(5))b"}]}]"#,
        ]
        let found = try await read(files)
        #expect(found.items.count == 3 && found.items.allSatisfy { $0.text.utf8.count < 30 << 20 })
    }
}
