import Foundation
import RecallCore
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// Whole folders and downloads, as programs keep or make them.
@Suite(.scratch) struct ProgramFoldersTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
    }

    private static func mail(_ subject: String, id: String? = nil, text: String = "Low tide at nine.") -> String {
        """
        From: Ada <ada@a.example>
        To: Bo <bo@b.example>
        Subject: \(subject)
        Message-ID: <\(id ?? subject)@a.example>
        Date: Mon, 04 Mar 2024 10:00:00 +0000

        \(text)

        """
    }

    private static func mbox(_ subjects: String...) -> String {
        subjects.map { "From - Mon Mar  4 10:00:00 2024\n" + mail($0) + "\n" }.joined()
    }

    private func titles() throws -> [String] { try library.store.allItems().map(\.title).sorted() }

    @Test func `a profile of Thunderbird gives the mails of all its accounts and folders`() async throws {
        let profile = "home/.thunderbird/abc.default-release"
        for (name, text) in [
            ("Mail/Local Folders/Inbox", Self.mbox("One", "Two")), ("Mail/Local Folders/Inbox.msf", "// <!-- mdb -->"),
            ("Mail/Local Folders/Boats.sbd/2024", Self.mbox("Three")),
            ("ImapMail/mail.a.example/INBOX", Self.mbox("Four")),
            ("Mail/Local Folders/Sent", Self.mbox("Five")), ("prefs.js", "user_pref(\"a\", 1);"),
            ("Mail/Local Folders/msgFilterRules.dat", "version=\"9\""), ("Mail/Local Folders/Trash", ""),
        ] { try scratch.write("\(profile)/\(name)", text) }
        let summary = try await library.importFiles(at: [scratch.path + "/home/.thunderbird"])
        #expect((summary.new, summary.failures) == (5, 0))
        #expect(try titles() == ["Five", "Four", "One", "Three", "Two"])
    }

    @Test func `a folder of MH gives its numbered mails, and nothing of what stands beside them`() async throws {
        for (name, text) in [
            ("inbox/1", Self.mail("One")), ("inbox/2", Self.mail("Two")), ("inbox/,3", Self.mail("Deleted")),
            ("inbox/.mh_sequences", "unseen: 2\ncur: 1\n"), ("lists/boats/17", Self.mail("Three")),
        ] { try scratch.write("Mail/" + name, text) }
        let summary = try await library.importFiles(at: [scratch.path + "/Mail"])
        #expect(summary.failures == 0)
        #expect(try titles() == ["One", "Three", "Two"])
    }

    @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func `a mail in a store of Outlook, a mailbox and a Maildir is one item with three sources`(
        order: [Int]
    ) async throws {
        var store = OutlookStoreWriter()
        let inbox = store.addFolder("Inbox")
        store.addMessage(
            [
                .text(0x1A, "IPM.Note"), .text(0x37, "The quay"), .text(0x1000, "Low tide at nine.\r\n"),
                .text(0x42, "Ada"), .text(0x65, "ada@a.example"), .text(0x0E04, "Bo"),
                .text(0x1035, "<q1@a.example>"), .time(0x39, 133_540_200_000_000_000),
            ], in: inbox)
        let mail = Self.mail("The quay", id: "q1")
        let paths = [
            try scratch.write("a.pst", Data(store.finished())),
            try scratch.write("b.mbox", "From - Mon Mar  4 10:00:00 2024\n" + mail),
            try scratch.write("Maildir/cur/1.host:2,S", mail),
        ]
        for index in order { _ = try await library.importFiles(at: [paths[index]]) }
        let items = try library.store.allItems()
        #expect(items.map(\.title) == ["The quay"])
        #expect(try items.first.map { try library.sources(of: $0.id).count } == 3)
        #expect(items.first?.recipients.first?.participant.address == "bo@b.example")
    }

    @Test func `a mail that another one quotes in full stays an item of its own`() async throws {
        let quoted = "Fine.\n\nOn 4 March 2024 Ada wrote:\n> Low tide at nine.\n"
        try scratch.write(
            "a.mbox",
            Self.mbox("The quay") + "From - Mon Mar  4 11:00:00 2024\n"
                + Self.mail("Re: The quay", id: "r", text: quoted))
        _ = try await library.importFiles(at: [scratch.path + "/a.mbox"])
        #expect(try titles() == ["Re: The quay", "The quay"])
    }

    @Test func `a Notion export of nested pages and a table keeps their titles and folders`() async throws {
        let ids = (1...3).map { String(repeating: "\($0)a", count: 16) }
        let members: [ArchiveFile.Member] = [
            .init("Home \(ids[0]).md", "# Home\n\n[The quay](Home%20\(ids[0])/The%20quay%20\(ids[1]).md)"),
            .init("Home \(ids[0])/The quay \(ids[1]).md", "# The quay\n\nLow tide at nine."),
            .init("Home \(ids[0])/Rent \(ids[2]).csv", "Month,Rent\nMay,900\n"),
            .init("Home \(ids[0])/Rent \(ids[2])_all.csv", "Month,Rent\nMay,900\nJune,950\n"),
        ]
        try scratch.write("Export-7f2a.zip", Data(ArchiveFile.bytes(.zip, members)))
        let summary = try await library.importFiles(at: [scratch.path])
        #expect((summary.new, summary.failures) == (3, 0))
        #expect(try titles() == ["Home", "Rent", "The quay"])
        let table = try #require(try library.store.allItems().first { $0.title == "Rent" })
        #expect(table.text.contains("950"))
    }

    @Test(arguments: [
        "your_facebook_activity/messages/inbox/bo_1/message_1.json",
        "your_instagram_activity/messages/inbox/bo_1/message_1.json",
    ])
    func `a download of Facebook or Instagram is read, zipped and unpacked, also if nobody named it`(
        path: String
    ) async throws {
        let chat = #"""
            {"participants": [{"name": "Bo"}, {"name": "Ada"}], "title": "Bo", "thread_path": "inbox/bo_1",
             "messages": [{"sender_name": "Bo", "timestamp_ms": 1700000000000, "content": "caf\u00c3\u00a9"}]}
            """#
        let others = [("preferences/settings.json", "{}"), ("start_here.html", "<html>Your information")]
        let members = [ArchiveFile.Member(path, chat)] + others.map { .init($0.0, $0.1) }
        try scratch.write("downloads/information.zip", Data(ArchiveFile.bytes(.zip, members)))
        _ = try await library.importFiles(at: [scratch.path + "/downloads"])
        #expect(try library.store.allItems().filter { $0.kind == .message }.map(\.text) == ["café"])
        try scratch.write("unpacked/" + path, chat)
        let again = try await library.importFiles(at: [scratch.path + "/unpacked"])
        #expect((again.new, again.duplicates) == (0, 1))
    }

    @Test func `a session with a coding assistant answers what was decided`() async throws {
        try scratch.write(
            "project/s.jsonl",
            """
            {"type":"summary","summary":"Schema of the boats table","leafUuid":"2"}
            {"parentUuid":null,"sessionId":"s","uuid":"1","type":"user","timestamp":"2024-03-04T10:00:00Z","message":{"role":"user","content":"How do we store the length of a boat in the schema?"}}
            {"parentUuid":"1","sessionId":"s","uuid":"2","type":"assistant","timestamp":"2024-03-04T10:01:00Z","message":{"role":"assistant","content":[{"type":"text","text":"We decided that the schema stores the length in centimetres, as an integer."}]}}

            """)
        _ = try await library.importFiles(at: [scratch.path + "/project"])
        let answer = try library.quotations(for: "what did we decide about the schema")
        #expect(answer.quotations.contains { $0.text.contains("centimetres") })
    }
}
