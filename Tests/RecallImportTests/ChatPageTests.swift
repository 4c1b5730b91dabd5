import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// Chats as web pages, and packages of chats in several files.
@Suite(.scratch) struct ChatPageTests {
    private let scratch: SourceScratch

    init() throws {
        scratch = try SourceScratch()
    }

    private func items(_ name: String, _ text: String) async throws -> [Item] {
        try scratch.write(name, text)
        return try await items()
    }

    private func items() async throws -> [Item] {
        var items: [Item] = []
        for case .unit(let unit) in SourceWalker(path: scratch.path) {
            try await ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor()).read(unit, from: .start) {
                record, _ in if let item = record.item { items.append(item) }
            }
        }
        return items
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

    private func instant(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    private static let telegram = """
        <html><head><title>Exported Data</title></head><body><div class="page_wrap"><div class="page_header">
        <div class="content"><div class="text bold">
        Harbour crew
        </div></div></div><div class="page_body chat_page"><div class="history">
        <div class="message service" id="message-1"><div class="body details">6 January 2020</div></div>
        <div class="message service" id="message1"><div class="body details">
        Ada Quay created group &laquo;Harbour crew&raquo;</div></div>
        <div class="message default clearfix" id="message2"><div class="body">
        <div class="pull_right date details" title="06.01.2020 10:13:26 UTC+03:00">10:13</div>
        <div class="from_name">
        Ada Quay
        </div><div class="text">
        The crane is <strong>back</strong>.<br>See <a href="https://example.org/?a&amp;b">the plan</a> &amp; tell.
        </div></div></div>
        <div class="message default clearfix joined" id="message3"><div class="body">
        <div class="pull_right date details" title="06.01.2020 10:14:00 UTC+03:00">10:14</div>
        <div class="media_wrap clearfix"><a class="photo_wrap clearfix pull_left" href="photos/p.jpg">
        <img class="photo" src="photos/t.jpg"/></a></div></div></div>
        <div class="message default clearfix" id="message4"><div class="body">
        <div class="pull_right date details" title="06.01.2020 10:15:00 UTC+03:00">10:15</div>
        <div class="from_name">Bo Pier via @gif</div>
        <div class="reply_to details">In reply to <a href="#go_to_message2">this message</a></div>
        <div class="forwarded body"><div class="from_name">Cy Lock
        <span class="date details" title="05.01.2020 09:00:00"> 05.01.2020 09:00:00</span></div>
        <div class="text">Tide at nine</div></div></div></div>
        <div class="message default clearfix" id="message5"><div class="body">
        <div class="pull_right date details" title="06.01.2020 10:16:00 UTC+03:00">10:16</div>
        <div class="from_name">Bo Pier</div><div class="media_wrap clearfix"><div class="media_poll">
        <div class="question bold">Lunch?</div><div class="answer">- Yes <span class="details">1 vote</span></div>
        </div></div></div></div>
        <div class="message default clearfix" id="message6"><div class="body"><div class="from_name">Bo Pier</div>
        <div class="media_wrap clearfix"><div class="media clearfix pull_left media_file"><div class="body">
        <div class="title bold">plan.pdf</div><div class="status details">1.2 MB</div></div></div></div>
        <div class="text">the file</div></div></div></div></div></div></body></html>
        """

    @Test func `pages of Telegram have who wrote what when, files, polls, what was forwarded, and notices`()
        async throws
    {
        let found = try await items("messages.html", Self.telegram)
        #expect(
            lines(found) == [
                "(Ada Quay created group «Harbour crew»)", "Ada Quay: The crane is back./See the plan & tell.",
                "Ada Quay:  [p.jpg]", "Bo Pier: Forwarded from Cy Lock:/Tide at nine", "Bo Pier: Lunch?/- Yes",
                "Bo Pier: the file [plan.pdf]",
            ])
        #expect(found.allSatisfy { $0.conversationTitle == "Harbour crew" })
        #expect(found[1].date == (try instant("2020-01-06T07:13:26Z")))
        #expect(found[3].date == (try instant("2020-01-06T07:15:00Z")))
    }

    @Test func `pages of Discord have the times in the messages' numbers, and no message within another's text`()
        async throws
    {
        let found = try await items(
            "Harbour - general [123456789012345678].html",
            """
            <!doctype html><html><head><style>.preamble__guild-icon{x:y}</style></head><body><div class=preamble>
            <div class=preamble__entry>Harbour</div><div class=preamble__entry>Text / general</div></div>
            <div class=chatlog><div class=chatlog__message-group>\
            <div id=chatlog__message-container-700000000000000001 class=chatlog__message-container data-message-id=700000000000000001>
            <div class=chatlog__reply><div class=chatlog__reply-author>Cy</div><div class=chatlog__reply-content>old</div></div>
            <span class=chatlog__author title=ada>Ada</span>
            <div class="chatlog__content chatlog__markdown"><span class=chatlog__markdown-preserve>The <b>crane</b>
            is back <img class=chatlog__emoji alt=🏗 src=y.svg> &amp; well</span>
            <span class=chatlog__edited-timestamp>(edited)</span></div><div class=chatlog__attachment><a href=q.png>
            <img class=chatlog__attachment-media src=q.png title="Image: quay (1).png (12 KB)"></a></div></div>\
            <div id=chatlog__message-container-700000000000000002 class=chatlog__message-container data-message-id=700000000000000002>
            <div class=chatlog__content>again &lt;div id=chatlog__message-container-9&gt;</div>
            <div class=chatlog__attachment><div class=chatlog__attachment-generic-name><a href=p>plan.pdf</a></div></div></div></div>
            <div id=chatlog__message-container-700000000000000004 class=chatlog__message-container>
            <div class=chatlog__forwarded><div class="chatlog__forwarded-content chatlog__markdown">Tide at nine</div></div>
            <div class=chatlog__embed><div class=chatlog__embed-title><a class=chatlog__embed-title-link href=https://a.example/t>
            <div class=chatlog__markdown>Tides</div></a></div><div class=chatlog__embed-description>of today</div></div></div>
            <div id="chatlog__message-container-700000000000000003" class="chatlog__message-container">
            <span class=chatlog__system-notification-author>Bo</span>
            <span class=chatlog__system-notification-content><span>joined the server.</span></span></div></div></body></html>
            """)
        #expect(
            lines(found) == [
                "Ada: The crane/is back 🏗 & well [quay (1).png]",
                "Ada: again <div id=chatlog__message-container-9> [plan.pdf]",
                "Ada: Tides/of today/https://a.example/t//Forwarded:/Tide at nine", "(joined the server.)",
            ])
        #expect(found.map(\.conversationTitle) == Array(repeating: "Harbour: general", count: 4))
        #expect(found.map(\.conversation) == Array(repeating: "discord:123456789012345678", count: 4))
        #expect(found[0].date == Date(timeIntervalSince1970: 1_586_963_405.371))
    }

    @Test func `a message of a page is the one that the JSON of the same channel has`() async throws {
        let page = try await items(
            "Harbour - general [123456789012345678].html",
            "<div class=preamble__guild-icon></div><div id=chatlog__message-container-700000000000000001 class=x>"
                + "<span class=chatlog__author>Ada</span><div class=chatlog__content>x</div></div></html>")
        let json = try await SourceScratch().items(
            #"{"guild": {"name": "Harbour"}, "channel": {"id": "123456789012345678", "name": "general"}, "messages": "#
                + #"[{"id": "700000000000000001", "type": "Default", "content": "x", "author": {"name": "Ada"}}]}"#)
        #expect(page.map(\.id) == json.map(\.id) && page.count == 1)
    }

    private static let signal = """
        <!-- Generated on 2024-05-01 10:00:00 by signalbackup-tools (20240401). Input database version: 1. -->
        <!DOCTYPE html><html><head><style>.incoming-group-msg {}</style></head><body><div id="message-header">
        <div id="thread-title"><pre class="threadtitle">Harbour &amp; crew<span class="threadtitle-info">1w</span></pre></div>
        </div><div class="conversation-box">
        <div class="msg msg-date-change"><p>Jan 05, 2024</p></div>
        <div class="incoming-group-msg"><div class="avatar"><span>A</span></div>
          <div class="msg msg-incoming msg-with-reaction"><span class="msg-name msg-name-3">Ada Quay</span>
            <div class="msg-quote"><div class="msg-quote-message"><span class="msg-name">Bo</span><pre>old</pre></div>
            <div class="msg-quote-attach"><div class="attachment"><img src="media/Attachment_1_1.jpg"></div></div></div>
            <div class="attachment"><div class="msg-img-container"><input type="checkbox" id="z"><label for="z">
            <img src="media/Attachment_2_7.jpg" alt="Image attachment" loading="lazy"></label></div></div>
            <div><pre>The crane is <b>back</b>.
        See the &lt;div class=&quot;msg msg-incoming&quot;&gt;</pre></div>
            <div class="footer"><span class="msg-data">Jan 05, 2024 10:13:26</span></div>
            <div class="msg-reactions"><div class="msg-reaction"><span class="msg-emoji">x</span></div></div></div></div>
        <div class="msg msg-outgoing msg-sender-2"><div><pre>second version</pre></div><div class="footer">
          <div class="edited"><span>edited</span><div class="edited-info"><div class="history-header">Edit history</div>
          <div class="msg msg-outgoing msg-sender-2"><div><pre>first version</pre></div>
          <div class="footer"><span class="msg-data">Jan 05, 2024 10:14:00</span></div></div></div></div>
          <span class="msg-data">Jan 05, 2024 10:15:00</span></div></div>
        <div class="msg msg-status"><div class="status-text"><pre><span class="msg-icon"></span>Bo joined.</pre></div>
          <div class="footer-status"><span class="msg-data">Jan 05, 2024 10:16:00</span></div></div>
        <div class="msg msg-incoming deleted-msg"><div><pre>This message was deleted.</pre></div></div>
        <div class="msg msg-outgoing msg-sender-2"><div class="attachment attachment-unknown-type">
          Attachment 'plan.pdf'<span class="msg-dl-link"><a href="media/Attachment_4_4.pdf">x</a></span></div>
          <div class="poll"><div class="poll-title">Lunch?</div><div class="poll-subtitle">Select one</div>
          <div class="poll-options"><div class="poll-option"><div class="poll-option-title">Yes</div>
          <div class="poll-option-votes">1</div></div></div></div>
          <div class="footer"><span class="msg-data">Jan 05, 2024 10:17:00</span></div></div>
        </div></body></html>
        """

    @Test func `pages of Signal backups have who wrote what when, without quotations, reactions and earlier versions`()
        async throws
    {
        try scratch.write("Signal/Harbour (_id7)/Harbour.html", Self.signal)
        let found = try await items()
        #expect(
            lines(found) == [
                "Ada Quay: The crane is back./See the <div class=\"msg msg-incoming\"> [Attachment_2_7.jpg]",
                "Me: second version", "(Bo joined.)", "Me: Lunch?/Yes [plan.pdf]",
            ])
        #expect(found.allSatisfy { $0.conversationTitle == "Harbour & crew" })
        #expect(found.allSatisfy { $0.conversation == "signal:page 7 Harbour & crew" })
        let minutes = found.map { $0.date?.timeIntervalSince(found[0].date ?? .distantPast) }
        #expect(minutes == [0, 94, 154, 214])
    }

    @Test func `a message of two people's chat is from whom the page is about`() async throws {
        let found = try await items(
            "Ada.html",
            "<!-- by signalbackup-tools (1) --><style>.incoming-group-msg{}</style><pre class=\"threadtitle\">Ada</pre>"
                + "<div class=\"msg msg-incoming\"><div class=\"msg-quote\"><span class=\"msg-name\">Me</span></div>"
                + "<div><pre>x</pre></div></div></html>")
        #expect(lines(found) == ["Ada: x"])
    }

    @Test func `Signal Desktop's export has names from contacts, groups, and texts with line ends as they are`()
        async throws
    {
        let found = try await items(
            "main.jsonl",
            """
            {"version":"1","backupTimeMs":"1700000009000"}
            {"account":{"givenName":"Dora","familyName":"Dock"}}
            {"recipient":{"id":"1","self":{}}}
            {"recipient":{"id":"2","contact":{"e164":"15550001111","systemGivenName":"Ada","systemFamilyName":"Quay"}}}
            {"recipient":{"id":"3","group":{"masterKey":"bWs=","snapshot":{"title":{"title":"Harbour"}}}}}
            {"chat":{"id":"10","recipientId":"2"}}
            {"chat":{"id":"11","recipientId":"3"}}
            {"chatItem":{"chatId":"10","authorId":"2","dateSent":"1700000000000","incoming":{},"standardMessage":\
            {"text":{"body":"hello"},"attachments":[{"pointer":{"contentType":"image/jpeg","fileName":"q.jpg"}}]}}}
            {"chatItem":{"chatId":"10","authorId":"1","dateSent":"1700000001000","outgoing":{},"standardMessage":{"text":{"body":"hi
            back"}}}}
            {"chatItem":{"chatId":"10","authorId":"2","dateSent":"1700000002000","updateMessage":{}}}
            {"chatItem":{"chatId":"11","authorId":"2","dateSent":"1700000003000","stickerMessage":{"sticker":{"emoji":"🚢"}}}}

            """)
        #expect(lines(found) == ["Ada Quay: hello [q.jpg]", "Dora Dock: hi/back", "Ada Quay: 🚢"])
        #expect(found.map(\.conversationTitle) == ["Ada Quay", "Ada Quay", "Harbour"])
        #expect(found.map(\.conversation) == ["signal:+15550001111", "signal:+15550001111", "signal:bWs="])
        #expect(found[0].date == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(found[0].sender?.address == "+15550001111")
    }

    @Test func `Discord's data package has what its owner wrote, by channel, in both of its forms`() async throws {
        try scratch.write("account/user.json", #"{"username": "dora", "global_name": "Dora Dock"}"#)
        try scratch.write("messages/index.json", #"{"100000001": "Direct Message with bo.pier#0"}"#)
        try scratch.write("messages/c100000001/channel.json", #"{"id": "100000001", "type": "DM"}"#)
        try scratch.write(
            "messages/c100000001/messages.json",
            #"[{"ID": 700000000000000777, "Contents": "to bo", "Attachments": "https://files.example/1/plan.pdf?ex=1"}]"#
        )
        try scratch.write(
            "messages/c100000002/channel.json", #"{"id": "100000002", "name": "general", "guild": {"name": "Harbour"}}"#
        )
        try scratch.write(
            "messages/c100000002/messages.csv",
            "ID,Timestamp,Contents,Attachments\r\n700000000000000778,2020-04-15 10:00:00,\"one, \"\"two\"\"\nthree\",\r\n"
        )
        let found = try await items()
        #expect(lines(found) == ["Dora Dock: to bo [plan.pdf]", "Dora Dock: one, \"two\"/three"])
        #expect(found.map(\.conversationTitle) == ["bo.pier", "Harbour: general"])
        #expect(found[0].id == ItemID(identifying: ["discord", "100000001", "700000000000000777"]))
    }

    @Test func `a message of Signal whose chat is not told is read all the same`() async throws {
        let found = try await items(
            "main.jsonl",
            """
            {"version":"1","backupTimeMs":"1"}
            {"recipient":{"id":"1","contact":{"systemGivenName":"Ada"}}}
            {"chatItem":{"chatId":"9","authorId":"1","dateSent":"1","standardMessage":{"text":{"body":"x"}}}}

            """)
        #expect(lines(found) == ["Ada: x"] && found[0].conversation == "signal:chat 9")
    }

    /// The classes of 2024; the latest message comes first.
    private static let messenger = """
        <html><head><style>._a6-g{margin:0}</style></head><body><div class="_a705"><div class="_a70d"><div class="_a70e">Ada &amp; Bo</div>
        </div></div><div class="_a706" role="main">
        <div class="_3-95 _a6-g"><div class="_2ph_ _a6-h">Participants: Ada Quay and Bo Pier</div></div>
        <div class="_3-95 _a6-g"><div class="_2ph_ _a6-h _a6-i">Bo Pier</div><div class="_2ph_ _a6-p"><div><div></div>
        <div>See you &#039;there&#039;<br>at eight</div><div></div></div><ul class="_a6-q"><li>&#x2764;Ada Quay</li></ul></div>
        <div class="_3-94 _a6-o"><a href="https://x.example/1"><div class="_a72d">Jul 12, 2024 4:55:32pm</div></a></div></div>
        <section class="_3-95 _a6-g"><h2 class="_2ph_ _a6-h _a6-i">Ada Quay</h2><div class="_2ph_ _a6-p"><div>
        <div><a href="your_activity/photos/pier.jpg"><img src="your_activity/photos/pier.jpg"/></a></div></div></div>
        <footer class="_3-94 _a6-o"><div class="_a72d">Jul 12, 2024 4:55:32 pm</div></footer></section>
        <div class="_3-95 _a6-g"><div class="_2ph_ _a6-h _a6-i">Ada Quay</div><div class="_2ph_ _a6-p"><div><div>Here it is</div></div></div>
        <div class="_3-94 _a6-o"><div class="_a72d">12. Juli 2024 12:05:00</div></div></div></div></body></html>
        """

    @Test func `pages of Messenger have who wrote what when, the latest first, and names of files`() async throws {
        let found = try await items("your_activity/messages/inbox/adabo_77/message_1.html", Self.messenger)
        #expect(
            lines(found) == ["Bo Pier: See you 'there'/at eight", "Ada Quay:  [pier.jpg]", "Ada Quay: Here it is"])
        #expect(Set(found.map(\.conversation)) == ["messenger:inbox/adabo_77"])
        #expect(found.map(\.conversationTitle) == ["Ada & Bo", "Ada & Bo", "Ada & Bo"])
        let dates = found.compactMap(\.date)
        #expect(dates == dates.sorted(by: >) && Set(dates).count == 3)
    }

    @Test func `pages of Instagram and of earlier downloads are read too, and other pages are not`() async throws {
        let old = """
            <html><body><div class="_3b0d">Cy</div><div class="pam _3-95 _2pi0 _2lej uiBoxWhite noborder">
            <div class="_3-96 _2pio _2lek _2lel">Cy</div><div class="_3-96 _2let"><div><div>old words</div></div></div>
            <div class="_3-94 _2lem">Jul 12, 2018, 4:55 AM</div></div></body></html>
            """
        let found = try await items("instagram-me/inbox/cy_1/message_2.html", old)
        #expect(lines(found) == ["Cy: old words"] && found[0].conversation == "instagram:inbox/cy_1")
        try scratch.write("posts/your_posts_1.html", Self.messenger)
        #expect(try await items().count { $0.kind == .message } == 1)
    }

    @Test(arguments: ["Jul 12, 2024", "12:05:00", "", "Jul 40, 2024 4:55:32pm", "Jul 12, 2024 24:55", "7 12 2024 4:55"])
    func `what is no date of a page of Messenger is none`(date: String) async throws {
        let page = Self.messenger.replacing("Jul 12, 2024 4:55:32pm", with: date)
        let found = try await items("inbox/adabo_77/message_1.html", page)
        #expect(found.count == 3 && found[0].date == nil && found[2].date != nil)
    }

    @Test func `a page that is cut off gives the messages before, and says that it is`() async throws {
        let cut = try #require(Self.telegram.firstRange(of: "id=\"message4\""))
        try scratch.write("messages.html", String(Self.telegram[..<cut.lowerBound]))
        let unit = try scratch.unit("messages.html", .telegramPage)
        let reader = try ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor())
        var items: [Item] = []
        let error = await #expect(throws: ImportFailure.self) {
            try await reader.read(unit, from: .start) { record, _ in if let item = record.item { items.append(item) } }
        }
        #expect(items.count == 3 && error?.code == .malformed)
    }

    @Test func `a page without messages says so`() async throws {
        let error = await #expect(throws: ImportFailure.self) {
            try await items(
                "messages.html",
                "<div class=\"page_header\"></div><div class=\"page_body chat_page\"><div class=\"history\"></div></div>"
            )
        }
        #expect(error?.code == .malformed)
    }

    @Test func `a file of a package that damage has left as one word is no empty channel`() async throws {
        try scratch.write("c1/channel.json", #"{"id": "1", "name": "general"}"#)
        try scratch.write("c1/messages.json", "S")
        let error = await #expect(throws: ImportFailure.self) { try await items() }
        #expect(error?.code == .malformed)
    }
}

extension SourceScratch {
    /// The items of one JSON file.
    fileprivate func items(_ json: String) async throws -> [Item] {
        try write("a.json", json)
        var items: [Item] = []
        for case .unit(let unit) in SourceWalker(path: path) {
            try await ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor()).read(unit, from: .start) {
                record, _ in if let item = record.item { items.append(item) }
            }
        }
        return items
    }
}
