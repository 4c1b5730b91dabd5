import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// Archives of X (Twitter), and pages of Google Voice.
@Suite(.scratch) struct ChatArchiveTests {
    private let files: NoteImport

    init() throws {
        files = try NoteImport()
    }

    /// "sender: text [files]", or the notice in brackets.
    private func lines(_ items: [Item]) -> [String] {
        items.map { item in
            guard case .message(let details) = item.details else { return item.text }
            let files = item.attachments.isEmpty ? "" : " [\(item.attachments.map(\.name).joined(separator: ", "))]"
            let text = item.text.replacing("\n", with: "/")
            return details.isSystemNotice ? "(\(text))" : "\(item.sender?.displayName ?? "?"): \(text)\(files)"
        }
    }

    private func isInstant(_ date: Date?, _ seconds: Double) -> Bool {
        abs((date?.timeIntervalSince1970 ?? 0) - seconds) < 0.000_5
    }

    /// The reasons for what a walk leaves out, by the files' names.
    private func leftOut() -> [String: SkipReason] {
        var found: [String: SkipReason] = [:]
        for case .skipped(let path, let reason) in SourceWalker(path: files.scratch.path) {
            found[path.split(separator: "/").last.map(String.init) ?? ""] = reason
        }
        return found
    }

    // MARK: X

    private static let account = """
        window.YTD.account.part0 = [
          {"account" : {"email" : "ada@lind.example", "username" : "adalind", "accountId" : "12", "accountDisplayName" : "Ada Lind"}}
        ]
        """

    private static let messages = #"""
        window.YTD.direct_messages.part0 = [
          {"dmConversation" : {"conversationId" : "12-345", "messages" : [
            {"messageCreate" : {"recipientId" : "345", "reactions" : [ ], "id" : "9002", "senderId" : "12",
              "urls" : [{"url" : "https://t.co/aB1", "expanded" : "https://boats.example/oars", "display" : "boats.example/oars"},
                {"url" : "https://t.co/cD2", "expanded" : "https://twitter.com/messages/media/9002", "display" : "x"}],
              "text" : "See https://t.co/aB1, and\nhttps://t.co/zz https://t.co/cD2",
              "mediaUrls" : ["https://ton.twitter.com/dm/9002/1/quay.jpg"], "createdAt" : "2024-01-24T17:53:39.530Z"}},
            {"messageCreate" : {"recipientId" : "12", "id" : "9001", "senderId" : "345", "urls" : [ ], "text" : "Which oars?",
              "mediaUrls" : [ ], "createdAt" : "2024-01-24T17:50:00.000Z"}},
            {"reactionCreate" : {"senderId" : "345"}}, 7,
            {"messageCreate" : {"recipientId" : "345", "id" : "9000", "senderId" : "12", "text" : "Hi", "createdAt" : "2024-01-24T17:49:00.000Z"}}
          ]}}
        ]
        """#

    @Test func `encrypted chats of Messenger in an archive beside the others are read with their folder`() async throws
    {
        var (zip, other) = (ZipWriter(), ZipWriter())
        let chat =
            #"{"participants": ["Bo Li"], "threadName": "Bo Li_15", "messages": [{"senderName": "Bo Li", "text": "x", "timestamp": 1}]}"#
        zip.add("Bo Li_15.json", Array(chat.utf8))
        zip.add("media/1.jpg", [1])
        other.add("Bo Li_15.json", Array(chat.utf8))
        try files.write("facebook/messages.zip", zip.finished())
        try files.write("facebook/backup.zip", other.finished())
        let found = try await files.items("facebook")
        #expect(found.map(\.text) == ["x"] && found.first?.conversationTitle == "Bo Li")
    }

    @Test func `messages of X have their links, their files, and the name of the archive's owner`() async throws {
        try files.write("data/account.js", Self.account)
        try files.write("data/direct-messages.js", Self.messages)
        try files.write("data/tweets.js", "window.YTD.tweets.part0 = []")
        let found = try await files.found()
        let items = found.compactMap(\.record.item)
        #expect(
            lines(items) == [
                "Ada Lind: See https://boats.example/oars, and/https://t.co/zz [quay.jpg]", "x:345: Which oars?",
                "Ada Lind: Hi",
            ])
        #expect(items.allSatisfy { $0.conversation == "x:12-345" && $0.conversationTitle == "345" })
        #expect(isInstant(items[0].date, 1_706_118_819.530))
        // One bad record does not stop the rest.
        #expect(found.compactMap(\.record.failure).map(\.code) == [.malformed])
        #expect(try await files.resumes(#require(try await files.units().first)))
        #expect(leftOut()["tweets.js"] == .otherType(fileExtension: "js"))
    }

    @Test func `groups of X have the names that they were given as notices`() async throws {
        try files.write("account.js", Self.account)
        try files.write(
            "direct-messages-group.js",
            #"""
            window.YTD.direct_messages_group.part0 = [ {"dmConversation": {"conversationId": "777", "messages": [
              {"conversationNameUpdate": {"initiatingUserId": "345", "name": "Rowers", "createdAt": "2016-02-08T18:43:50.249Z"}},
              {"participantsJoin": {"initiatingUserId": "345", "userIds": ["12"], "createdAt": "2016-02-08T18:43:50.249Z"}},
              {"messageCreate": {"id": "1", "senderId": "346", "text": "x", "createdAt": "2016-02-08T18:43:51.000Z"}}]}} ]
            """#)
        let found = try await files.items()
        #expect(lines(found) == ["(Rowers)", "x:346: x"] && found[0].conversationTitle == "Group 777")
    }

    @Test func `an archive of X is the same from its zip file, which is known by the messages`() async throws {
        try files.write("x/data/account.js", Self.account)
        try files.write("x/data/direct-messages.js", Self.messages)
        let unpacked = try await files.items("x")
        try files.write(
            "y/twitter.zip",
            zipped([
                "data/account.js": Self.account, "data/direct-messages.js": Self.messages, "Your archive.html": "<p>x",
            ]))
        let found = try await files.items("y").filter { $0.kind == .message }
        #expect(found.map(\.id) == unpacked.map(\.id) && lines(found) == lines(unpacked) && found.count == 3)
    }

    @Test func `a program that is called like messages of X is none`() async throws {
        try files.write("direct-messages.js", "export const window = {}\n")
        #expect(try await files.units().isEmpty)
    }

    @Test func `links that lead to long addresses do not make a text without end`() async throws {
        let link = "https://long.example/" + String(repeating: "a", count: 8_000)
        let text = String(repeating: "https://t.co/a ", count: 10_000)
        try files.write(
            "direct-messages.js",
            """
            window.YTD.direct_messages.part0 = [{"dmConversation": {"conversationId": "1-2", "messages": [{"messageCreate":
            {"id": "1", "senderId": "1", "text": "\(text)", "urls": [{"url": "https://t.co/a", "expanded": "\(link)"}]}}]}}]
            """)
        let item = try #require(try await files.items().first)
        #expect(item.text.utf8.count <= 2 << 20 && item.text.contains(link) && item.text.hasSuffix("https://t.co/a"))
    }

    // MARK: Google Voice

    private static func person(_ number: String, _ name: String) -> String {
        let named = name == "Me" ? "<abbr class=\"fn\" title=\"\">Me</abbr>" : "<span class=\"fn\">\(name)</span>"
        return "<cite class=\"sender vcard\"><a class=\"tel\" href=\"tel:\(number)\">\(named)</a></cite>"
    }

    private static func message(_ time: String, _ person: String, _ text: String, _ after: String = "") -> String {
        "<div class=\"message\"><abbr class=\"dt\" title=\"2020-01-02T\(time)-08:00\">Jan 2, 2020</abbr>:\n\(person):\n"
            + "<q>\(text)</q>\n\(after)</div> "
    }

    private static func page(_ title: String, _ body: String) -> String {
        "<?xml version=\"1.0\" ?>\n<!DOCTYPE html><html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>\(title)</title>"
            + "</head>\n<body>\(body)\n<div class=\"tags\">Labels:\n<a rel=\"tag\" "
            + "href=\"http://www.google.com/voice#inbox\">Inbox</a></div></body></html>"
    }

    private static let (ada, me) = (person("+12025550101", "Ada Quay"), person("+12025550100", "Me"))

    private static let texts = page(
        "Ada Quay",
        "<div class=\"hChatLog hfeed\">\n" + message("03:04:05.000", ada, "You&#39;re late.<br>Come :)")
            + message("03:05:00.250", me, ":) &lt;div class=\"message\"&gt;")
            + message(
                "03:06:00.000", ada, "MMS Received", "<div><img src=\"Ada Quay - Text - 1-3-1\" alt=\"x\"/></div>")
            + "</div>")

    @Test func `texts of Google Voice have who wrote what when, numbers and files`() async throws {
        try files.write("Calls/Ada Quay - Text - 2020-01-02T11_04_05Z.html", Self.texts)
        let found = try await files.items()
        #expect(
            lines(found) == [
                "Ada Quay: You're late./Come :)", "Me: :) <div class=\"message\">",
                "Ada Quay: MMS Received [Ada Quay - Text - 1-3-1]",
            ])
        #expect(found[0].sender == Participant(name: "Ada Quay", address: "+12025550101") && found[1].sender == .me)
        #expect(found.allSatisfy { $0.conversation == "google-voice:Ada Quay" && $0.conversationTitle == "Ada Quay" })
        #expect(isInstant(found[1].date, 1_577_963_100.250))
        #expect(try await files.resumes(#require(try await files.units().first)))
    }

    @Test
    func `a page on which only its owner wrote belongs to the chat, and a renamed contact's messages are the same`()
        async throws
    {
        let own = Self.page(
            "Me to Ada Quay", "<div class=\"hChatLog hfeed\">\(Self.message("04:00:00.000", Self.me, "x"))</div>")
        try files.write("a/Ada Quay - Text - 2020-01-02T12_00_00Z.html", own)
        #expect(try await files.items("a").map(\.conversation) == ["google-voice:Ada Quay"])
        try files.write("b/Ada Quay - Text - 2020-01-02T11_04_05Z.html", Self.texts)
        try files.write(
            "c/Ada - Text - 2020-01-02T11_04_05Z.html", Self.texts.replacing("Ada Quay</span>", with: "Ada</span>"))
        let (before, after) = (try await files.items("b"), try await files.items("c"))
        #expect(before.map(\.id) == after.map(\.id) && after.first?.conversationTitle == "Ada")
    }

    @Test func `a group of Google Voice is one chat by its numbers`() async throws {
        let bo = Self.person("+12025550102", "+12025550102")
        try files.write(
            "Group Conversation - 2020-01-02T11_04_05Z.html",
            Self.page(
                "Group Conversation",
                "<div class=\"hChatLog hfeed\"><div class=\"participants\">Group conversation with:\n\(bo), \(Self.ada)</div>"
                    + Self.message("03:04:05.000", bo, "Row?") + Self.message("03:05:05.000", Self.me, "Yes") + "</div>"
            ))
        let found = try await files.items()
        #expect(lines(found) == ["+12025550102: Row?", "Me: Yes"])
        #expect(found[0].conversation == "google-voice:+12025550101 +12025550102")
        #expect(found[0].conversationTitle == "+12025550102, Ada Quay")
    }

    private static func call(_ label: String, _ tag: String, _ content: String) -> String {
        page(
            "\(label) Ada Quay",
            "<div class=\"haudio\"><span class=\"album\">Call Log for</span>\n<span class=\"fn\">\(label)\nAda Quay</span>\n"
                + "<div class=\"contributor vcard\">\(label)\n<a class=\"tel\" href=\"tel:+12025550101\">"
                + "<span class=\"fn\">Ada Quay</span></a></div>\n<abbr class=\"published\" "
                + "title=\"2020-01-02T03:04:05.000-08:00\">Jan 2</abbr>\n\(content)<abbr class=\"duration\" title=\"PT22S\">x</abbr>"
                + "<div class=\"tags\"><a rel=\"tag\" href=\"http://www.google.com/voice#\(tag)\">x</a></div></div>")
    }

    @Test func `a voicemail is what was said, with its recording, and calls are counted as left out`() async throws {
        let audio = "<audio controls=\"controls\" src=\"Ada Quay - Voicemail - 1.mp3\"></audio>"
        let text = "<span class=\"description\"><span class=\"full-text\">The quay is closed.</span></span>\n"
        try files.write("Ada Quay - Voicemail - 1.html", Self.call("Voicemail from", "voicemail", text + audio))
        try files.write("Ada Quay - Voicemail - 2.html", Self.call("Voicemail from", "voicemail", audio))
        try files.write("Ada Quay - Received - 3.html", Self.call("Received call from", "received", ""))
        try files.write("Ada Quay - Recorded - 4.html", Self.call("Recorded call with", "recorded", audio))
        var (items, skipped): ([Item], [SkipReason]) = ([], [])
        for found in try await files.found() {
            if case .skipped(let reason) = found.record { skipped.append(reason) }
            if let item = found.record.item { items.append(item) }
        }
        #expect(
            lines(items) == [
                "Ada Quay: The quay is closed. [Ada Quay - Voicemail - 1.mp3]",
                "Ada Quay:  [Ada Quay - Voicemail - 1.mp3]",
            ])
        #expect(skipped == [.otherType(fileExtension: "html"), .otherType(fileExtension: "html")])
        #expect(items[0].conversation == "google-voice:Ada Quay")
    }

    @Test func `a number in a day of LINE may be of any length, and an account of X is no telephone`() async throws {
        try files.write(
            "x.txt", "[LINE] Chat history with Ada\nR9223372036854775807/05/01(月)\n10:30\tAda\thello\n")
        try files.write(
            "data/direct-messages.js",
            """
            window.YTD.direct_messages.part0 = [{"dmConversation": {"conversationId": "12-1712345678", "messages": [{"messageCreate":
             {"recipientId": "12", "id": "9", "senderId": "1712345678", "text": "hi", "createdAt": "2024-01-24T17:53:39.530Z"}}]}}]
            """)
        let senders = try await files.found().compactMap { $0.record.item?.sender }
        #expect(senders.contains(Participant(name: "x:1712345678")) && senders.allSatisfy { $0.address.isEmpty })
    }

    // MARK: What was sent

    @Test func `exports that somebody sent in a chat are not read as chats, and transcripts are documents`() throws {
        let folder = "WhatsApp Chat with Club/"
        try files.write(folder + "WhatsApp Chat with Club.txt", "[31/12/19, 23:05:00] Bo: hi\n")
        try files.write(
            folder + "[LINE] Mira.txt", "[LINE] Chat history with Mira\n2023/05/01(Mon)\n10:00\tMira\tI owe\n")
        try files.write(folder + "direct-messages.js", Self.messages)
        try files.write(folder + "Ada Quay - Text - 2020-01-02T11_04_05Z.html", Self.texts)
        let card = "BEGIN:VCARD\nFN:Mira\nEND:VCARD\n"
        try files.write("Club.json", #"{"guild": {"id": "1"}, "channel": {"id": "2", "name": "c"}, "messages": []}"#)
        try files.write("Club.json_Files/b.vcf", card)
        try files.write(
            "Google Chat/Groups/DM abc/messages.json", #"{"messages": [{"creator": {"name": "Bo"}, "topic_id": "t"}]}"#)
        try files.write("Google Chat/Groups/DM abc/File-c.vcf", card)
        try files.write(
            "encrypted/Bo Li_15.json", #"{"participants": ["Bo Li"], "threadName": "Bo Li_15", "messages": []}"#)
        try files.write("encrypted/media/d.vcf", card)
        try files.write(folder + "channel.json", #"{"id": "1", "name": "x"}"#)
        try files.write(
            folder + "messages.json", #"[{"ID": 1, "Timestamp": "2024-01-01 10:00:00", "Contents": "I owe"}]"#)
        try files.write(folder + "talk.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n")
        let calls = "Takeout/Voice/Calls/"
        try files.write(calls + "Bo - Text - 2020-01-02T11_04_05Z.html", Self.texts)
        try files.write(calls + "Bo - Text - 2020-01-02T11_04_05Z-1-1.vcf", "BEGIN:VCARD\nFN:Mira\nEND:VCARD\n")
        try files.write("data/direct-messages.js", Self.messages)
        try files.write("data/direct_messages_media/a.vcf", "BEGIN:VCARD\nFN:Mira\nEND:VCARD\n")
        var formats: [String] = []
        for case .unit(let unit) in SourceWalker(path: files.scratch.path) { formats.append(unit.format.identifier) }
        #expect(formats.filter { ["vcf", "discord-package"].contains($0) } == [])
        #expect(Set(["google-voice", "transcript", "whatsapp", "x-archive"]).isSubset(of: formats))
        #expect(
            leftOut().filter { $0.value == .sentInChat }.keys.sorted() == [
                "Ada Quay - Text - 2020-01-02T11_04_05Z.html", "Bo - Text - 2020-01-02T11_04_05Z-1-1.vcf",
                "File-c.vcf", "[LINE] Mira.txt", "a.vcf", "b.vcf", "d.vcf", "direct-messages.js",
            ])
    }
}
