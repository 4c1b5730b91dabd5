import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// What a message of an export answers.
@Suite(.scratch) struct ChatAnswerTests {
    private let scratch: SourceScratch

    init() throws {
        scratch = try SourceScratch()
    }

    /// For each message the place of the one that it answers, as each program writes it.
    private static let exports: [(name: String, text: String, answers: [Int?])] = [
        (
            "result.json",
            #"""
            {"name": "Hiking", "type": "private_group", "id": 42, "messages": [
              {"id": 1, "type": "message", "date_unixtime": "1700000001", "from": "Ada", "from_id": "user1", "text": "Oars?"},
              {"id": 2, "type": "message", "date_unixtime": "1700000002", "from": "Bo", "from_id": "user2", "text": "Tea?"},
              {"id": 3, "type": "message", "date_unixtime": "1700000003", "from": "Bo", "reply_to_message_id": 1, "text": "In the shed"},
              {"id": 4, "type": "message", "date_unixtime": "1700000004", "from": "Bo", "reply_to_message_id": 2,
               "reply_to_peer_id": "channel7", "text": "Of another chat"}
            ]}
            """#, [nil, nil, 0, nil]
        ),
        (
            "messages.html",
            #"""
            <html><body><div class="page_header"><div class="text bold">Crew</div></div>
            <div class="page_body chat_page"><div class="history">
            <div class="message default clearfix" id="message2"><div class="body"><div class="from_name">Ada</div>
            <div class="text">Oars?</div></div></div>
            <div class="message default clearfix" id="message4"><div class="body"><div class="from_name">Bo</div>
            <div class="reply_to details">In reply to <a href="#go_to_message2" onclick="return GoToMessage(2)">this message</a></div>
            <div class="text">In the shed</div></div></div>
            <div class="message default clearfix" id="message5"><div class="body"><div class="from_name">Bo</div>
            <div class="reply_to details">In reply to <a href="messages.html#go_to_message1">this message</a></div>
            <div class="text">Of another page</div></div></div></div></div></body></html>
            """#, [nil, 0, nil]
        ),
        (
            "discord.json",
            #"""
            {"guild": {"name": "g"}, "channel": {"id": "7", "name": "c"}, "dateRange": {}, "messages": [
              {"id": "1", "type": "Default", "timestamp": "2024-01-01T00:00:00+00:00", "content": "Oars?", "author": {"name": "a"}},
              {"id": "2", "type": "Reply", "timestamp": "2024-01-01T00:01:00+00:00", "content": "In the shed", "author": {"name": "b"},
               "reference": {"messageId": "1", "channelId": "7", "guildId": "9"}},
              {"id": "3", "type": "Default", "timestamp": "2024-01-01T00:02:00+00:00", "content": "Forwarded", "author": {"name": "b"},
               "reference": {"type": "Forward", "messageId": "1", "channelId": "8", "guildId": "9"}}
            ]}
            """#, [nil, 0, nil]
        ),
        (
            "Harbour - general [123456789012345678].html",
            """
            <div class=preamble__guild-icon></div><div class=chatlog>\
            <div id=chatlog__message-container-700000000000000001 class=chatlog__message-container>
            <span class=chatlog__author>Ada</span><div class=chatlog__content>Oars?</div></div>\
            <div id=chatlog__message-container-700000000000000002 class=chatlog__message-container>
            <div class=chatlog__reply><div class=chatlog__reply-author>Ada</div><div class=chatlog__reply-content>
            <span class=chatlog__reply-link onclick="scrollToMessage(event,'700000000000000001')">Oars?</span></div></div>
            <span class=chatlog__author>Bo</span><div class=chatlog__content>In the shed</div></div></div></html>
            """, [nil, 0]
        ),
        (
            "signal.json",
            #"""
            {"envelope":{"source":"+491","sourceNumber":"+491","sourceName":"Ada","timestamp":1700000000001,"dataMessage":{"timestamp":1700000000001,"message":"Oars?"}}}
            {"envelope":{"sourceNumber":"+492","sourceName":"Me","timestamp":1700000000002,"syncMessage":{"sentMessage":{"destinationNumber":"+491","timestamp":1700000000002,"message":"In the shed","quote":{"id":1700000000001,"author":"+491","authorNumber":"+491","authorUuid":"u-1","text":"Oars?"}}}}}
            {"envelope":{"sourceNumber":"+491","sourceName":"Ada","timestamp":1700000000003,"dataMessage":{"timestamp":1700000000003,"message":"Thanks","quote":{"id":1700000000002,"author":"+492","authorNumber":"+492","text":"In the shed"}}}}
            """#, [nil, 0, 1]
        ),
        (
            "main.jsonl",
            #"""
            {"version":"1","backupTimeMs":"1700000000000"}
            {"account":{"givenName":"Ada"}}
            {"recipient":{"id":"1","self":{}}}
            {"recipient":{"id":"2","contact":{"e164":"491","profileGivenName":"Bo"}}}
            {"chat":{"id":"5","recipientId":"2"}}
            {"chatItem":{"chatId":"5","authorId":"2","dateSent":"1700000000001","incoming":{},"standardMessage":{"text":{"body":"Oars?"}}}}
            {"chatItem":{"chatId":"5","authorId":"1","dateSent":"1700000000002","outgoing":{},"standardMessage":{"text":{"body":"In the shed"},"quote":{"targetSentTimestamp":"1700000000001","authorId":"2","text":{"body":"Oars?"}}}}}
            {"chatItem":{"chatId":"5","authorId":"2","dateSent":"1700000000003","incoming":{},"standardMessage":{"text":{"body":"Thanks"},"quote":{"targetSentTimestamp":"1700000000002","authorId":"1"}}}}
            """#, [nil, 0, 1]
        ),
        (
            "matrix.json",
            #"""
            {"room_name": "Garden", "messages": [
              {"type": "m.room.message", "event_id": "$1", "sender": "@ada:a.example", "origin_server_ts": 1700000000000, "content": {"msgtype": "m.text", "body": "Oars?"}},
              {"type": "m.room.message", "event_id": "$2", "sender": "@bo:a.example", "origin_server_ts": 1700000001000, "content": {"msgtype": "m.text", "body": "In the shed", "m.relates_to": {"m.in_reply_to": {"event_id": "$1"}}}},
              {"type": "m.room.message", "event_id": "$3", "sender": "@bo:a.example", "origin_server_ts": 1700000002000, "content": {"msgtype": "m.text", "body": "in a thread", "m.relates_to": {"rel_type": "m.thread", "event_id": "$1"}}}
            ]}
            """#, [nil, 0, 0]
        ),
        (
            "Groups/Space AAA/messages.json",
            #"""
            {"messages": [
              {"creator": {"name": "Ada", "email": "ada@a.example"}, "created_date": "Tuesday, January 4, 2022 at 12:15:05 PM UTC", "text": "Oars?", "topic_id": "T", "message_id": "S/T/T"},
              {"creator": {"name": "Bo"}, "created_date": "Tuesday, January 4, 2022 at 12:16:05 PM UTC", "text": "In the shed", "topic_id": "T", "message_id": "S/T/M"},
              {"creator": {"name": "Bo"}, "created_date": "Tuesday, January 4, 2022 at 12:17:05 PM UTC", "text": "so", "topic_id": "U", "message_id": "S/U/U",
               "quoted_message_metadata": {"creator": {"name": "Bo"}, "text": "In the shed", "message_id": "S/T/M"}}
            ]}
            """#, [nil, 0, 1]
        ),
        (
            "skype/messages.json",
            #"""
            {"userId": "8:ada", "exportDate": "2024-01-01T00:00", "conversations": [{"id": "8:bo", "displayName": "Bo", "MessageList": [
              {"id": "1700000000001", "messagetype": "RichText", "originalarrivaltime": "2023-11-14T22:13:20Z", "from": "8:bo", "content": "Oars?"},
              {"id": "1700000000002", "messagetype": "RichText", "originalarrivaltime": "2023-11-14T22:13:21Z", "from": "8:ada",
               "content": "<quote author=\"bo\" authorname=\"Bo\" timestamp=\"1700000000\" conversation=\"8:bo\" messageid=\"1700000000001\"><legacyquote>[x] Bo: </legacyquote>Oars?<legacyquote>\n\n&lt;&lt;&lt; </legacyquote></quote>In the shed"},
              {"id": "1700000000003", "messagetype": "RichText/Html", "originalarrivaltime": "2023-11-14T22:13:22Z", "from": "8:bo",
               "content": "<blockquote itemscope=\"\" itemtype=\"http://schema.skype.com/Reply\" itemid=\"1700000000002\"><p itemprop=\"preview\">In</p></blockquote><p>Thanks</p>"}
            ]}]}
            """#, [nil, 0, 1]
        ),
        (
            "C0000001.json",
            #"""
            {"name": "general", "channel_id": "C0000001", "messages": [
              {"type": "message", "user": "U1", "ts": "1700000001.000100", "thread_ts": "1700000001.000100", "text": "Oars?", "slackdump_thread_replies": [
                {"type": "message", "user": "U2", "ts": "1700000002.000100", "thread_ts": "1700000001.000100", "text": "In the shed"}]},
              {"type": "message", "user": "U1", "ts": "1700000003.000100", "text": "Tea?"}
            ]}
            """#, [nil, 0, nil]
        ),
    ]

    private func items(_ name: String, _ text: String) async throws -> [Item] {
        try scratch.write(name, text)
        var items: [Item] = []
        for case .unit(let unit) in SourceWalker(path: scratch.path) {
            try await ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor()).read(unit, from: .start) {
                record, _ in if let item = record.item { items.append(item) }
            }
        }
        return items
    }

    private func answers(_ items: [Item]) -> [Int?] {
        items.map { item in
            guard case .message(let details) = item.details, let id = details.answers else { return nil }
            return items.firstIndex { $0.id == id } ?? -1
        }
    }

    @Test(arguments: exports.map(\.name)) func `an export says what a message answers`(name: String) async throws {
        let export = try #require(Self.exports.first { $0.name == name })
        #expect(answers(try await items(name, export.text)) == export.answers)
    }

    @Test func `a reply in a page is to the same message when reading goes on within it`() async throws {
        let export = try #require(Self.exports.first { $0.name == "messages.html" })
        let all = try await items(export.name, export.text)
        guard case .unit(let unit)? = SourceWalker(path: scratch.path + "/messages.html").first(where: { _ in true })
        else { return }
        let reader = try ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor())
        var cursors: [SourceCursor] = []
        try await reader.read(unit, from: .start) { cursors.append($1) }
        var rest: [Item] = []
        try await reader.read(unit, from: cursors[0]) { record, _ in if let item = record.item { rest.append(item) } }
        #expect(rest == Array(all.dropFirst()))
    }
}
