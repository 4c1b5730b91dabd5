import Foundation
import RecallCore
import RecallImport
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// People in chats: the owner, numbers, and who is written to.
@Suite(.scratch) struct ChatPeopleTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() async throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
        func sms(_ address: String, _ time: Int, isSent: Bool = false, _ name: String, _ text: String) -> String {
            "<sms address='\(address)' date='\(1_709_542_800_000 + time * 60_000)' type='\(isSent ? 2 : 1)' "
                + "body='\(text)' contact_name='\(name)'/>"
        }
        let messages = [
            sms("+447700900456", 0, "Mum", "Did the kettle come?"),
            sms("+447700900456", 1, isSent: true, "Mum", "It whistles already"),
            sms("+447700900999", 2, "Zoe", "Oars?"), sms("+447700900999", 3, isSent: true, "Zoe", "No oars"),
        ]
        try scratch.write("in/sms.xml", "<smses count='4'>\(messages.joined())</smses>")
        try scratch.write(
            "in/all.mbox",
            "From x@y.example Mon Mar  4 10:00:00 2024\nFrom: Nora Hale <nora@people.example>\nTo: Mia <mia@me.example>\n"
                + "Subject: Mail\nMessage-ID: <1@made-up.example>\n\nThe kettle whistles.\n\n")
        try scratch.write(
            "in/WhatsApp Chat with Rowers.txt",
            "[04.03.24, 10:00:00] Nora Hale: Row\n[04.03.24, 10:01:00] Zoe: Yes\n[04.03.24, 10:02:00] Mum: No\n")
        try scratch.write(
            "in/contacts.vcf", "BEGIN:VCARD\nFN:Mum\nEMAIL:mum@people.example\nTEL:07700 900456\nEND:VCARD\n")
        _ = try await library.importFiles(at: [scratch.path + "/in"])
    }

    private func count(_ query: String) throws -> Int {
        try library.page(SearchQuery(query), offset: 0, limit: 99).items.count
    }

    private func hints(_ query: String) throws -> [String] {
        try library.search(SearchQuery(query)).interpretation.hints
    }

    @Test func `a name that its owner chose makes nobody the contact or the owner of that name`() async throws {
        try scratch.write(
            "more/WhatsApp Chat with Club.txt",
            "[04.03.24, 10:00:00] ~ Nora Hale: Pay\n[04.03.24, 10:01:00] ~\u{202F}Zoe: Pay\n")
        let messages = [("Nora Hale", 7), ("Nora Hale", 8), ("Nora", 9)].enumerated().map {
            #"{"id": \#($0), "date_unixtime": "1709546400", "from": "\#($1.0)", "from_id": "user\#($1.1)", "text": "Pay"}"#
        }
        try scratch.write(
            "more/result.json",
            #"{"name": "Club", "type": "private_group", "id": 5, "messages": [\#(messages.joined(separator: ", "))]}"#)
        _ = try await library.importFiles(at: [scratch.path + "/more"])
        for written in [["nora@people.example"], ["Nora Hale"], ["nora@people.example", "Nora"]] {
            try? library.setOwner(written)
            #expect(try count("from:me in:club") == 0)
        }
        #expect(try count(#"from:"nora hale" in:club"#) == 3)
        try library.setOwner(["telegram:user7"])
        #expect(try count("from:me in:club") == 1)
        #expect(try library.people(named: "zoe").map(\.names).contains(["~ Zoe"]))
    }

    @Test func `messages of an earlier version get their authors' marks and accounts when they are read again`()
        async throws
    {
        let path = try scratch.write("club/WhatsApp Chat with Club.txt", "[04.03.24, 10:00:00] ~ Cal: Pay\n")
        _ = try await library.importFiles(at: [path])
        let item = try #require(try library.store.allItems().first { $0.conversation == "whatsapp:Club" })
        _ = try library.deleteItem(item.id)
        var earlier = item
        earlier.sender = Participant(name: "Cal")
        try await library.store.importRecords(
            RecordList([earlier]), path: "/made-up/old.txt", format: .whatsapp, restoringDeleted: true)
        try scratch.write("again/WhatsApp Chat with Club.txt", "[04.03.24, 10:00:00] ~ Cal: Pay\n")
        _ = try await library.importFiles(at: [scratch.path + "/again"])
        let items = try library.store.allItems().filter { $0.conversation == "whatsapp:Club" }
        #expect(items.map(\.sender) == [Participant(name: "~ Cal")] && items.map(\.id) == [item.id])
    }

    @Test func `me is a name until the owner is known, and the owner from then on`() throws {
        #expect(try count("from:me") == 2)
        #expect(try hints("from:me").first?.contains("recall me ADDRESS") == true)
        try library.setOwner(["nora@people.example"])
        #expect(try count("from:me") == 4)
        #expect(try count("from:ME kind:email") == 1)
        #expect(try count("from:me in:rowers") == 1)
        #expect(try hints("from:me") == [])
        #expect(try count("from:nora") == 4)
        #expect(try library.page(SearchQuery("", filter: .from("me")), offset: 0, limit: 9).items.count == 4)
        #expect(try library.people().filter(\.isOwner).map(\.name) == ["Nora Hale"])
        #expect(try library.undoPersonStatement()?.kind == .me)
        #expect(try count("from:me") == 2)
    }

    @Test func `whom exports call Me can be taken apart from the owner, and stays so`() throws {
        try library.setOwner(["nora@people.example"])
        try library.split("Me")
        #expect(try count("from:me") == 2)
        #expect(try count("from:me kind:email") == 1)
        try library.setOwner(["Me"])
        #expect(try count("from:me") == 4)
    }

    @Test func `a number means the person, however it is written`() throws {
        for written in ["\"+44 7700 900456\"", "+447700900456", "07700900456", "\"07700 900456\"", "0044-7700-900456"] {
            #expect(try count("from:" + written) == 1)
            #expect(try hints("from:" + written) == [])
        }
        #expect(try count("with:07700900999") == 2)
        #expect(try count("from:07700900111") == 0)
    }

    @Test(arguments: ["07700 900 4", "+44 7700 9004", "0044 7700 9004", "900456", "7700900456", "+447700900456"])
    func `people are found by the digits of a number`(written: String) throws {
        let found = try library.people(named: written)
        #expect(found.map(\.name) == ["Mum"])
        #expect(found.first?.addresses.filter { $0.contains("900") }.count == 1)
    }

    @Test func `a number of a country is found without it, and the other way round`() throws {
        #expect(try library.people(named: "07700").count == 2)
        #expect(try library.people(named: "+44 7700").count == 2)
        #expect(try library.people(named: "07701").isEmpty)
        #expect(try library.people(named: "+49 7701").isEmpty)
    }

    @Test func `in a chat of two, what one wrote is to the other`() throws {
        #expect(try count("to:mum") == 1)
        #expect(try count("to:mum whistles") == 1)
        #expect(try count("with:mum kind:message in:sms") == 2)
        #expect(try count("to:mum@people.example") == 1)
        #expect(try hints("to:mum") == [])
        try library.setOwner(["nora@people.example"])
        #expect(try count("to:me kind:message") == 2)
        #expect(try count("to:zoe") == 1)
    }

    @Test func `a contact is to nobody, but with those whom it names`() throws {
        #expect(try count("to:mum kind:document") == 0)
        #expect(try count("with:mum kind:document") == 1)
    }

    @Test func `a third person who joins makes a chat one of several`() async throws {
        try scratch.write(
            "more/WhatsApp Chat with Oars.txt",
            "[04.03.24, 10:00:00] Ann: Row\n[04.03.24, 10:01:00] Ben: Yes\n")
        _ = try await library.importFiles(at: [scratch.path + "/more"])
        #expect(try count("to:ann") == 1)
        try scratch.write(
            "more/WhatsApp Chat with Oars.txt",
            "[04.03.24, 10:00:00] Ann: Row\n[04.03.24, 10:01:00] Ben: Yes\n[04.03.24, 10:02:00] Cleo: No\n")
        _ = try await library.importFiles(at: [scratch.path + "/more"])
        #expect(try count("to:ann") == 0)
    }

    @Test func `a number with its country and without is one chat of a backup`() async throws {
        let messages = zip(["+447700900777", "07700 900777", "07700 900888"], 0...).map { address, type in
            "<sms address='\(address)' date='170954280000\(type)' type='\(type + 1)' body='Tea'/>"
        }
        try scratch.write("more/sms.xml", "<smses count='3'>\(messages.joined())</smses>")
        _ = try await library.importFiles(at: [scratch.path + "/more"])
        #expect(try count("conversation:sms:+447700900777") == 2)
        #expect(try count("conversation:sms:07700900888") == 1)
        #expect(try count("to:07700900777") == 1)
    }

    @Test func `a message without text is shown by what came with it`() async throws {
        try scratch.write(
            "more/WhatsApp Chat with Ida.txt",
            "[04.03.24, 10:00:00] Ida: Look\n[04.03.24, 10:01:00] Ida: \u{200E}image omitted\n")
        _ = try await library.importFiles(at: [scratch.path + "/more"])
        let hit = try #require(try library.search(SearchQuery("from:ida")).results.first?.passages.first)
        #expect(hit.text.isEmpty && hit.standIn == "Photo")
        let other = try #require(try library.search(SearchQuery("from:mum in:sms")).results.first?.passages.first)
        #expect(!other.text.isEmpty && other.standIn.isEmpty)
    }
}
