import Foundation
import RecallCore
import RecallImport
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// E-mails as they were sent, found again from a library.
@Suite(.scratch) struct OriginalTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
    }

    private static func mail(_ number: Int) -> String {
        """
        From: Ada Lind <ada@people.example>
        Subject: Mail \(number)
        Message-ID: <\(number)@made-up.example>
        Date: Mon, 04 Mar 2024 10:00:00 +0000
        Content-Type: multipart/mixed; boundary=b

        --b
        Content-Type: text/html

        <b>letter \(number)</b>
        --b
        Content-Disposition: attachment; filename=a.bin
        Content-Type: application/octet-stream

        bytes \(number)
        --b--

        """
    }

    private static func mbox(_ numbers: some Sequence<Int>) -> String {
        numbers.map { "From ada@people.example Mon Mar  4 10:00:00 2024\n\(mail($0))\n" }.joined()
    }

    private func id(_ number: Int) throws -> ItemID {
        try #require(try library.store.allItems().first { $0.title == "Mail \(number)" }).id
    }

    private func original(_ number: Int) throws -> OriginalItem {
        try #require(try library.original(of: try id(number)))
    }

    private func errorCode(_ body: () async throws -> Any) async -> OriginalError.Code? {
        do {
            _ = try await body()
            return nil
        } catch {
            return (error as? OriginalError)?.code
        }
    }

    @Test func `a link that was put in a document's place is not followed, and a moved one is read where it is`()
        async throws
    {
        let path = try scratch.write("in/plan.txt", "The plan of the mill.")
        _ = try await library.importFiles(at: [scratch.path + "/in"])
        let id = try #require(try library.store.allItems().first).id
        let secret = try scratch.write("secret.txt", "nobody's")
        try FileManager.default.moveItem(atPath: path, toPath: scratch.path + "/in/away")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: secret)
        let linked = try #require(try library.originalDocument(of: id))
        #expect(await errorCode { try await linked.bytes() } == .sourceChanged)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: scratch.path + "/in/b", withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: scratch.path + "/in/away", toPath: scratch.path + "/in/b/plan.txt")
        _ = try await library.importFiles(at: [scratch.path + "/in"])
        let moved = try #require(try library.originalDocument(of: id))
        #expect(try await moved.bytes() == Array("The plan of the mill.".utf8))
    }

    @Test func `every mail of an mbox has a position of its own, also in batches and after a change of the file`()
        async throws
    {
        let path = try scratch.write("in/all.mbox", Self.mbox(0..<1_200))
        _ = try await library.importFiles(at: [path])
        let positions = try library.store.allItems().map { try library.sources(of: $0.id)[0].cursor }
        #expect(Set(positions).count == 1_200 && positions.allSatisfy { $0 != nil })
        for number in [0, 1, 999, 1_000, 1_001, 1_199] {
            #expect(try await original(number).page() == "<b>letter \(number)</b>")
            #expect(try await original(number).attachment(0) == Array("bytes \(number)".utf8))
        }
        try scratch.write("in/all.mbox", Self.mbox(1_100..<1_200))
        #expect(try await original(1_150).page() == "<b>letter 1150</b>")
        let before = try library.sources(of: id(1_150))[0].cursor
        _ = try await library.importFiles(at: [path])
        #expect(try library.sources(of: id(1_150))[0].cursor != before)
        #expect(try await original(1_150).page() == "<b>letter 1150</b>")
        #expect(await errorCode { try await original(7).page() } == .sourceChanged)
    }

    @Test func `a mail in several files is read from one that still holds it`() async throws {
        let paths = try ["a.mbox", "b.eml"].map {
            try scratch.write($0, $0 == "b.eml" ? Self.mail(1) : Self.mbox([0, 1]))
        }
        for path in paths { _ = try await library.importFiles(at: [path]) }
        try FileManager.default.removeItem(atPath: paths[0])
        #expect(try await original(1).page() == "<b>letter 1</b>")
        #expect(await errorCode { try await original(0).page() } == .sourceMissing)
        try FileManager.default.removeItem(atPath: paths[1])
        #expect(await errorCode { try await original(1).attachment(0) } == .sourceMissing)
    }

    @Test func `what is no mail of a mail file has no original, and says so`() async throws {
        let lines =
            #"{"kind": "email", "id": "x", "title": "Mail 1", "text": "a"}"# + "\n"
            + #"{"kind": "note", "id": "y", "title": "Mail 2", "text": "b"}"# + "\n"
        _ = try await library.importFiles(at: [
            try scratch.write("all.jsonl", lines), try scratch.write("c.eml", Self.mail(3)),
        ])
        for number in [1, 2] {
            #expect(await errorCode { try await original(number).page() } == .noOriginal)
        }
        #expect(try library.original(of: ItemID(high: 1, low: 1)) == nil)
        #expect(await errorCode { try await original(3).attachment(1) } == .noAttachment)
        #expect(await errorCode { try await original(3).attachment(-1) } == .noAttachment)
    }

    @Test func `an error names the file and what to do, and nothing of the mail`() async throws {
        let path = try scratch.write("a.eml", Self.mail(1))
        _ = try await library.importFiles(at: [path])
        let original = try original(1)
        try FileManager.default.removeItem(atPath: path)
        do {
            _ = try await original.page()
            Issue.record("a page without a file")
        } catch let error as OriginalError {
            #expect(error.description.contains(path) && error.description.contains("recall import PATH"))
            #expect(!error.description.contains("Mail 1") && !error.description.contains("ada@"))
        }
    }

    @Test(arguments: [
        ("report.pdf", "report.pdf"), ("../../etc/passwd", "passwd"), ("a/../\u{301}b.txt", "\u{301}b.txt"),
        ("C:\\Users\\a\\x.doc", "x.doc"),
        ("..", "attachment-1"),
        (".bashrc", "bashrc"), ("a\r\nSet-Cookie: b", "aSet-Cookie_ b"), ("CON", "_CON"), ("nul.txt", "_nul.txt"),
        ("\u{202E}gpj.exe", "gpj.exe"), ("a\u{0}b\u{200B}c", "abc"), ("  x . ", "x"), ("", "attachment-1"), ("a/", "a"),
        ("q\"u<o>t|e?*:.png", "q_u_o_t_e___.png"), ("Ω é 日本.txt", "Ω é 日本.txt"), ("/", "attachment-1"),
    ])
    func `names of attachments become names of files`(name: String, safe: String) {
        #expect(AttachmentFileName.safe(name, index: 0) == safe)
    }

    @Test func `long names keep their extension`() {
        let long = AttachmentFileName.safe(String(repeating: "é", count: 2_000_000) + ".tar", index: 0)
        #expect(long.hasSuffix("é.tar") && long.utf8.count <= 150)
        #expect(AttachmentFileName.safe(String(repeating: "x.", count: 4_000), index: 0).utf8.count <= 150)
    }
}
