import Foundation
import RecallCore
import RecallKit
import RecallTestSupport
import Testing

/// Mails among the junk: found, after all else.
@Suite(.scratch) struct JunkPlacesTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() async throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
        try write("Mail/.Junk/cur/1:2,S", "boiler boiler boiler offer", attaching: "boiler boiler boiler boiler list")
        try write("Mail/cur/2:2,S", "We spoke of the garden and the wall, and the boiler of the neighbours was heard.")
        try write("Mail/cur/3:2,S", "The annual report names trash and a boiler.")
        for folder in ["Mail", "Mail/.Junk"] {
            for name in ["cur", "new", "tmp"] {
                try FileManager.default.createDirectory(
                    atPath: scratch.path + "/\(folder)/\(name)", withIntermediateDirectories: true)
            }
        }
        _ = try await library.importFiles(at: [scratch.path + "/Mail"])
    }

    private func write(_ name: String, _ text: String, attaching file: String = "") throws {
        try scratch.write(
            name,
            """
            From: Ada <ada@a.example>
            Subject: Number \(name.count)
            Date: Mon, 04 Mar 2024 10:00:00 +0000
            MIME-Version: 1.0
            Content-Type: multipart/mixed; boundary=b

            --b
            Content-Type: text/plain

            \(text)
            --b
            Content-Type: text/plain
            Content-Disposition: attachment; filename=list.txt

            \(file)
            --b--

            """)
    }

    private func folders(_ query: String) throws -> [String] {
        try library.search(SearchQuery(query)).results.map { result in
            let (text, title) = (result.passages[0].text, result.passages[0].item.title)
            return title.hasPrefix("Offer")
                ? "junk" : text.contains("garden") ? "garden" : text.contains("annual") ? "annual" : "junk"
        }
    }

    @Test func `junk comes after all else, with what is attached to it`() throws {
        let found = try folders("boiler")
        #expect(Set(found.prefix(2)) == ["garden", "annual"] && found.dropFirst(2).allSatisfy { $0 == "junk" })
        #expect(found.count > 2)
        #expect(try folders("boiler offer").last == "junk")
        #expect(try folders("list").allSatisfy { $0 == "junk" })
    }

    /// Mails of an mbox, each with the same words and a number.
    private func mailbox(_ count: Int, header: String = "", _ text: String) -> String {
        (0..<count).map { number in
            """
            From x Mon Mar 04 10:00:00 2024
            From: Deals <deals\(number)@evil.example>
            Message-ID: <\(number)@evil.example>
            Subject: Offer \(number)
            \(header)Date: Mon, 04 Mar 2024 10:00:00 +0000

            \(text) \(number)


            """
        }.joined()
    }

    @Test func `any number of junk mails takes no place from others, in a search and in an answer`() async throws {
        let junk = try scratch.write(
            "other/Junk.mbox", mailbox(700, "What the neighbours heard was the boiler. The garden and the wall."))
        #expect(try await library.importFiles(at: [junk]).new == 700)
        let found = try folders("neighbours heard boiler wall garden")
        #expect(found.first == "garden" && found.contains("junk"))
        let answer = try library.quotations(for: "what of the neighbours was heard?").quotations
        #expect(!answer.isEmpty && answer.allSatisfy { !$0.item.title.hasPrefix("Offer") })
    }

    @Test func `a name that only junk was sent under is no person that a query names, and such a sender sent nothing`()
        async throws
    {
        let wishes = { try library.search(SearchQuery("deals garden")).interpretation.wishes.map(\.filterText) }
        let inbox = try scratch.write("other/inbox.mbox", mailbox(1, "The garden has a wall."))
        _ = try await library.importFiles(at: [inbox])
        #expect(try wishes() == ["with:\"deals\""])
        #expect(try library.people(named: "deals").map(\.sent) == [1])
        _ = try library.deleteSource(try #require(try library.sources().first { $0.path == inbox }).id)
        let junk = try scratch.write("other/Junk.mbox", mailbox(30, "The garden has a wall."))
        _ = try await library.importFiles(at: [junk])
        #expect(try wishes() == [])
        #expect(try library.people(named: "deals").allSatisfy { $0.sent == 0 })
    }

    @Test func `in:junk is all junk, whatever its folder is called, with what is attached`() async throws {
        let bin = try scratch.write("Papierkorb.mbox", mailbox(2, "The bin of the neighbours."))
        _ = try await library.importFiles(at: [bin])
        #expect(try library.count(SearchQuery("in:junk")).items == 4)
        #expect(try library.count(SearchQuery("in:Papierkorb")).items == 2)
        let others = try library.page(SearchQuery("-in:junk kind:email"), offset: 0, limit: 9).items
        #expect(others.count == 2)
    }

    @Test func `junk comes after what matches weakly`() async throws {
        try write("Mail/cur/4:2,S", "The code is on the back of the card. Nobody else has it.")
        _ = try await library.importFiles(at: [scratch.path + "/Mail"])
        let junk = try scratch.write("other/Junk.mbox", mailbox(3, "Key safe: the key of the safe."))
        _ = try await library.importFiles(at: [junk])
        let found = try library.search(SearchQuery("key safe code")).results
        #expect(found.first?.passages.first?.text.contains("card") == true)
        #expect(found.last?.passages.first?.item.title.hasPrefix("Offer") == true)
    }

    @Test func `a result says that it is junk`() throws {
        let results = try library.search(SearchQuery("boiler")).results
        #expect(results.last?.why.hasPrefix("in the junk or trash, says “boiler") == true)
        #expect(results.first?.why.contains("junk") == false)
    }

    @Test func `a label that a sender wrote takes no mail out of the junk`() async throws {
        let junk = try scratch.write(
            "other/Junk.mbox",
            mailbox(1, header: "X-Gmail-Labels: Inbox\n", "The zeppelin of the neighbours was heard."))
        #expect(try await library.importFiles(at: [junk]).new == 1)
        let answer = try library.quotations(for: "what zeppelin was heard?").quotations
        #expect(!answer.contains { $0.text.contains("zeppelin") })
    }

    @Test func `junk that is asked for has its own place`() throws {
        #expect(try folders("spam boiler offer").first == "junk")
    }
}
