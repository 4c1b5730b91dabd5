import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// Chats of Hangouts and Skype, logs of IRC, and notes of Joplin, read by the formats of the table.
@Suite(.scratch) struct ChatLogTests {
    private let scratch: SourceScratch

    init() throws {
        scratch = try SourceScratch()
    }

    private func items(_ name: String, _ text: String, from cursor: SourceCursor = .start) async throws -> [Item] {
        try scratch.write(name, text)
        guard case .unit(let unit)? = SourceWalker(path: scratch.path + "/" + name).first(where: { _ in true }) else {
            throw ImportFailure(.wrongFormat, path: name, reason: "It is no unit.")
        }
        var items: [Item] = []
        try await ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor()).read(unit, from: cursor) {
            record, _ in
            if case .item(let imported) = record { items.append(imported.item) }
        }
        return items
    }

    private func lines(_ items: [Item]) -> [String] {
        items.map { "\($0.sender?.displayName ?? "?"): \($0.text)" }
    }

    /// The day and the time that clocks here show.
    private func shown(_ date: Date?) -> String {
        guard let date else { return "never" }
        let parts = Calendar(identifier: .gregorian).dateComponents(
            [.year, .month, .day, .hour, .minute, .second], from: date)
        return [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second]
            .map { String($0 ?? -1) }.joined(separator: " ")
    }

    @Test func `Hangouts messages have the names of their chat's people, texts of several pieces, and pictures`()
        async throws
    {
        let found = try await items(
            "Hangouts.json",
            """
            {"conversations": [{"conversation": {"conversation_id": {"id": "C1"}, "conversation": {
               "self_conversation_state": {"self_read_state": {"participant_id": {"gaia_id": "1"}}},
               "participant_data": [{"id": {"gaia_id": "1"}, "fallback_name": "Ada"}, {"id": {"gaia_id": "2"}, "fallback_name": "Bo"}]}},
             "events": [
              {"event_id": "e1", "sender_id": {"gaia_id": "2"}, "timestamp": "1400000000000000", "chat_message": {"message_content": {"segment": [
                {"type": "TEXT", "text": "The boat"}, {"type": "LINE_BREAK", "text": "\\n"}, {"type": "LINK", "text": "https://b.example"}]}}},
              {"event_id": "e2", "sender_id": {"gaia_id": "1"}, "timestamp": "1400000001000000", "chat_message": {"message_content": {"attachment": [
                {"embed_item": {"plus_photo": {"url": "https://p.example/boat.jpg?s=1"}}}]}}},
              {"event_id": "e3", "sender_id": {"gaia_id": "1"}, "timestamp": "1400000002000000", "event_type": "HANGOUT_EVENT"}]}]}
            """)
        #expect(lines(found) == ["Bo: The boat\nhttps://b.example", "Ada: "])
        #expect(found[1].attachments.map(\.name) == ["boat.jpg"])
        #expect(found.map(\.conversationTitle) == ["Bo", "Bo"] && found[0].conversation == "hangouts:C1")
        #expect(found[0].date == Date(timeIntervalSince1970: 1_400_000_000))
    }

    @Test func `Skype and Teams messages lose their markup, and calls are left out`() async throws {
        let found = try await items(
            "messages.json",
            """
            {"userId": "8:ada", "exportDate": "2024-01-01", "conversations": [
             {"id": "8:bo", "displayName": "Bo Berg", "MessageList": [
              {"id": "1", "displayName": "Bo Berg", "originalarrivaltime": "2024-01-02T10:00:00.5Z", "messagetype": "RichText", "content": "<quote author=\\"ada\\"><legacyquote>[10:00] Ada: </legacyquote>Where?<legacyquote>&lt;&lt;&lt; </legacyquote></quote>See <a href=\\"https://a.example\\">the quay</a> &amp; go", "from": "8:bo"},
              {"id": "2", "displayName": null, "originalarrivaltime": "2024-01-02T10:01:00Z", "messagetype": "Text", "content": "1 &lt; 2\\n&amp; more", "from": "8:ada"},
              {"id": "3", "displayName": null, "originalarrivaltime": "2024-01-02T10:02:00Z", "messagetype": "Event/Call", "content": "<partlist/>", "from": "8:ada"},
              {"id": "4", "displayName": null, "originalarrivaltime": "2024-01-02T10:03:00Z", "messagetype": "RichText/UriObject", "content": "<URIObject><OriginalName v=\\"quay.jpg\\"/></URIObject>", "from": "8:ada"}]},
             {"id": "19:x@thread", "displayName": null, "threadProperties": {"topic": "Harbour"}, "MessageList": []}]}
            """)
        #expect(lines(found) == ["Bo Berg: > Where?\n\nSee the quay & go", "ada: 1 < 2\n& more", "ada: "])
        #expect(found[2].attachments.map(\.name) == ["quay.jpg"] && found[0].conversationTitle == "Bo Berg")
        #expect(found[0].date == Date(timeIntervalSince1970: 1_704_189_600.5))
    }

    @Test(arguments: [
        (
            "irc.libera.#boats.weechatlog",
            "2024-01-02 15:04:05\t-->\tada (~a@h) has joined #boats\n2024-01-02 15:04:06\t@ada\tthe quay is closed\n"
                + "2024-01-02 15:04:07\t *\tbo waves\n2024-01-02 15:04:08\t=!=\tno such command\n2024-01-02 15:04:08\t--\tTopic for #boats is \"x\"\n"
        ),
        (
            "#boats.log",
            "--- Log opened Tue Jan 02 15:00:00 2024\n15:04 -!- ada [~a@h] has joined #boats\n15:04 <@ada> the quay is closed\n"
                + "15:04  * bo waves\n"
        ),
        (
            "boats.txt",
            "**** BEGIN LOGGING AT Tue Jan  2 15:00:00 2024\n\nJan 02 15:04:05 *\tada (~a@h) has joined\nJan 02 15:04:05 *\tNow talking on #boats\n"
                + "Jan 02 15:04:06 <ada>\tthe quay is closed\nJan 02 15:04:07 *\tbo waves\n"
        ),
        (
            "2024-01-02.log",
            "[15:04:05] *** Joins: ada (~a@h)\n[15:04:06] <ada> the \u{3}04,01quay\u{3} is \u{2}closed\u{2}\n[15:04:07] * bo waves\n"
        ),
    ])
    func `a log of IRC has what people said and did, on its day, and nobody's coming and going`(
        name: String, log: String
    ) async throws {
        let found = try await items(name, log)
        #expect(lines(found) == ["ada: the quay is closed", "bo: waves"])
        #expect(shown(found[0].date).hasPrefix("2024 1 2 15 4") && found.map(\.kind) == [.message, .message])
    }

    @Test(arguments: [
        ("networks/oftc/moddata/log/#help/2024-06-01.log", "irc:oftc #help"),
        ("networks/libera/moddata/log/#help/2024-06-01.log", "irc:libera #help"),
        ("libera/#help/2024-06-01.log", "irc:libera #help"),
        ("mara_libera_#help_20240601.log", "irc:mara_libera #help"),
        ("libera/#help.log", "irc:libera #help"), ("libera-#help.log", "irc:libera #help"),
    ])
    func `a channel is that of its network`(name: String, conversation: String) async throws {
        let found = try await items(name, "[10:00:00] <ada> x\n")
        #expect(found.map(\.conversation) == [conversation] && found[0].conversationTitle == "#help")
    }

    @Test func `a log of IRC goes on the next day, and over the turn of a year`() async throws {
        let irssi = try await items(
            "#a.log",
            "--- Log opened Sun Dec 31 23:00:00 2023\n23:59 <ada> old\n--- Day changed Mon Jan 01 2024\n00:01 <ada> new\n"
        )
        #expect(irssi.map { shown($0.date) } == ["2023 12 31 23 59 0", "2024 1 1 0 1 0"])
        let hexchat = try await items(
            "b.log",
            "**** BEGIN LOGGING AT Sun Dec 31 23:00:00 2023\nDec 31 23:59:00 <ada>\told\nJan 01 00:01:00 <ada>\tnew\n")
        #expect(hexchat.map { shown($0.date) } == ["2023 12 31 23 59 0", "2024 1 1 0 1 0"])
    }

    @Test(arguments: [
        "10:00:01 <info> server started\nTraceback (most recent call last):\n  File x\nError\nmore\nlines\n",
        "2024-01-02 15:04:05 INFO start\n2024-01-02 15:04:06 WARN slow\n",
        "09:00 * Coffee with Bo\n10:00 * Meeting with Cy\n",
    ])
    func `the log of a program is no chat`(log: String) async throws {
        try scratch.write("server.log", log)
        let entry = SourceWalker(path: scratch.path + "/server.log").first { _ in true }
        if case .unit(let unit)? = entry { #expect(unit.format != .irc) }
    }

    @Test func `a Joplin note has its title, its dates and its text, and notebooks are no notes`() async throws {
        let note = """
            The quay

            Ask **Bo** about the rope. #boats

            id: 0123456789abcdef0123456789abcdef
            parent_id: fedcba
            created_time: 2024-01-02T10:00:00.000Z
            user_created_time: 2023-05-06T07:08:09.000Z
            type_: 1
            """
        let found = try await items("a.md", note)
        #expect(found.map(\.title) == ["The quay"] && found[0].text == "Ask **Bo** about the rope. #boats")
        #expect(found[0].date == (try Date("2023-05-06T07:08:09Z", strategy: .iso8601)))
        #expect(try await items("other/b.md", note).map(\.id) == found.map(\.id))
        #expect(try await items("d.md", note.replacing("type_", with: "deleted_time: 1717243200000\ntype_")).isEmpty)
        #expect(try await items("g.md", note + "\n\n").map(\.title) == ["The quay"])
        for plain in ["Types\n\ntype_: integer", "Joplin ends notes with\n\nid: 5\ntype_: 5"] {
            #expect(try await items("h.md", plain).map(\.text) == [plain])
        }
        #expect(
            try await items("e.md", "Secret\n\nid: 0123456789abcdef0123456789abcde2\nencryption_applied: 1\ntype_: 1")
                .isEmpty)
        let page = "Clip\n\n<p>Rope &amp; tar</p>\n\nid: 0123456789abcdef0123456789abcde3\nmarkup_language: 2\ntype_: 1"
        #expect(try await items("f.md", page).map(\.text) == ["Rope & tar"])
        #expect(
            try await items("c.md", "Notebook\n\nid: 0123456789abcdef0123456789abcde1\ncreated_time: x\ntype_: 2")
                .isEmpty)
        guard case .note(let details) = found[0].details else { return #expect(Bool(false)) }
        #expect(details.tags == ["boats"])
    }
}
