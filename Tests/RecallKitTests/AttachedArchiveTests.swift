import Foundation
import RecallCore
import RecallImport
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// Archives that are attached to mails.
@Suite(.scratch) struct AttachedArchiveTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
    }

    /// Imports a mail with an archive, a text between others.
    @discardableResult private func importMail(with archive: [UInt8], named name: String) async throws -> ImportSummary
    {
        let mail = """
            From: Ada Lind <ada@people.example>
            Subject: Papers
            Message-ID: <papers@made-up.example>
            Date: Tue, 05 Mar 2024 10:00:00 +0000
            Content-Type: multipart/mixed; boundary=b

            --b

            Here they are.
            --b
            Content-Type: application/octet-stream; name="\(name)"
            Content-Transfer-Encoding: base64

            \(Data(archive).base64EncodedString())
            --b
            Content-Type: text/plain; name=list.txt
            Content-Disposition: attachment

            The list.
            --b--

            """
        try scratch.write("in/papers.eml", mail)
        return try await library.importFiles(at: [scratch.path + "/in/papers.eml"])
    }

    private func mail() throws -> Item { try #require(try library.store.allItems().first { $0.kind == .email }) }

    private static let members: [ArchiveFile.Member] = [
        .init("papers/contract.txt", "The tenant keeps bees."), .init("page.html", "<p>Of marmalade.</p>"),
        .init("photo.jpg", "x"),
    ]

    @Test(arguments: [(ArchiveFile.Kind.zip, "papers.zip"), (.sevenZip, "papers.7z"), (.tgz, "papers.tgz")])
    func `documents of an attached archive are items of their own, read again from it`(
        kind: ArchiveFile.Kind, name: String
    ) async throws {
        let summary = try await importMail(with: ArchiveFile.bytes(kind, Self.members), named: name)
        #expect((summary.new, summary.attachments, summary.attachmentFailures) == (1, 3, 0))
        let mail = try mail()
        #expect(
            mail.attachments.map(\.name) == [name, "list.txt", "\(name)/papers/contract.txt", "\(name)/page.html"])
        #expect(mail.attachments.map(\.archive) == [nil, nil, 0, 0])
        let contract = try #require(mail.attachments[2].item)
        let item = try #require(try library.store.read { try $0.item(contract) })
        #expect(item.text == "The tenant keeps bees." && item.parent == mail.id && item.sender?.name == "Ada Lind")
        let original = try #require(try library.originalDocument(of: contract))
        #expect(original.fileName == "contract.txt")
        #expect(try await original.bytes() == Array("The tenant keeps bees.".utf8))
        #expect(try await importMail(with: ArchiveFile.bytes(kind, Self.members), named: name).new == 0)
        #expect(try library.store.allItems().count == 4)
    }

    @Test func `what cannot be read of an attached archive is told, and the rest is read`() async throws {
        let whole = try ArchiveFile.bytes(.zip, Self.members)
        let cut = try await importMail(with: Array(whole.prefix(40)), named: "papers.zip")
        #expect((cut.new, cut.attachments, cut.attachmentFailures) == (1, 1, 1))
        #expect(cut.firstFailures.map(\.place) == ["attachment 1"])
    }

    @Test func `archives in an attached archive, and names that lead out of it, are not read`() async throws {
        let inner = try ArchiveFile.bytes(.zip, [.init("deep.txt", "Deep.")])
        let archive = try ArchiveFile.bytes(
            .zip, [.init("inner.zip", bytes: inner), .init("../out.txt", "Out."), .init("in.txt", "In.")])
        try await importMail(with: archive, named: "papers.zip")
        #expect(try mail().attachments.map(\.name) == ["papers.zip", "list.txt", "papers.zip/in.txt"])
    }

    @Test func `an archive of one file that unpacks to far more is refused, and harms nothing else`() async throws {
        let bomb = try ArchiveFile.bytes(
            .zip, [.init("a.txt", "First."), .init("bomb.txt", bytes: [UInt8](repeating: 32, count: 40 << 20))])
        let summary = try await importMail(with: bomb, named: "papers.zip")
        #expect(summary.attachmentFailures == 1)
        #expect(try mail().attachments.compactMap(\.item).count == 2)
    }
}
