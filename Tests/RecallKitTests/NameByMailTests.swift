import Foundation
import RecallCore
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// Mails whose sender has a name and no address: anybody can write one under the name that chats have for the owner.
@Suite(.scratch) struct NameByMailTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() async throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
        try scratch.write(
            "in/sms.xml",
            "<smses count='1'><sms address='+447700900456' date='1709542800000' type='2' body='Oars?'"
                + " contact_name='Zoe'/></smses>")
        try scratch.write("in/WhatsApp Chat with Zoe.txt", "[04.03.24, 10:00:00] Mira Santos: Row\n")
        try scratch.write(
            "in/all.mbox",
            mail(1, from: "Mira Santos <mira@people.example>") + mail(2, from: "Me") + mail(3, from: "Mira Santos")
                + mail(4, from: "\"Mira Santos\" <>"))
        _ = try await library.importFiles(at: [scratch.path + "/in"])
    }

    private func mail(_ number: Int, from: String) -> String {
        "From x@y.example Mon Mar  4 10:0\(number):00 2024\nFrom: \(from)\nTo: Ben <ben@people.example>\n"
            + "Subject: Mail \(number)\nMessage-ID: <\(number)@made-up.example>\n\nThe kettle whistles.\n\n"
    }

    private func count(_ query: String) throws -> Int {
        try library.page(SearchQuery(query), offset: 0, limit: 99).items.count
    }

    @Test func `Me of a mail is nobody's telephone, whether the owner is known or not`() throws {
        #expect(try count("from:me kind:email") == 0)
        #expect(try count("from:me") == 1)
        try library.setOwner(["mira@people.example"])
        #expect(try count("from:me kind:email") == 1)
        #expect(try count("from:me kind:message") == 2)
    }

    @Test(arguments: [["Mira Santos"], ["Me"], ["mira@people.example", "Mira Santos", "Me"]])
    func `whatever the owner says to be called, a name by mail is not the owner`(_ written: [String]) throws {
        try library.setOwner(written)
        #expect(try count("from:me kind:email") == (written == ["Me"] ? 0 : 1))
        let owner = try #require(try library.store.read { try $0.ownerParticipants() })
        let byMail = try library.store.read { try $0.participants() }.filter(\.isNameByMail)
        #expect(byMail.map(\.participant.name).sorted() == ["Me", "Mira Santos"])
        let own = try library.people(named: "mira").filter(\.isOwner)
        #expect(own.allSatisfy { Set($0.participants).isSubset(of: Set(owner)) })
        #expect(try library.people(named: "mira").contains { !$0.isOwner && $0.sent == (written == ["Me"] ? 4 : 2) })
    }

    @Test func `no statement names it, and one of before stays`() async throws {
        try scratch.write("more/b.mbox", mail(5, from: "Dot Lund"))
        _ = try await library.importFiles(at: [scratch.path + "/more"])
        #expect(throws: PersonError.self) { try library.merge("Dot Lund", "ben@people.example") }
        try library.store.write { try $0.add(PersonStatement(.same, "Dot Lund", "ben@people.example")) }
        try library.split("ben@people.example")
        #expect(try library.store.read { try $0.personStatements() }.count == 2)
    }

    @Test func `a deleted mail takes the name along that it alone has`() throws {
        let stored = try #require(try library.store.allItems().first { $0.title == "Mail 2" })
        _ = try library.deleteItem(stored.id)
        let names = try library.store.read { try $0.participants() }.filter { $0.participant.isMe }
        #expect(names.map(\.isNameByMail) == [false])
    }
}
