import Foundation
import RecallCore
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// People in a library: filters, counts and searches take their names and addresses for one.
@Suite(.scratch) struct PeopleTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
    }

    private func importAll() async throws {
        func mail(_ number: Int, from: String, to: String) -> String {
            "From x@y.example Mon Mar  4 10:0\(number):00 2024\nFrom: \(from)\nTo: \(to)\nSubject: Mail \(number)\n"
                + "Message-ID: <\(number)@made-up.example>\n\nThe kettle whistles.\n\n"
        }
        try scratch.write(
            "in/all.mbox",
            mail(1, from: "Mira Kovac <mira@people.example>", to: "Ben Roe <ben@people.example>")
                + mail(2, from: "\"Kovac, Mira\" <mk@work.example>", to: "ben@people.example")
                + mail(3, from: "Mira Adeyemi <adeyemi@people.example>", to: "mk@work.example"))
        try scratch.write(
            "in/WhatsApp Chat with Mira.txt",
            "[04.03.24, 10:00:00] Mira Kovac: The kettle is new\n[04.03.24, 10:01:00] Ben Roe: Good\n")
        _ = try await library.importFiles(at: [scratch.path + "/in"])
    }

    private func count(_ query: String) throws -> Int {
        try library.page(SearchQuery(query), offset: 0, limit: 99).items.count
    }

    @Test func `a person is found by any of its names and addresses, in mail and chats`() async throws {
        try await importAll()
        #expect(try count("from:mk@work.example") == 3)
        #expect(try count("from:kovac") == 3)
        #expect(try count("to:mira@people.example") == 2)
        #expect(try count("with:ben@people.example kind:message") == 2)
        #expect(try count("from:adeyemi") == 1)
        #expect(try (count("from:@work.example"), count("from:work.example"), count("from:mk@work")) == (1, 1, 1))
        let people = try library.people(named: "kovac")
        #expect(people.map(\.sent) == [3])
        #expect(Set(people[0].addresses) == ["mira@people.example", "mk@work.example"])
        #expect(Set(people[0].names) == ["Mira Kovac", "Kovac, Mira"])
    }

    @Test func `people are read once, until anything is imported, said or deleted`() async throws {
        try await importAll()
        func sent(_ words: String) throws -> [Int] { try library.people(named: words).map(\.sent) }
        for _ in 0..<3 {
            #expect(try sent("kovac") == [3] && sent("") == [3])
            #expect(try library.mergeSuggestions().isEmpty)
        }
        #expect(library.peopleCache.loads == 1)
        try library.split("mk@work.example")
        #expect(try sent("kovac") == [2, 1])
        #expect(try library.undoPersonStatement()?.kind == .apart)
        #expect(try sent("kovac") == [3])
        let mail = try #require(try library.store.allItems().first { $0.title == "Mail 2" })
        _ = try library.deleteItem(mail.id)
        #expect(try sent("kovac") == [2])
        try scratch.write("more/WhatsApp Chat with Mira.txt", "[05.03.24, 10:00:00] Mira Kovac: Tea\n")
        _ = try await library.importFiles(at: [scratch.path + "/more"])
        #expect(try sent("kovac") == [3])
    }

    @Test func `senders are counted as people`() async throws {
        try await importAll()
        let counts = try library.store.read { snapshot in
            let table = try snapshot.itemTable()
            return try snapshot.senders(of: table.all, in: table, limit: 9)
        }
        #expect(counts.map(\.items) == [3, 1, 1])
    }

    @Test func `what the owner says changes what is found, and can be taken back`() async throws {
        try await importAll()
        try library.merge("adeyemi@people.example", "mk@work.example")
        #expect(try count("from:kovac") == 4)
        try library.split("mk@work.example")
        #expect(try (count("from:mk@work.example"), count("from:mira@people.example")) == (1, 2))
        #expect(try library.undoPersonStatement() == PersonStatement(.apart, "mk@work.example"))
        #expect(try count("from:kovac") == 4)
        #expect(try library.undoPersonStatement()?.kind == .same)
        #expect(try library.undoPersonStatement() == nil)
        #expect(try count("from:kovac") == 3)
        let error = #expect(throws: PersonError.self) { try library.merge("mk@work.example", "nobody@people.example") }
        #expect(error?.description.contains("number 2 of the 2 given") == true)
        #expect(throws: PersonError.self) { try library.split("kovac") }
    }

    @Test func `one of the statements is taken back, and those before and after it hold`() async throws {
        try await importAll()
        try library.merge("adeyemi@people.example", "mk@work.example")
        try library.split("mk@work.example")
        try library.setOwner(["ben@people.example"])
        let said = try library.personStatements()
        #expect(said.map(\.statement.kind) == [.me, .apart, .same])
        #expect(try library.undoPersonStatement(said[1].id) == PersonStatement(.apart, "mk@work.example"))
        #expect(try count("from:kovac") == 4)
        #expect(try library.undoPersonStatement(said[1].id) == nil)
        #expect(try library.personStatements(limit: 1).map(\.statement.kind) == [.me])
        #expect(try library.people(named: "ben").map(\.isOwner) == [true])
        try library.split("mk@work.example")
        #expect(try !said.map(\.id).contains(#require(library.personStatements().first?.id)))
    }

    /// The bytes of all files of the library, as text.
    private func bytes() throws -> String {
        let folder = scratch.path + "/library"
        return try FileManager.default.subpathsOfDirectory(atPath: folder).map { name in
            String(decoding: FileManager.default.contents(atPath: folder + "/" + name) ?? Data(), as: UTF8.self)
        }.joined()
    }

    @Test func `what the owner said of somebody who is in no item any more goes, and joins the others still`()
        async throws
    {
        try await importAll()
        try library.merge("adeyemi@people.example", "ben@people.example")
        try library.merge("mk@work.example", "adeyemi@people.example")
        try library.setOwner(["ben@people.example"])
        let mail = try #require(try library.store.allItems().first { $0.title == "Mail 3" })
        #expect(try library.deleteItem(mail.id) != nil)
        #expect(try !bytes().contains("adeyemi"))
        #expect(
            try library.store.read { try $0.personStatements() } == [
                PersonStatement(.same, "mk@work.example", "ben@people.example"),
                PersonStatement(.me, "ben@people.example"),
            ])
        #expect(try library.people(named: "ben").map(\.isOwner) == [true])
        // Whose name is the owner's is not the owner for that.
        #expect(
            try library.people(named: "ben").map { Set($0.addresses) } == [["ben@people.example", "mk@work.example"]])
        #expect(try library.undoPersonStatement()?.kind == .me)
        #expect(try library.undoPersonStatement()?.kind == .same)
        #expect(try count("from:kovac") == 3)
    }

    @Test func `people are found by the beginning of a name and a part of an address, page by page`() async throws {
        try await importAll()
        func names(_ words: String) throws -> Set<String> { Set(try library.people(named: words).map(\.name)) }
        #expect(try names("mir") == ["Mira Kovac", "Mira Adeyemi"])
        #expect(try names("mira kov") == ["Mira Kovac"])
        #expect(try names("mir kovac") == [] && names("...") == [])
        #expect(try names(" @WORK.example ") == ["Mira Kovac"])
        let all = try library.people(named: "mir").map(\.name)
        let pages = try (0...2).map { try library.people(named: "mir", offset: $0, limit: 1) }
        #expect(pages.map(\.total) == [2, 2, 2])
        #expect(pages.flatMap(\.people).map(\.name) == all)
    }

    @Test func `a person is identified by what names nobody else`() async throws {
        func mail(_ number: Int, _ from: String) -> String {
            "From x@y.example Mon Mar  4 10:0\(number):00 2024\nFrom: \(from)\nSubject: Mail \(number)\n"
                + "Message-ID: <\(number)@made-up.example>\n\nOars.\n\n"
        }
        try scratch.write(
            "in/list.mbox",
            mail(1, "Ada Lind <rowers@lists.example>") + mail(2, "Ben Roe <rowers@lists.example>")
                + mail(3, "Ada Lind <ada@people.example>") + mail(4, "rowers@lists.example"))
        _ = try await library.importFiles(at: [scratch.path + "/in"])
        func identifier(_ words: String) throws -> [String?] { try library.people(named: words).map(\.identifier) }
        #expect(try identifier("ada lind") == ["ada@people.example"])
        #expect(try identifier("ben roe") == ["Ben Roe"])
        #expect(try Set(identifier("rowers@")) == ["ada@people.example", "Ben Roe", nil])
        try library.merge("Ben Roe", "ada@people.example")
        #expect(try library.people(named: "ben roe").map(\.sent) == [3])
    }

    @Test func `an address that is somebody else's is not the owner's any more`() async throws {
        try await importAll()
        try library.setOwner(["ben@people.example", "adeyemi@people.example"])
        try library.split("adeyemi@people.example")
        #expect(try library.people().filter(\.isOwner).map(\.name) == ["Ben Roe"])
        #expect(try library.people(named: "adeyemi").map(\.addresses) == [["adeyemi@people.example"]])
        _ = try library.undoPersonStatement()
        #expect(try library.people().filter(\.isOwner).map(\.sent) == [2])
    }

    @Test func `what a chat calls somebody can be split off, number or not`() async throws {
        try scratch.write(
            "in/items.jsonl",
            """
            {"kind": "message", "id": "1", "from": {"name": "Ada Lind", "address": "U024BE7LH"}, "text": "Oars."}
            {"kind": "email", "id": "2", "from": {"name": "Ada Lind", "address": "ada@people.example"}, "text": "Oars."}
            """)
        _ = try await library.importFiles(at: [scratch.path + "/in"])
        #expect(try library.people(named: "ada").map(\.sent) == [2])
        try library.split("u024be7lh")
        #expect(try library.people(named: "ada").map(\.sent) == [1, 1])
    }

    @Test func `the owner is who they say`() async throws {
        try await importAll()
        try library.setOwner(["ben@people.example", "Mira Kovac"])
        let mine = try library.people().filter(\.isOwner)
        #expect(mine.map(\.sent) == [4])
    }

    @Test func `a stranger who writes under the owner's name is not the owner, now or later`() async throws {
        try await importAll()
        func forged(_ number: Int) throws -> String {
            let path = "forged/\(number).eml"
            try scratch.write(
                path,
                "Received: from x by y; Mon, 4 Mar 2024 10:00:00 +0000\nFrom: Ben Roe <roe\(number)@evil.example>\n"
                    + "To: ben@people.example\nSubject: Pay\nMessage-ID: <f\(number)@x.example>\n\nPay.\n")
            return scratch.path + "/" + path
        }
        _ = try await library.importFiles(at: [try forged(1), try forged(2)])
        for written in [["Ben Roe"], ["ben@people.example"], ["ben@people.example", "Ben Roe"], ["Ben Roe"]] {
            try library.setOwner(written)
            #expect(try count("from:me pay") == 0, "\(written)")
            #expect(try count("from:me kind:message") == 1)
        }
        _ = try await library.importFiles(at: [try forged(3)])
        #expect(try count("from:me pay") == 0)
        #expect(try library.people(named: "roe").map(\.addresses.count).sorted() == [1, 1, 1, 1])
        #expect(throws: PersonError.self) { try library.merge("Ben Roe", "mk@work.example") }
        try library.merge("ben@people.example", "Mira Adeyemi")
        #expect(try library.personStatements().first?.statement.second == "adeyemi@people.example")
        // What is known needs not be said, nor taken back, twice.
        let statements = try library.personStatements().count
        try library.setOwner(["ben@people.example"])
        #expect(try library.personStatements().count == statements)
    }

    @Test func `a name stands for the addresses that wrote from here, or for the only one`() async throws {
        try await importAll()
        try library.setOwner(["Mira Kovac"])
        let mine = try library.people().filter(\.isOwner)
        #expect(Set(mine.flatMap(\.addresses)) == ["mira@people.example", "mk@work.example"])
        #expect(try count("from:me") == 3)
        func importMail(_ number: Int) async throws {
            try scratch.write(
                "more/\(number).eml",
                "Received: from x by y; Mon, 4 Mar 2024 10:00:00 +0000\nFrom: Ida Moss <ida\(number)@people.example>\n"
                    + "Subject: Tea\nMessage-ID: <m\(number)@x.example>\n\nTea.\n")
            _ = try await library.importFiles(at: [scratch.path + "/more"])
        }
        try await importMail(1)
        try library.setOwner(["Ida Moss"])
        #expect(try count("from:me tea") == 1)
        #expect(try library.undoPersonStatement()?.first == "ida1@people.example")
        try await importMail(2)
        #expect(throws: PersonError.self) { try library.setOwner(["Ida Moss"]) }
        #expect(try count("from:me tea") == 0)
    }

    @Test func `a statement holds for what is imported later`() async throws {
        try await importAll()
        try library.merge("adeyemi@people.example", "mk@work.example")
        try scratch.write(
            "later/a.eml", "From: M <adeyemi@people.example>\nSubject: Later\nMessage-ID: <9@x.example>\n\nHi.\n")
        _ = try await library.importFiles(at: [scratch.path + "/later"])
        #expect(try count("from:kovac") == 5)
    }

    @Test func `a contact says whose number writes`() async throws {
        try await importAll()
        try scratch.write(
            "more/contacts.vcf",
            "BEGIN:VCARD\nFN:Mira Kovac\nNICKNAME:Mum,Mimi Bär\nTEL:+49 30 1234567\nEND:VCARD\n")
        try scratch.write(
            "more/sms.xml",
            "<smses count='1'><sms address='030 1234567' date='1709542800000' type='1' body='Kettle?' contact_name='Mum'/></smses>"
        )
        _ = try await library.importFiles(at: [scratch.path + "/more"])
        #expect(try count("from:kovac kettle") == 4)
        #expect(try count("from:\"mimi bar\" kettle") == 4)
        #expect(try count("from:mimi kettle") == 0)
        #expect(try library.people(named: "mimi").map(\.name) == ["Mira Kovac"])
    }

    @Test(arguments: [
        ("What is Rike's phone number?", "Friederike"), ("What is my phone number?", "Sofie"),
        ("What is the phone number of my plumber?", "Plumber"),
    ])
    func `a contact says the number of whom it names, and nobody else's`(question: String, name: String) async throws {
        let cards = ["Friederike Albers\nNICKNAME:Rike", "Hilde Sommer", "Sofie Brandt", "Plumber Otto"].enumerated()
            .map { "BEGIN:VCARD\nFN:\($1)\nTEL:+49 171 555014\($0)\nEMAIL:c\($0)@people.example\nEND:VCARD\n" }
        try scratch.write("in/people.vcf", cards.joined())
        _ = try await library.importFiles(at: [scratch.path + "/in"])
        try library.setOwner(["c2@people.example"])
        let answer = try library.quotations(for: SearchQuery(question))
        #expect(answer.quotations.first?.item.title.hasPrefix(name) == true, "\(answer.quotations.map(\.text))")
        #expect(!answer.isAnswer || answer.quotations.allSatisfy { $0.item.title.hasPrefix(name) })
    }

    private func write(mail number: Int, from: String) throws {
        try scratch.write(
            "in/\(number).eml",
            "From: \(from)\nSubject: \(number)\nMessage-ID: <\(number)@made-up.example>\n\nOars \(number).\n")
    }

    private func importFolder() async throws { _ = try await library.importFiles(at: [scratch.path + "/in"]) }

    @Test func `a name that comes in the row of a deleted one is a person's like any other`() async throws {
        try write(mail: 1, from: "Mira Kovac <mira@people.example>")
        try write(mail: 2, from: "Zoe Last <zoe@people.example>")
        try await importFolder()
        let last = try #require(try library.page(SearchQuery("from:zoe"), offset: 0, limit: 1).items.first)
        _ = try library.deleteItem(last.summary.id)
        try write(mail: 3, from: "\"Kovac, Mira\" <mk@work.example>")
        try await importFolder()
        #expect(try library.people(named: "kovac").map(\.sent) == [2])
    }

    @Test func `a contact that changes or goes takes its people with it`() async throws {
        for (number, name) in ["a", "b", "c"].enumerated() {
            try write(mail: number, from: "\(name)@people.example")
        }
        func sent() throws -> [Int] { try library.people(named: "people.example").map(\.sent) }
        for (names, expected) in [(["a", "b"], [2, 1]), (["a", "c"], [2, 1]), (["b", "a", "c"], [3])] {
            let lines = names.map { "EMAIL:\($0)@people.example\n" }.joined()
            try scratch.write("in/contacts.vcf", "BEGIN:VCARD\nUID:1\nFN:Mum\n\(lines)END:VCARD\n")
            try await importFolder()
            #expect(try sent() == expected)
            #expect(try library.people(named: "mum").map(\.sent).first == names.count)
        }
        let source = try #require(try library.sources().first { $0.path.hasSuffix(".vcf") })
        _ = try library.deleteSource(source.id)
        #expect(try sent() == [1, 1, 1])
    }
}
