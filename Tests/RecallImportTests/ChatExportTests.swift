import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// Chats and notes as programs export them, read by the formats of the table.
@Suite(.scratch) struct ChatExportTests {
    private let scratch: SourceScratch

    init() throws {
        scratch = try SourceScratch()
    }

    private func records(_ name: String, _ text: String, from cursor: SourceCursor = .start) async throws -> [(
        record: ImportRecord, cursor: SourceCursor
    )] {
        try scratch.write(name, text)
        guard case .unit(let unit)? = SourceWalker(path: scratch.path + "/" + name).first(where: { _ in true }) else {
            throw ImportFailure(.wrongFormat, path: name, reason: "It is no unit.")
        }
        var all: [(ImportRecord, SourceCursor)] = []
        try await ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor()).read(unit, from: cursor) {
            all.append(($0, $1))
        }
        return all
    }

    private func items(_ name: String, _ text: String) async throws -> [Item] {
        try await records(name, text).compactMap(\.record.item)
    }

    /// The items of everything that was written.
    private func items() async throws -> [Item] {
        var items: [Item] = []
        for case .unit(let unit) in SourceWalker(path: scratch.path) {
            try await ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor()).read(unit, from: .start) {
                record, _ in if let item = record.item { items.append(item) }
            }
        }
        return items
    }

    /// "sender: text", or the notice in brackets.
    private func lines(_ items: [Item]) -> [String] {
        items.map { item in
            guard case .message(let details) = item.details else { return item.text }
            return details.isSystemNotice ? "(\(item.text))" : "\(item.sender?.displayName ?? "?"): \(item.text)"
        }
    }

    private func instant(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    @Test func `Telegram messages have texts in pieces, notices, files, polls, and the instant they were sent`()
        async throws
    {
        let found = try await items(
            "result.json",
            """
            {"name": "Hiking", "type": "private_group", "id": 42, "messages": [
              {"id": 1, "type": "service", "date_unixtime": "1700000000", "actor": "Ada", "action": "invite_members", "members": ["Bo", "Cy"], "text": ""},
              {"id": 2, "type": "message", "date": "2023-11-14T22:13:20", "date_unixtime": "1700000001", "from": "Ada", "from_id": "user1",
               "text": ["See ", {"type": "link", "text": "https://a.example"}, "!"]},
              {"id": 3, "type": "message", "date_unixtime": "1700000002", "from": "Bo", "photo": "photos/p.jpg", "photo_file_size": 7, "text": ""},
              {"id": 4, "type": "message", "date_unixtime": "1700000003", "from": null, "forwarded_from": "Cy", "text": "old"},
              {"id": 5, "type": "message", "date_unixtime": "1700000004", "from": "Bo", "poll": {"question": "When?", "answers": [{"text": "May"}]}, "text": ""},
              {"id": 6, "type": "message", "date_unixtime": "1700000005", "from": "Bo", "text": ""}
            ]}
            """)
        #expect(
            lines(found) == [
                "(Ada: invite members, Bo, Cy)", "Ada: See https://a.example!", "Bo: ",
                "Deleted Account: Forwarded from Cy:\nold", "Bo: When?\n- May",
            ])
        #expect(found[2].attachments == [Attachment(name: "p.jpg", mediaType: "", byteCount: 7)])
        #expect(Set(found.compactMap(\.conversation)) == ["telegram:group42"] && found[1].conversationTitle == "Hiking")
        #expect(found[1].date == Date(timeIntervalSince1970: 1_700_000_001))
    }

    @Test func `accounts of one name are two people in Telegram, and whose export it is has a mark`() async throws {
        func chat(_ properties: String, _ accounts: [(String, String)]) -> String {
            let messages = accounts.enumerated().map {
                #"{"id": \#($0), "type": "message", "date_unixtime": "170000000\#($0)", "from": "\#($1.0)", "from_id": "\#($1.1)", "text": "x"}"#
            }
            return #"{\#(properties), "messages": [\#(messages.joined(separator: ", "))]}"#
        }
        func addresses(_ text: String) async throws -> [String] {
            try await items("result.json", text).compactMap { $0.sender?.address }
        }
        let three = [("Mira", "user1"), ("Mira", "user2"), ("Ben", "user3")]
        #expect(
            try await addresses(chat(#""name": "g", "type": "private_group", "id": 9"#, three))
                == ["telegram:user1", "telegram:user2", "telegram:user3"])
        let two = chat(#""name": "Mira", "type": "personal_chat", "id": 1"#, [three[0], three[2]])
        #expect(try await addresses(two) == ["telegram:user1", "telegram:user3:me"])
        let notes = chat(#""type": "saved_messages", "id": 3"#, [three[2]])
        #expect(try await addresses(notes) == ["telegram:user3:me"])
        let group = chat(#""name": "g", "type": "private_group", "id": 9"#, three)
        let all = #"{"personal_information": {"user_id": 3}, "chats": {"list": [\#(group), \#(two)]}}"#
        let own = "telegram:user3:me"
        #expect(try await addresses(all) == ["telegram:user1", "telegram:user2", own, "telegram:user1", own])
    }

    @Test func `a message of Telegram has one id, with its author's account or without`() async throws {
        func ids(_ account: String) async throws -> [ItemID] {
            try await items(
                "result.json",
                """
                {"name": "g", "type": "private_group", "id": 9, "messages": [
                  {"id": 1, "date_unixtime": "1700000000", "from": "Ada"\(account), "text": "Oars"},
                  {"type": "message", "date_unixtime": "1700000001", "from": "Ada"\(account), "text": "Tea"}]}
                """
            ).map(\.id)
        }
        #expect(try await ids("") == ids(#", "from_id": "user1""#))
    }

    @Test(arguments: [(50, 0), (110, 0), (400, 3)])
    func `of a Telegram export that is cut, what is there is read, and its end is a failure`(
        length: Int, items: Int
    ) async throws {
        let messages = (0..<9).map {
            #"{"id": \#($0), "type": "message", "date_unixtime": "1704103200", "from": "Ada", "text": "Oars"}"#
        }
        let head = #"{"name": "Bo", "type": "personal_chat", "id": 77, "messages": ["#
        let text = head + messages.joined(separator: ", ")
        let found = try await failing("result.json", String(text.prefix(length)))
        #expect(found.items == items)
        #expect(found.failure?.code == .malformed && found.failure?.place?.hasPrefix("byte") == true)
    }

    /// Two messages as each program writes them, and the end of the file.
    private static let cutOff: [(name: String, first: String, second: String)] = [
        (
            "C0000001.json",
            #"{"name": "general", "messages": [{"type": "message", "user": "U1", "ts": "1700000001.123456", "text": "one"},"#,
            #"{"type": "message", "user": "U1", "ts": "1700000003.123456", "text": "two"}"#
        ),
        (
            "talk.json",
            #"{"name":"general","messages":[{"client_msg_id":"a","type":"message","user":"U1","text":"one","ts":"1700000001.123456"},"#,
            #"{"type":"message","user":"U1","ts":"1700000003.123456","text":"two"}"#
        ),
        (
            "result.json", #"{"messages": [{"id": 1, "from": "a", "from_id": "u", "date_unixtime": "1", "text": "x"},"#,
            #"{"id": 2, "from": "a", "from_id": "u", "date_unixtime": "2", "text": "y"}"#
        ),
        (
            "message_1.json", #"{"messages": [{"sender_name": "a", "timestamp_ms": 1000, "content": "x"},"#,
            #"{"sender_name": "a", "timestamp_ms": 2000, "content": "y"}"#
        ),
        (
            "messages.json",
            #"{"messages": [{"creator": {"name": "a"}, "created_date": "Monday, January 4, 2021 at 1:02:05 PM UTC", "text": "x"},"#,
            #"{"creator": {"name": "a"}, "created_date": "Monday, January 4, 2021 at 1:03:05 PM UTC", "text": "y"}"#
        ),
        (
            "discord.json",
            #"{"guild": {"name": "g"}, "channel": {"id": "1", "name": "c"}, "dateRange": {}, "messages": [{"id": "1", "type": "Default", "timestamp": "2024-01-01T00:00:00+00:00", "content": "x", "author": {"name": "a"}},"#,
            #"{"id": "2", "type": "Default", "timestamp": "2024-01-01T00:01:00+00:00", "content": "y", "author": {"name": "a"}}"#
        ),
    ]

    @Test(arguments: 0..<6)
    func `a chat that is cut within its second message has the first, and the place of the cut`(
        kind: Int
    ) async throws {
        let (name, first, second) = Self.cutOff[kind]
        for length in stride(from: 2, to: second.utf8.count, by: 11) {
            let found = try await failing(name, first + String(second.prefix(length)))
            #expect(found.items == 1, "\(name), \(length)")
            #expect(found.failure?.code == .malformed && found.failure?.place?.hasPrefix("byte") == true)
        }
        #expect(try await failing(name, first + second + "]}").items == 2)
    }

    @Test func `of a day of a Slack export that is cut, what is before the cut is read`() async throws {
        for (file, text) in Self.slack { try scratch.write("export/" + file, text) }
        try scratch.write(
            "export/general/2024-01-09.json",
            #"[{"type": "message", "user": "U1", "ts": "1700000009.1", "text": "ninth"}, {"type": "message", "us"#)
        guard case .unit(let unit)? = SourceWalker(path: scratch.path + "/export").first(where: { _ in true }) else {
            throw ImportFailure(.wrongFormat, path: "export", reason: "It is no unit.")
        }
        var (texts, places): ([String], [String]) = ([], [])
        try await ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor()).read(unit, from: .start) {
            record, _ in
            if let item = record.item { texts.append(item.text) }
            if case .failure(let failure) = record { places.append(failure.place ?? "") }
        }
        #expect(texts.contains("ninth"))
        #expect(places.contains("general/2024-01-09.json, byte 75"))
    }

    @Test func `a Telegram export with numbers of thousands of digits is read`() async throws {
        let number = String(repeating: "7", count: 30_000)
        let text =
            #"{"name": "Bo", "type": "personal_chat", "id": \#(number), "messages": [{"id": \#(number), "type": "#
            + #""message", "date_unixtime": "1704103200", "from": "Ada", "from_id": "user1", "text": "Oars"}]}"#
        #expect(lines(try await items("result.json", text)) == ["Ada: Oars"])
    }

    /// The number of items of a file, and the failure that its reading ends with.
    private func failing(_ name: String, _ text: String) async throws -> (items: Int, failure: ImportFailure?) {
        try scratch.write(name, text)
        guard case .unit(let unit)? = SourceWalker(path: scratch.path + "/" + name).first(where: { _ in true }) else {
            throw ImportFailure(.wrongFormat, path: name, reason: "It is no unit.")
        }
        var items = 0
        do {
            try await ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor()).read(unit, from: .start) {
                record, _ in items += record.item == nil ? 0 : 1
            }
        } catch let failure as ImportFailure {
            return (items, failure)
        }
        return (items, nil)
    }

    @Test func `a Telegram export of everything has each chat by its name`() async throws {
        let found = try await items(
            "result.json",
            """
            {"about": "Here is the data you requested. Telegram", "personal_information": {"first_name": "Ada"}, "chats": {"about": "x", "list": [
              {"name": "Bo", "type": "personal_chat", "id": 1, "messages": [{"id": 9, "type": "message", "date_unixtime": "1", "from": "Bo", "text": "a"}]},
              {"type": "saved_messages", "id": 2, "messages": [{"id": 9, "type": "message", "date_unixtime": "2", "from": "Ada", "text": "b"}]}
            ]}, "left_chats": {"list": [{"name": "Old", "id": 3, "messages": [{"id": 1, "type": "message", "date_unixtime": "3", "from": "Cy", "text": "c"}]}]}}
            """)
        #expect(
            found.map(\.conversationTitle) == ["Bo", "Saved Messages", "Old"] && found.map(\.text) == ["a", "b", "c"])
        #expect(Set(found.map(\.id)).count == 3)
    }

    @Test func `Discord messages have nicknames, files and what bots show`() async throws {
        let found = try await items(
            "general.json",
            """
            {"guild": {"id": "1", "name": "Makers"}, "channel": {"id": "2", "type": "GuildTextChat", "name": "general"}, "messages": [
              {"id": "10", "type": "Default", "timestamp": "2024-01-15T10:30:00.5+00:00", "content": "Hi", "author": {"name": "ada1", "nickname": "Ada"}},
              {"id": "11", "type": "GuildMemberJoin", "timestamp": "2024-01-15T10:31:00+00:00", "content": "Joined the server.", "author": {"name": "bo"}},
              {"id": "12", "type": "Default", "timestamp": "2024-01-15T10:32:00+00:00", "content": "", "author": {"name": "bot"},
               "embeds": [{"title": "Build", "description": "passed"}], "attachments": [{"url": "https://c.example/a/log.txt?x=1", "fileSizeBytes": 3}]}
            ]}
            """)
        #expect(lines(found) == ["Ada: Hi", "(Joined the server.)", "bot: Build\npassed"])
        #expect(found[0].conversationTitle == "Makers: general" && found[2].attachments.map(\.name) == ["log.txt"])
        #expect(try found[1].date == instant("2024-01-15T10:31:00Z"))
    }

    @Test func `Discord messages have what was forwarded, and what their links show`() async throws {
        let found = try await items(
            "general.json",
            """
            {"guild": {"id": "1", "name": "Makers"}, "channel": {"id": "2", "type": "GuildTextChat", "name": "general"}, "messages": [
              {"id": "10", "type": "Default", "timestamp": "2024-01-15T10:30:00+00:00", "content": "See https://a.example/oars", "author": {"name": "Ada"},
               "embeds": [{"title": "Oars", "description": "How to carve them", "url": "https://a.example/oars", "fields": []},
                          {"title": "", "description": null, "url": "https://b.example/tide"}]},
              {"id": "11", "type": "Default", "timestamp": "2024-01-15T10:31:00+00:00", "content": "", "author": {"name": "Bo"},
               "reference": {"type": "Forward", "messageId": "5", "channelId": "9"},
               "forwardedMessage": {"timestamp": "2024-01-14T10:31:00+00:00", "content": "Tide at nine",
                 "attachments": [{"fileName": "tide.pdf", "fileSizeBytes": 3}], "embeds": [{"title": "Tides"}], "stickers": []}},
              {"id": "12", "type": "Default", "timestamp": "2024-01-15T10:32:00+00:00", "content": "", "author": {"name": "Bo"},
               "forwardedMessage": {"content": "", "attachments": [], "embeds": [], "stickers": [{"name": "Wave"}]}}
            ]}
            """)
        #expect(
            lines(found) == [
                "Ada: See https://a.example/oars\n\nOars\nHow to carve them\n\nhttps://b.example/tide",
                "Bo: Forwarded:\nTide at nine\n\nTides", "Bo: Forwarded:\nWave",
            ])
        #expect(found[1].attachments.map(\.name) == ["tide.pdf"])
    }

    @Test func `an edit is the message that it is of, with the text that it has since`() async throws {
        let matrix = try await items(
            "room.json",
            """
            {"room_name": "Garden", "messages": [
              {"type": "m.room.message", "sender": "@ada:b.example", "event_id": "e1", "origin_server_ts": 1700000000000,
               "content": {"msgtype": "m.text", "body": "Oras?"}},
              {"type": "m.room.message", "sender": "@ada:b.example", "event_id": "e2", "origin_server_ts": 1700000001000,
               "content": {"msgtype": "m.text", "body": "* Oars?", "m.new_content": {"msgtype": "m.text", "body": "Oars?"},
                 "m.relates_to": {"rel_type": "m.replace", "event_id": "e1"}}}]}
            """)
        #expect(lines(matrix) == ["ada: Oras?", "ada: Oars?"] && Set(matrix.map(\.id)).count == 1)
        #expect(matrix.map(edited) == [nil, Date(timeIntervalSince1970: 1_700_000_001)])
        // An edit of an edit names that, not the first message; what quotes an edit answers the message.
        let signal = try await items(
            "signal.json",
            #"""
            {"envelope": {"sourceNumber": "+4930", "timestamp": 1000, "dataMessage": {"timestamp": 1000, "message": "Oras"}}}
            {"envelope": {"sourceNumber": "+4930", "timestamp": 2000, "editMessage": {"targetSentTimestamp": 1000, "dataMessage": {"timestamp": 2000, "message": "Oars"}}}}
            {"envelope": {"sourceNumber": "+4930", "timestamp": 3000, "editMessage": {"targetSentTimestamp": 2000, "dataMessage": {"timestamp": 3000, "message": "Oars?"}}}}
            {"envelope": {"sourceNumber": "+49", "timestamp": 4000, "syncMessage": {"sentMessage": {"destinationNumber": "+4930", "timestamp": 4000, "message": "Shed", "quote": {"id": 3000, "authorNumber": "+4930"}}}}}
            {"envelope": {"sourceNumber": "+49", "timestamp": 5000, "syncMessage": {"sentMessage": {"destinationNumber": "+4930", "editMessage": {"targetSentTimestamp": 4000, "dataMessage": {"timestamp": 5000, "message": "In the shed"}}}}}}
            """#)
        #expect(signal.map(\.text) == ["Oras", "Oars", "Oars?", "Shed", "In the shed"])
        #expect(Set(signal.prefix(3).map(\.id)).count == 1 && signal[3].id == signal[4].id)
        #expect(Set(signal.map(\.conversation)) == ["signal:+4930"])
        guard case .message(let details) = signal[3].details else { return }
        #expect(details.answers == signal[0].id)
    }

    @Test func `an export that has the last text alone says when it was edited`() async throws {
        let date = Date(timeIntervalSince1970: 1_700_000_500)
        let telegram = try await items(
            "result.json",
            """
            {"type": "personal_chat", "id": 7, "messages": [
              {"id": 1, "date_unixtime": "1700000000", "edited_unixtime": "1700000500", "from": "Ada", "from_id": "u", "text": "Oars"},
              {"id": 2, "date_unixtime": "1700000000", "from": "Ada", "from_id": "u", "text": "Tea"}]}
            """)
        #expect(telegram.map(edited) == [date, nil])
        let discord = try await items(
            "d.json",
            """
            {"guild": {}, "channel": {}, "messages": [{"id": "1", "timestamp": "2023-11-14T22:13:20+00:00",
              "timestampEdited": "2023-11-14T22:21:40+00:00", "content": "Oars"}]}
            """)
        #expect(discord.map(edited) == [date])
        let slack = try await items(
            "C0123456.json",
            """
            {"channel_id": "C0123456", "messages": [{"type": "message", "user": "U1", "ts": "1700000000.000100", "text": "Oars",
              "edited": {"user": "U1", "ts": "1700000500.000000"}}]}
            """)
        #expect(slack.map(edited) == [date])
    }

    private func edited(_ item: Item) -> Date? {
        if case .message(let details) = item.details { details.edited } else { nil }
    }

    @Test func `Messenger texts are repaired, its titles follow the messages, reactions are notices`() async throws {
        let text = """
            {"participants": [{"name": "Zo\\u00c3\\u00ab"}], "messages": [
              {"sender_name": "Zo\\u00c3\\u00ab", "timestamp_ms": 1700000001000, "content": "caf\\u00c3\\u00a9 \\u00f0\\u009f\\u0098\\u0080"},
              {"sender_name": "Bo", "timestamp_ms": 1700000000000, "content": "ok"},
              {"sender_name": "Bo", "timestamp_ms": 1700000000000, "content": "ok"},
              {"sender_name": "Bo", "timestamp_ms": 1700000000500, "content": "Liked a message"},
              {"sender_name": "Bo", "timestamp_ms": 1700000000600, "photos": [{"uri": "messages/inbox/x/photos/1.jpg"}]}
            ], "title": "Zo\\u00c3\\u00ab", "thread_path": "inbox/zoe_1"}
            """
        let found = try await items("message_1.json", text)
        #expect(lines(found) == ["Zoë: café 😀", "Bo: ok", "Bo: ok", "(Liked a message)", "Bo: "])
        #expect(Set(found.map(\.id)).count == 5 && found[0].conversationTitle == "Zoë")
        #expect(found[0].conversation == "messenger:inbox/zoe_1")
    }

    @Test func `Google Chat and Matrix give their texts with senders and times`() async throws {
        let google = try await items(
            "messages.json",
            """
            {"messages": [{"creator": {"name": "Ada", "email": "ada@a.example", "user_type": "Human"},
             "created_date": "Tuesday, January 4, 2022 at 12:15:05\u{202F}PM UTC", "text": "lunch?", "message_id": "m1"}]}
            """)
        #expect(google.first?.sender == Participant(name: "Ada", address: "ada@a.example"))
        #expect(try google.first?.date == instant("2022-01-04T12:15:05Z"))
        let matrix = try await items(
            "room.json",
            """
            {"room_name": "Garden", "messages": [
              {"type": "m.room.member", "sender": "@a:b.example", "content": {"membership": "join"}, "origin_server_ts": 1},
              {"type": "m.room.message", "sender": "@ada:b.example", "event_id": "e1", "origin_server_ts": 1700000000000,
               "content": {"msgtype": "m.text", "body": "> <@bo:b.example> where?\\n\\nhere"}},
              {"type": "m.room.message", "sender": "@bo:b.example", "event_id": "e2", "origin_server_ts": 1700000001000,
               "content": {"msgtype": "m.image", "body": "fern.jpg", "info": {"mimetype": "image/jpeg", "size": 5}}}]}
            """)
        #expect(lines(matrix) == ["ada: here", "bo: "] && matrix[1].attachments.map(\.name) == ["fern.jpg"])
    }

    @Test func `conversations with assistants are read along the branch that was shown last`() async throws {
        let chatGPT = try await items(
            "conversations.json",
            """
            [{"title": "Bread", "create_time": 1700000000.0, "mapping": {
              "r": {"id": "r", "message": null, "parent": null, "children": ["q"]},
              "q": {"id": "q", "message": {"id": "q", "author": {"role": "user"}, "create_time": 1700000000.5, "content": {"content_type": "text", "parts": ["How long?"]}}, "parent": "r", "children": ["old", "new"]},
              "old": {"id": "old", "message": {"id": "old", "author": {"role": "assistant"}, "content": {"content_type": "text", "parts": ["Ten."]}}, "parent": "q", "children": []},
              "t": {"id": "t", "message": {"id": "t", "author": {"role": "tool"}, "content": {"content_type": "text", "parts": ["noise"]}}, "parent": "q", "children": ["new"]},
              "new": {"id": "new", "message": {"id": "new", "author": {"role": "assistant"}, "content": {"content_type": "text", "parts": ["Forty minutes."]}}, "parent": "t", "children": []}},
              "current_node": "new", "conversation_id": "c1"},
             {"title": "Ring", "create_time": 1, "mapping": {"a": {"message": null, "parent": "b"}, "b": {"message": null, "parent": "a"}}, "current_node": "a"}]
            """)
        #expect(lines(chatGPT) == ["Me: How long?", "ChatGPT: Forty minutes."])
        #expect(chatGPT.first?.conversation == "chatgpt:c1" && chatGPT.first?.conversationTitle == "Bread")
        let claude = try await items(
            "claude.json",
            """
            [{"uuid": "u", "name": "Plan", "chat_messages": [
              {"uuid": "1", "sender": "human", "created_at": "2024-05-01T10:00:00.123456Z", "text": "", "content": [{"type": "text", "text": "Go"}], "attachments": [{"file_name": "a.pdf"}]},
              {"uuid": "2", "sender": "assistant", "created_at": "2024-05-01T10:01:00Z", "text": "Gone"}]}]
            """)
        #expect(lines(claude) == ["Me: Go", "Claude: Gone"] && claude[0].attachments.map(\.name) == ["a.pdf"])
    }

    private static let slack = [
        "channels.json": #"[{"id": "C1", "name": "general"}]"#,
        "dms.json": #"[{"id": "D1", "members": ["U1", "U2"]}]"#,
        "users.json": #"[{"id": "U1", "profile": {"real_name": "Ada"}}, {"id": "U2", "name": "bo"}]"#,
        "general/2024-01-01.json": """
        [{"type": "message", "subtype": "channel_join", "user": "U2", "ts": "1700000000.1", "text": "<@U2> has joined the channel"},
         {"type": "message", "user": "U1", "ts": "1700000001.1", "text": "See <https://a.example|the plan> &amp; <#C1|general>, <@U2>, <!here>", "thread_ts": "1700000001.1"},
         {"type": "message", "user": "U2", "ts": "1700000002.1", "text": "ok", "thread_ts": "1700000001.1", "files": [{"name": "p.pdf", "mimetype": "application/pdf", "size": 4}]},
         {"type": "message", "subtype": "bot_message", "username": "CI", "ts": "1700000003.1", "text": "", "attachments": [{"pretext": "Build 7:", "text": "passed", "fallback": "7 passed"}, {"fallback": "ok"}]}]
        """,
        "D1/2024-01-01.json": #"[{"type": "message", "user": "U1", "ts": "1700000009.1", "text": "hi"}]"#,
        "general/2024-01-02.json": "[{", "canvas/x/y.json": "[]",
    ]

    @Test func `Slack channels have names, threads, links and files`() async throws {
        // The letters of a folder's name have several bytes.
        for (file, text) in Self.slack { try scratch.write("Café 東京/" + file, text) }
        guard case .unit(let unit)? = SourceWalker(path: scratch.path + "/Café 東京").first(where: { _ in true }) else {
            throw ImportFailure(.wrongFormat, path: "export", reason: "It is no unit.")
        }
        var (found, places): ([Item], [String?]) = ([], [])
        try await ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor()).read(unit, from: .start) {
            record, _ in
            if let item = record.item { found.append(item) }
            if case .failure(let failure) = record { places.append(failure.place) }
        }
        #expect(
            lines(found) == [
                "Ada: hi", "(@bo has joined the channel)",
                "Ada: See the plan (https://a.example) & #general, @bo, @here",
                "bo: ok", "CI: Build 7:\npassed\nok",
            ])
        #expect(found.map(\.conversationTitle) == ["Ada, bo", "#general", "#general", "#general", "#general"])
        #expect(found[2].conversation == "slack:C1/1700000001.1" && found[3].conversation == found[2].conversation)
        #expect(found[1].conversation == "slack:C1" && found[3].attachments.map(\.name) == ["p.pdf"])
        #expect(places == ["general/2024-01-02.json"])
        let detected = try SourceDetector().detect(unit.path)
        #expect(detected.kind == .file(unit.format) && detected.summary.hasPrefix("a Slack export of"))
    }

    @Test func `people of Slack have their whole names, else those that it shows, also in mentions`() async throws {
        let files = [
            "channels.json": #"[{"id": "C1", "name": "general"}]"#,
            "users.json": """
            [{"id": "U1", "name": "ada.l", "profile": {"real_name": "Ada Lovelace", "display_name": "ada"}},
             {"id": "U2", "name": "bo.l", "profile": {"real_name": " ", "display_name": "Bo"}},
             {"id": "U3", "name": "cy.l", "real_name": "Cy Li", "profile": {"real_name": "", "display_name": ""}},
             {"id": "U4", "name": "di.l", "profile": {"real_name": "", "display_name": ""}}]
            """,
            "general/2024-01-01.json": """
            [{"type": "message", "user": "U1", "ts": "1700000001.1", "text": "<@U2> and <@U3|cy.l>"},
             {"type": "message", "user": "U2", "ts": "1700000002.1", "text": "<@U1>"},
             {"type": "message", "user": "U4", "ts": "1700000003.1", "text": "<@U4>"},
             {"type": "message", "user": "U9", "ts": "1700000004.1", "text": "hi",
              "user_profile": {"name": "eve.x", "real_name": "", "display_name": "Eve"}}]
            """,
        ]
        for (file, text) in files { try scratch.write("team/" + file, text) }
        guard case .unit(let unit)? = SourceWalker(path: scratch.path + "/team").first(where: { _ in true }) else {
            throw ImportFailure(.wrongFormat, path: "export", reason: "It is no unit.")
        }
        var found: [Item] = []
        try await ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor()).read(unit, from: .start) {
            record, _ in
            if let item = record.item { found.append(item) }
        }
        #expect(lines(found) == ["Ada Lovelace: @Bo and @Cy Li", "Bo: @Ada Lovelace", "di.l: @di.l", "Eve: hi"])
    }

    @Test func `dumps of Slack have replies in the threads that an export has, and names from the lists beside them`()
        async throws
    {
        let reply =
            #"{"type": "message", "user": "U0000002", "ts": "1700000002.1", "text": "ok", "thread_ts": "1700000001.1"}"#
        try scratch.write("users.txt", "Name  ID  Bot?\n\nAda Quay  U0000001  \nbo  U0000002  bot\n")
        try scratch.write(
            "C0000001.json",
            """
            {"name": "general", "messages": [
            {"type": "message", "user": "U0000001", "ts": "1700000001.1", "text": "See <https://a.example|the plan>, <@U0000002>",
             "thread_ts": "1700000001.1", "reply_count": 1, "slackdump_thread_replies": [\(reply)]},
            {"type": "message", "user": "U0000003", "ts": "1700000003.1", "text": "", "files": [{"name": "p.pdf"}]}],
            "channel_id": "C0000001"}
            """)
        try scratch.write(
            "C0000001-1700000001.1.json",
            #"{"channel_id": "C0000001", "thread_ts": "1700000001.1", "name": "general", "messages": [\#(reply)]}"#)
        let found = try await items()
        #expect(lines(found) == ["bo: ok", "Ada Quay: See the plan (https://a.example), @bo", "bo: ok", "U0000003: "])
        #expect(found[0].id == found[2].id && found[0].conversation == "slack:C0000001/1700000001.1")
        #expect(found[3].conversation == "slack:C0000001" && found[3].attachments.map(\.name) == ["p.pdf"])
        #expect(found.allSatisfy { $0.conversationTitle == "#general" })
    }

    @Test func `a folder of dumps with the lists of people and channels is no export, and conversations have names`()
        async throws
    {
        try scratch.write(
            "users.json", #"[{"id": "U1", "profile": {"real_name": "Ada"}}, {"id": "U2", "name": "bo"}]"#)
        try scratch.write(
            "channels.json",
            #"[{"id": "D0000001", "user": "U2", "is_im": true}, {"id": "G0000001", "name": "mates"}, {"id": "G0000002", "members": ["U1", "U2"]}]"#
        )
        for id in ["D0000001", "G0000001", "G0000002", "D0000009"] {
            try scratch.write(
                id + ".json",
                #"{"channel_id": "\#(id)", "name": "", "messages": [{"type": "message", "user": "U1", "ts": "1.1", "text": "x"}]}"#
            )
        }
        let found = try await items()
        #expect(found.map(\.conversationTitle) == ["bo", "D0000009", "#mates", "Ada, bo"])
        #expect(lines(found) == Array(repeating: "Ada: x", count: 4))
    }

    @Test func `Signal's messages have their chats, by number or group, and their senders`() async throws {
        let found = try await items(
            "signal.json",
            #"""
            {"envelope": {"sourceNumber": "+4930", "sourceName": "Ada", "timestamp": 1000, "dataMessage": {"timestamp": 1000, "message": "Hi"}}}
            {"envelope": {"sourceNumber": "+49", "sourceName": "Me", "timestamp": 2000, "syncMessage": {"sentMessage": {"destinationNumber": "+4930", "timestamp": 2000, "message": "Hello", "attachments": [{"filename": "a.pdf", "contentType": "application/pdf", "size": 3}]}}}}
            {"jsonrpc": "2.0", "method": "receive", "params": {"envelope": {"source": "+4930", "timestamp": 3000, "dataMessage": {"message": "All", "groupInfo": {"groupId": "G=", "groupName": "Rowers"}}}}}
            {"envelope": {"source": "+4930", "timestamp": 4000, "receiptMessage": {}}}
            {"envelope": {
            """#)
        #expect(lines(found) == ["Ada: Hi", "Me: Hello", "+4930: All"])
        #expect(found.map(\.conversation) == ["signal:+4930", "signal:+4930", "signal:G="])
        #expect(found.map(\.conversationTitle) == ["Ada", "+4930", "Rowers"])
        #expect(found[1].attachments.map(\.name) == ["a.pdf"] && found[0].date == Date(timeIntervalSince1970: 1))
    }

    @Test func `sessions with coding assistants have questions and answers, without tools and what programs put in`()
        async throws
    {
        let claude = try await items(
            "s.jsonl",
            """
            {"type": "user", "parentUuid": null, "sessionId": "s1", "uuid": "1", "timestamp": "2025-05-01T10:00:00.000Z", "message": {"role": "user", "content": "Which schema?"}}
            {"type": "assistant", "parentUuid": "1", "sessionId": "s1", "uuid": "2", "timestamp": "2025-05-01T10:00:01.000Z", "message": {"role": "assistant", "content": [{"type": "text", "text": "The narrow one."}, {"type": "tool_use", "name": "Bash"}]}}
            {"type": "user", "parentUuid": "2", "sessionId": "s1", "uuid": "3", "message": {"role": "user", "content": [{"type": "tool_result", "content": "noise"}]}}
            {"type": "user", "parentUuid": "3", "sessionId": "s1", "uuid": "4", "message": {"role": "user", "content": "<command-name>/clear</command-name>"}}
            {"type": "summary", "summary": "Choice of a schema", "leafUuid": "2"}
            {"type": "user", "parentUu
            """)
        #expect(lines(claude) == ["Me: Which schema?", "Claude Code: The narrow one."])
        #expect(claude[0].conversation == "claude-code:s1" && claude[0].conversationTitle == "Choice of a schema")
        let codex = try await items(
            "rollout.jsonl",
            """
            {"timestamp": "2025-05-01T10:00:00.000Z", "type": "session_meta", "payload": {"id": "c1", "cwd": "/x"}}
            {"timestamp": "2025-05-01T10:00:01.000Z", "type": "response_item", "payload": {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "<environment_context>x"}]}}
            {"timestamp": "2025-05-01T10:00:02.000Z", "type": "response_item", "payload": {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Add a test"}]}}
            {"timestamp": "2025-05-01T10:00:03.000Z", "type": "response_item", "payload": {"type": "function_call", "name": "shell"}}
            {"timestamp": "2025-05-01T10:00:04.000Z", "type": "response_item", "payload": {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Added."}]}}
            """)
        #expect(lines(codex) == ["Me: Add a test", "Codex: Added."] && codex[0].conversationTitle == "Add a test")
    }

    @Test func `Google Keep notes have their lists, labels and files`() async throws {
        let found = try await items(
            "Shopping.json",
            """
            {"color": "DEFAULT", "isTrashed": false, "isArchived": false, "title": "", "labels": [{"name": "home"}],
             "listContent": [{"text": "flour", "isChecked": true}, {"text": "salt", "isChecked": false}],
             "attachments": [{"filePath": "1.jpg", "mimetype": "image/jpeg"}],
             "userEditedTimestampUsec": 1700000001000000, "createdTimestampUsec": 1700000000000000}
            """)
        let note = try #require(found.first)
        #expect(note.title == "flour" && note.text == "☑ flour\n☐ salt" && note.attachments.map(\.name) == ["1.jpg"])
        #expect(note.date == Date(timeIntervalSince1970: 1_700_000_000))
        guard case .note(let details) = note.details else { throw ImportFailure(.wrongFormat, path: "", reason: "") }
        #expect(details.tags == ["home"])
        let trashed = #"{"isTrashed": true, "textContent": "Gone", "userEditedTimestampUsec": 1700000001000000}"#
        #expect(try await items("Gone.json", trashed).isEmpty)
    }

    @Test func `SMS and MMS of one number are one chat, with who sent them`() async throws {
        let found = try await items(
            "sms-20240101.xml",
            """
            <?xml version='1.0' encoding='UTF-8' standalone='yes' ?><?xml-stylesheet type="text/xsl" href="sms.xsl"?>
            <smses count="3" backup_set="x">
              <sms protocol="0" address="+49 170 1" date="1700000000000" type="1" body="a &lt; b &#55357;&#56832;" contact_name="Ada" />
              <sms protocol="0" address="+491701" date="1700000001000" type="2" body='she said "hi"' contact_name="Ada" />
              <mms date="1700000002000" msg_box="1" address="+491701" contact_name="Ada"><parts>
                <part seq="-1" ct="application/smil" text="&lt;smil/&gt;" /><part seq="0" ct="image/jpeg" cl="fern.jpg" data="\(String(repeating: "A", count: 400_000))" />
                <part seq="0" ct="text/plain" text="look" /></parts><addrs><addr address="+491701" type="137" /></addrs></mms>
            </smses>
            """)
        #expect(lines(found) == ["Ada: a < b 😀", "Me: she said \"hi\"", "Ada: look"])
        #expect(
            Set(found.compactMap(\.conversation)) == ["sms:+491701"] && found[2].attachments.map(\.name) == ["fern.jpg"]
        )
    }

    @Test func `Evernote notes have title, tags, dates, tasks and the names of their files`() async throws {
        let found = try await items(
            "Garden.enex",
            """
            <?xml version="1.0" encoding="UTF-8"?><!DOCTYPE en-export SYSTEM "http://xml.example/e.dtd">
            <en-export export-date="20240101T000000Z"><note><title>Ferns &amp; moss</title><content><![CDATA[<!DOCTYPE en-note SYSTEM "x">
            <en-note><div>Plant <b>shade</b></div><div><en-todo checked="true"/>water</div><div><en-todo/>dig</div>
            <en-crypt hint="x">c2VjcmV0</en-crypt><script>bad()</script></en-note>]]></content><created>20181006T084349Z</created>
            <updated>20190101T000000Z</updated><tag>green</tag><tag>shade</tag><note-attributes><author>Ada</author>
            <source-url>https://a.example/f</source-url></note-attributes><resource><data encoding="base64">\(String(repeating: "QUJD", count: 100_000))</data>
            <mime>image/png</mime><resource-attributes><file-name>fern.png</file-name></resource-attributes></resource></note>
            <note><title>Ferns &amp; moss</title><content><![CDATA[<en-note>again</en-note>]]></content><created>20181006T084349Z</created></note>
            </en-export>
            """)
        let note = try #require(found.first)
        #expect(found.count == 2 && found[0].id != found[1].id && found[1].text == "again")
        #expect(note.title == "Ferns & moss" && note.text == "Plant shade\n☑ water\n☐ dig\n(encrypted)")
        guard case .note(let details) = note.details else { throw ImportFailure(.wrongFormat, path: "", reason: "") }
        #expect(details.tags == ["green", "shade"] && details.notebook == "Garden")
        #expect(try note.date == instant("2018-10-06T08:43:49Z") && note.url == "https://a.example/f")
        #expect(note.attachments == [Attachment(name: "fern.png", mediaType: "image/png", byteCount: 300_000)])
    }

    @Test func `a link to another note of an Evernote export names it, and any other is text`() async throws {
        let link = { (text: String) in #"<a style="x" href="evernote:///view/1/s1/a/a/">\#(text)</a>"# }
        let content = ["Ferns &amp; <b>moss</b>", "Bark", "Twice", "a|b", ""].map(link).joined(separator: ", ")
        let found = try await items(
            "Garden.enex",
            """
            <en-export><note><title>Plan</title><content><![CDATA[<en-note>\(content), <a href="https://a.example">Ferns</a>,
            <a href="evernote:///view/1">cut off</en-note>]]></content></note>
            \(["Ferns &amp; moss", "Twice", "Twice", "a|b"].map { "<note><title>\($0)</title><content>x</content></note>" }.joined())
            </en-export>
            """)
        #expect(found.first?.text == "[[Ferns & moss]], Bark, Twice, a|b, , Ferns, cut off")
        guard case .note(let details)? = found.first?.details else {
            throw ImportFailure(.wrongFormat, path: "", reason: "")
        }
        #expect(details.links == ["Ferns & moss"])
    }

    @Test func `Evernote notes of the same title and second in two notebooks are two, and tasks have their own titles`()
        async throws
    {
        let note =
            "<note><title>Untitled</title><content><![CDATA[<en-note>%</en-note>]]></content><created>20240101T000000Z</created></note>"
        let work = try await items("Work.enex", "<en-export>\(note.replacing("%", with: "one"))</en-export>")
        let home = try await items("Home.enex", "<en-export>\(note.replacing("%", with: "two"))</en-export>")
        #expect(work.count == 1 && home.count == 1 && work[0].id != home[0].id)
        let tasks = try await items(
            "Tasks.enex",
            """
            <en-export><note><title>To do</title><created>20240101T000000Z</created><content><![CDATA[<en-note>x</en-note>]]></content>
            <task><title>Buy salt</title><created>20250101T000000Z</created><taskStatus>completed</taskStatus></task>
            <task><title>Dig</title><taskStatus>open</taskStatus></task></note></en-export>
            """)
        #expect(tasks[0].title == "To do" && tasks[0].text == "x\n☑ Buy salt\n☐ Dig")
        #expect(try tasks[0].date == instant("2024-01-01T00:00:00Z"))
    }

    @Test(arguments: [
        ("sms.xml", "<smses><sms address='1' date='1' type='1' body='x'/><sms addr"),
        ("a.enex", "<en-export><note><title>a</title><content>x</content></note><note><tit"),
        (
            "r.json",
            #"{"messages": [{"id": 1, "from": "a", "from_id": "u", "date_unixtime": "1", "text": "x"}, {"id": 2"#
        ),
    ])
    func `what is cut off is read up to there, and said to be cut off`(name: String, text: String) async throws {
        try scratch.write(name, text)
        guard case .unit(let unit)? = SourceWalker(path: scratch.path + "/" + name).first(where: { _ in true }) else {
            throw ImportFailure(.wrongFormat, path: name, reason: "It is no unit.")
        }
        let reader = try ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor())
        var found = 0
        await #expect(throws: ImportFailure.self) {
            try await reader.read(unit, from: .start) { record, _ in found += record.item == nil ? 0 : 1 }
        }
        #expect(found == 1)
    }

    @Test func `a message that cannot be read is named, and those after it are read`() async throws {
        let text = """
            {"messages": [{"id": 1, "from": "a", "from_id": "u", "date_unixtime": "1", "text": "one"}, {"id": tru}, 7,
             {"id": 3, "from": "a", "date_unixtime": "3", "text": "three"}]}
            """
        let found = try await records("r.json", text)
        #expect(found.compactMap(\.record.item).map(\.text) == ["one", "three"])
        let places = found.compactMap { if case .failure(let failure) = $0.record { failure.place } else { nil } }
        #expect(places.count == 2 && places.allSatisfy { $0.hasPrefix("byte ") })
    }

    @Test(arguments: ["1e308", "-1e308", "9e999", "-1", "253402300800000"])
    func `a time that no message can have is none`(time: String) async throws {
        let messenger = try await items(
            "message_1.json",
            #"{"messages": [{"sender_name": "a", "timestamp_ms": \#(time), "content": "x"}]}"#)
        let sms = try await items(
            "sms.xml", "<smses><sms address='1' date='\(time)' type='1' body='&#55357;&#32; &#xFFFFFFFF; x'/></smses>")
        let telegram = try await items(
            "result.json",
            #"{"messages": [{"id": 1, "from": "a", "from_id": "u", "date_unixtime": "\#(time)", "text": "x"}]}"#)
        let dates = [messenger, sms, telegram].map { $0.first?.date }
        #expect(dates == [nil, nil, nil] && [messenger, sms, telegram].allSatisfy { $0.count == 1 })
        let google = try await items(
            "messages.json",
            """
            {"messages": [{"creator": {"name": "a"}, "created_date": "Monday, January 4, 9223372036854775807 at 1:9223372036854775807:05 PM UTC", "text": "x"}]}
            """)
        #expect(google.count == 1 && google[0].date == nil)
    }

    /// A file of each kind, cut at every 17th byte and with a byte changed at every 29th: what was read is read, the rest is a
    /// failure.
    @Test(arguments: ["result.json", "sms.xml", "a.enex", "conversations.json"])
    func `damage anywhere gives what was read, or a failure`(name: String) async throws {
        let whole: [String: String] = [
            "result.json":
                #"{"name": "a", "id": 1, "messages": [{"id": 1, "from": "b", "from_id": "c", "date_unixtime": "1", "text": ["é", {"text": "\ud83d"}]}]}"#,
            "sms.xml":
                "<smses count=\"1\"><sms address=\"1\" date=\"1\" type=\"1\" body=\"&#55357;&#56832; &amp;\" /></smses>",
            "a.enex":
                "<en-export><note><title>a</title><content><![CDATA[<en-note>b</en-note>]]></content></note></en-export>",
            "conversations.json":
                #"[{"uuid": "u", "name": "n", "chat_messages": [{"uuid": "1", "sender": "human", "text": "t"}]}]"#,
        ]
        let bytes = Array((whole[name] ?? "").utf8)
        func read(_ damaged: [UInt8]) async throws {
            try scratch.write(name, damaged)
            let unit = SourceUnit(
                path: scratch.path + "/" + name, root: scratch.path, format: try #require(format(name)),
                byteCount: damaged.count, modified: 1)
            do {
                try await ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor()).read(
                    unit, from: .start
                ) { _, cursor in #expect(cursor.bytesRead <= damaged.count) }
            } catch is ImportFailure {}
        }
        for count in stride(from: 1, through: bytes.count, by: 3) { try await read(Array(bytes[..<count])) }
        for place in bytes.indices {
            for byte: UInt8 in [0, 0x22, 0x3C, 0x5B, 0x7D, 0xFF] {
                var damaged = bytes
                damaged[place] = byte
                try await read(damaged)
            }
        }
    }

    private func format(_ name: String) -> SourceFormat? {
        ["result.json": .telegram, "sms.xml": .sms, "a.enex": .evernote, "conversations.json": .assistantChats][name]
    }
}
