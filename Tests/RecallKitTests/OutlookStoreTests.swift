import Foundation
import RecallCore
import RecallImport
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// Stores of Outlook: mails, contacts and appointments in folders.
@Suite(.scratch) struct OutlookStoreTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
    }

    /// A letter of Ada's, Bo's answer with the header it was sent with, a contact, and an appointment.
    private static var store: [UInt8] {
        var store = OutlookStoreWriter()
        let inbox = store.addFolder("Inbox")
        let boats = store.addFolder("Boats/2024", in: inbox)
        store.addMessage(
            [
                .text(0x1A, "IPM.Note"), .text(0x37, "The quay"), .text(0x1000, "The quay is closed.\r\nAda"),
                .text(0x42, "Ada"), .text(0x65, "ada@a.example"), .text(0x0E04, "Bo Berg; Cy"),
                .text(0x1035, "<q1@a.example>"), .time(0x39, 133_485_408_000_000_000),
            ], in: inbox)
        store.addMessage(
            [
                .text(0x1A, "IPM.Note"), .text(0x37, "Re: The quay"), .text(0x1013, "<p>Thanks, <b>Ada</b>.</p>"),
                .text(
                    0x7D,
                    "Received: by x\r\n\tfor y\r\nFrom: Bo <bo@b.example>\r\nTo: ada@a.example\r\nSubject: Re: The quay\r\n"
                        + "Message-ID: <q2@b.example>\r\nIn-Reply-To: <q1@a.example>\r\n"
                        + "Date: Tue, 2 Jan 2024 10:00:00 +0000\r\nContent-Type: text/plain; charset=x\r\n"),
            ], in: boats)
        store.addMessage(
            [
                .text(0x1A, "IPM.Contact"), .text(0x3001, "Bo Berg"), .text(0x37, "Bo Berg"), .text(0x3A08, "+46 1"),
                .text(0x3A16, "Quay; Sons"),
            ], in: inbox)
        return store.finished()
    }

    private func write(_ bytes: [UInt8], _ name: String = "mail.pst") throws -> String {
        let path = scratch.path + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test func `its mails and contacts are imported by folder, also when nobody named it`() async throws {
        let path = try write(Self.store)
        let summary = try await library.importFiles(at: [scratch.path])
        #expect((summary.items, summary.new, summary.failures) == (3, 3, 0))
        let items = try library.store.allItems()
        let letter = try #require(items.first { $0.title == "The quay" })
        #expect(letter.sender == Participant(name: "Ada", address: "ada@a.example"))
        #expect(letter.recipients.map(\.participant.name) == ["Bo Berg", "Cy"])
        #expect(letter.text == "The quay is closed.\nAda")
        #expect(letter.date == Date(timeIntervalSince1970: 1_704_067_200))
        let answer = try #require(items.first { $0.title == "Re: The quay" })
        #expect(answer.sender == Participant(name: "Bo", address: "bo@b.example") && answer.text == "Thanks, Ada.")
        #expect(try library.store.read { try $0.sources().map(\.path) }.allSatisfy { $0.hasPrefix(path + "/Inbox/") })
        #expect(items.contains { $0.title == "Bo Berg" && $0.text.contains("Quay; Sons") })
    }

    @Test func `an answer is in one thread with the mail it answers`() async throws {
        let path = try write(Self.store)
        _ = try await library.importFiles(at: [path])
        let threads = try library.store.read { snapshot in
            try ["q1@a.example", "q2@b.example"].map { try snapshot.threads(withMessageIDs: [$0]) }
        }
        #expect(threads[0] == threads[1] && threads[0].count == 1)
    }

    @Test func `a mail is shown again from its store, and a store that has not changed is not read again`() async throws
    {
        let path = try write(Self.store)
        _ = try await library.importFiles(at: [path])
        let answer = try #require(try library.store.allItems().first { $0.title == "Re: The quay" })
        #expect(try await library.original(of: answer.id)?.page() == "<p>Thanks, <b>Ada</b>.</p>")
        let again = try await library.importFiles(at: [path])
        #expect((again.items, again.new, again.unchangedFiles) == (3, 0, 3))
    }

    @Test func `folders of one name and of thousands of mails stay apart, and of a newer store what changed is read`()
        async throws
    {
        func store(mails count: Int) -> [UInt8] {
            var store = OutlookStoreWriter()
            let folders = ["Inbox", "Inbox"].map { store.addFolder($0) }
            for number in 0..<count {
                store.addMessage(
                    [
                        .text(0x1A, "IPM.Note"), .text(0x37, "Mail \(number)"), .text(0x1035, "<\(number)@a.example>"),
                        .time(0x3008, 133_485_408_000_000_000),
                        .text(
                            0x1000, "Text \(number).\r\nFrom here on.\r\n\r\nFrom a Mon Jan  1 10:00:00 2024\r\n>From"),
                    ], in: folders[number % 2])
            }
            store.addMessage(
                [
                    .text(0x1A, "IPM.Contact"), .text(0x3001, "Bo"), .text(0x37, "Bo"), .text(0x3A08, "+46 1"),
                    .time(0x3008, 133_485_408_000_000_000),
                ], in: folders[0])
            return store.finished()
        }
        let path = try write(store(mails: 2_500))
        let first = try await library.importFiles(at: [path])
        #expect((first.items, first.new, first.failures) == (2_501, 2_501, 0))
        let mail = try #require(try library.store.allItems().first { $0.title == "Mail 1999" })
        #expect(mail.text == "Text 1999.\nFrom here on.\n\nFrom a Mon Jan  1 10:00:00 2024\n>From")
        let original = try #require(try await library.original(of: mail.id)?.whole())
        #expect(String(decoding: original, as: UTF8.self).contains("Subject: Mail 1999\n"))
        _ = try write(store(mails: 2_501))
        let second = try await library.importFiles(at: [path])
        #expect((second.new, second.failures) == (1, 0))
        #expect(second.unchangedFiles == first.files - 2)
    }

    @Test func `the same mail in a store and in a mailbox is one item`() async throws {
        let mbox =
            "From a\nFrom: Ada <ada@a.example>\nMessage-ID: <q1@a.example>\nSubject: The quay\n\nThe quay is closed.\nAda\n"
        _ = try await library.importFiles(at: [try write(Self.store), try write(Array(mbox.utf8), "a.mbox")])
        #expect(try library.store.allItems().count { $0.title == "The quay" } == 1)
    }

    @Test func `names and subjects stay what they are, whatever is in them`() async throws {
        var store = OutlookStoreWriter()
        let inbox = store.addFolder("../..")
        let name = "Ada\" <x@evil.example>, \"Bo"
        store.addMessage(
            [
                .text(0x1A, "IPM.Note"), .text(0x37, "Rope\r\nBcc: spy@evil.example\r\n\r\nbody"),
                .text(0x1000, "Text."),
                .text(0x42, name), .text(0x65, "ada@a.example"), .text(0x0E04, "Cy\r\nX: y"),
                .text(0x1035, "<a>\nX: y"),
            ], in: inbox)
        _ = try await library.importFiles(at: [try write(store.finished())])
        let mail = try #require(try library.store.allItems().first)
        #expect(mail.sender == Participant(name: name, address: "ada@a.example") && mail.text == "Text.")
        #expect(mail.recipients.map(\.participant.name) == ["Cy X: y"] && mail.recipients.allSatisfy { $0.role == .to })
        #expect(mail.title.hasPrefix("Rope") && mail.title.contains("spy@evil.example"))
        #expect(try library.store.read { try $0.sources().map(\.path) }[0].contains(".pst/Folder/"))
    }

    @Test func `items that a folder counts and that are not there are told`() async throws {
        var store = OutlookStoreWriter()
        let inbox = store.addFolder("Inbox", holding: 3)
        store.addMessage([.text(0x1A, "IPM.Note"), .text(0x37, "One"), .text(0x1000, "Text.")], in: inbox)
        let summary = try await library.importFiles(at: [try write(store.finished())])
        #expect((summary.items, summary.failures) == (1, 1))
    }

    @Test func `a folder without the folders that it says it has is told, and not as lost items`() async throws {
        var store = OutlookStoreWriter()
        let shared = store.addFolder("Shared", hasFolders: true)
        _ = store.addFolder("Mine", in: store.addFolder("Whole", hasFolders: true))
        store.addMessage([.text(0x1A, "IPM.Note"), .text(0x37, "One"), .text(0x1000, "Text.")], in: shared)
        let path = try write(store.finished())
        let summary = try await library.importFiles(at: [path])
        #expect((summary.items, summary.failures) == (1, 1))
        let reasons = try library.failures().map(\.reason)
        #expect(reasons.allSatisfy { $0.hasPrefix("1 of its folders should have folders") } && reasons.count == 1)
    }

    @Test func `appointments of two stores are two, and folders of any name and depth give their mails`() async throws {
        for (number, title) in ["Dentist", "Court hearing"].enumerated() {
            var store = OutlookStoreWriter()
            var folder = store.addFolder("cur")
            for name in ["Clients\\2024", "node_modules", String(repeating: "é", count: 90), "new", "tmp"] {
                folder = store.addFolder(name, in: folder)
                store.addMessage(
                    [.text(0x1A, "IPM.Note"), .text(0x37, "\(title) \(name.prefix(9))"), .text(0x1000, "Text.")],
                    in: folder)
            }
            store.addMessage(
                [.text(0x1A, "IPM.Appointment"), .text(0x37, title), .text(0x3001, title), .text(0x1000, "x")],
                in: folder)
            let summary = try await library.importFiles(at: [try write(store.finished(), "\(number).pst")])
            #expect((summary.new, summary.failures) == (6, 0))
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/library").contains("unpacked") == false
        )
    }

    @Test func `a damaged store gives what can be read of it, or says so, and ends nothing`() async throws {
        let store = Self.store
        for number in 0..<60 {
            var damaged = number % 3 == 0 ? Array(store.prefix(store.count * number / 60)) : store
            if number % 3 != 0 { damaged[(number * 7_919) % damaged.count] ^= UInt8(1 << (number % 8)) }
            if damaged.isEmpty { damaged = [0] }
            let path = try write(damaged, "\(number).pst")
            _ = try? await library.importFiles(at: [path])
        }
        #expect(try await library.importFiles(at: [try write(store)]).items == 3)
    }
}
