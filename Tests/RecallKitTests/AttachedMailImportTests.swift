import Foundation
import RecallCore
import RecallImport
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// Mails that are attached to mails, in a library.
@Suite(.scratch) struct AttachedMailImportTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
    }

    private static let keys = """
        From: Eve Moor <eve@people.example>
        Subject: The keys
        Message-ID: <keys@made-up.example>
        Date: Mon, 04 Mar 2024 10:00:00 +0000
        Content-Type: text/html

        <b>They hang behind the door.</b>

        """

    private static func forward(_ number: Int) -> String {
        """
        From: Ada Lind <ada@people.example>
        Subject: Fwd \(number)
        Message-ID: <forward\(number)@made-up.example>
        Date: Tue, 05 Mar 2024 10:00:00 +0000
        Content-Type: multipart/mixed; boundary=b

        --b

        Number \(number).
        --b
        Content-Type: message/rfc822

        \(keys.replacing("keys@", with: "keys\(number)@").replacing("the door", with: "door \(number)"))
        --b--

        """
    }

    private static func mbox(_ mails: [String]) -> String {
        mails.map { "From ada@people.example Mon Mar  4 10:00:00 2024\n\($0)\n" }.joined()
    }

    private func item(_ title: String, _ text: String) throws -> Item {
        try #require(try library.store.allItems().first { $0.title == title && $0.text.contains(text) })
    }

    @Test(arguments: [["in/forward.eml", "in/keys.eml"], ["in/keys.eml", "in/forward.eml"]])
    func `a mail that is also forwarded is one item with two sources, in whatever order they come`(order: [String])
        async throws
    {
        try scratch.write("in/forward.eml", Self.forward(1))
        try scratch.write(
            "in/keys.eml",
            Self.keys.replacing("keys@", with: "keys1@").replacing("the door", with: "door 1"))
        for file in order { _ = try await library.importFiles(at: [scratch.path + "/" + file]) }
        let mail = try item("The keys", "door 1")
        #expect(try library.store.allItems().count == 2)
        #expect(try library.sources(of: mail.id).count == 2)
        #expect(try item("Fwd 1", "Number 1.").attachments.map(\.item) == [mail.id])
    }

    @Test func `deleting the forwarding mail leaves the other, whose link goes with it when it is deleted`()
        async throws
    {
        let path = try scratch.write("in/all.mbox", Self.mbox([Self.forward(1), Self.forward(2)]))
        let summary = try await library.importFiles(at: [path])
        #expect((summary.items, summary.new) == (4, 4))
        _ = try library.deleteItem(try item("Fwd 1", "Number 1.").id)
        _ = try library.deleteItem(try item("The keys", "door 2").id)
        #expect(Set(try library.store.allItems().map(\.title)) == ["The keys", "Fwd 2"])
        let forward = try item("Fwd 2", "Number 2.")
        #expect(forward.attachments.map(\.name) == ["The keys.eml"] && forward.attachments.map(\.item) == [nil])
    }

    @Test func `an attached mail's original is read again, also when the file has changed`() async throws {
        let mails = (0..<5).map(Self.forward)
        let path = try scratch.write("in/all.mbox", Self.mbox(mails))
        _ = try await library.importFiles(at: [path])
        for number in 0..<5 {
            let original = try #require(try library.original(of: try item("The keys", "door \(number)").id))
            #expect(try await original.page().hasPrefix("<b>They hang behind door \(number).</b>"))
        }
        try scratch.write("in/all.mbox", Self.mbox([Self.keys] + mails.reversed()))
        let original = try #require(try library.original(of: try item("The keys", "door 3").id))
        #expect(try await original.page().hasPrefix("<b>They hang behind door 3.</b>"))
    }

    @Test func `an old export that is imported after a new one changes nothing`() async throws {
        func calendar(_ place: String) -> String {
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:Regatta\nDTSTART:20240301T090000Z\nLOCATION:\(place)\n"
                + "END:VEVENT\nEND:VCALENDAR\n"
        }
        let old = try scratch.write("in/old.ics", calendar("Old harbour"))
        let new = try scratch.write("in/new.ics", calendar("New harbour"))
        for (path, time) in [(old, 1_000.0), (new, 2_000.0)] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: path)
        }
        _ = try await library.importFiles(at: [new])
        let summary = try await library.importFiles(at: [old])
        #expect((summary.updated, summary.duplicates) == (0, 1))
        #expect(try item("Regatta", "New harbour").title == "Regatta")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 3_000)], ofItemAtPath: old)
        #expect(try await library.importFiles(at: [old]).updated == 1)
        #expect(try item("Regatta", "Old harbour").title == "Regatta")
    }
}
