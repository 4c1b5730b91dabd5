import Foundation
import RecallCore
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// A mail program renames the files of a Maildir: reading a mail moves it to `cur`, and its flags are in its name.
@Suite(.scratch) struct MaildirImportTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary
    private var maildir: String { scratch.path + "/Mail" }

    init() throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
        for folder in ["cur", "new", "tmp"] {
            try FileManager.default.createDirectory(
                atPath: scratch.path + "/Mail/" + folder, withIntermediateDirectories: true)
        }
    }

    private func write(_ name: String, _ number: Int) throws {
        let mail = """
            From: Ada Lind <ada@people.example>
            Subject: Mail \(number)
            Message-ID: <\(number)@made-up.example>
            Date: Mon, 04 Mar 2024 10:00:00 +0000

            letter \(number)
            """
        try Data(mail.utf8).write(to: URL(fileURLWithPath: maildir + "/" + name))
    }

    private func move(_ old: String, _ new: String) throws {
        try FileManager.default.moveItem(atPath: maildir + "/" + old, toPath: maildir + "/" + new)
    }

    private var sources: [String] {
        get throws { try library.sources().map { String($0.path.dropFirst(maildir.count + 1)) } }
    }

    @Test func `a mail that was read is the same source under its new name`() async throws {
        try write("new/1.host", 1)
        try write("new/2.host", 2)
        try write("cur/10.host:2,", 10)
        #expect(try await library.importFiles(at: [maildir]).new == 3)
        let before = try library.store.allItems()
        try move("new/1.host", "cur/1.host:2,S")
        try move("cur/10.host:2,", "cur/10.host:2,RS")
        let summary = try await library.importFiles(at: [maildir])
        #expect((summary.items, summary.new, summary.updated, summary.unchangedFiles) == (3, 0, 0, 3))
        #expect(try sources == ["cur/10.host:2,RS", "cur/1.host:2,S", "new/2.host"].sorted())
        #expect(try library.store.allItems() == before)
        for item in before { #expect(try library.sources(of: item.id).count == 1) }
        #expect(try library.search(SearchQuery("letter in:Mail")).results.count == 3)
        #expect(try library.sources().allSatisfy { !$0.isGone })
    }

    @Test func `sources that earlier versions left behind go, and their items stay`() async throws {
        try write("cur/1.host:2,S", 1)
        #expect(try await library.importFiles(at: [maildir]).new == 1)
        let item = try #require(try library.store.allItems().first)
        try library.store.write { transaction in
            for name in ["new/1.host", "cur/1.host:2,"] {
                let state = SourceFileState(
                    path: maildir + "/" + name, format: "mail", isContainer: false, byteCount: 1, modified: 1)
                let file = try transaction.save(state)
                let row = try #require(try transaction.snapshot.key(of: item.id)?.row)
                try transaction.link(item: row, file: file, cursor: "")
            }
        }
        #expect(try sources.count == 3)
        #expect(try await library.importFiles(at: [maildir]).unchangedFiles == 1)
        #expect(try sources == ["cur/1.host:2,S"])
        #expect(try library.store.allItems() == [item])
    }

    @Test func `mails of other names stay sources when their files are gone`() async throws {
        try write("new/1.host", 1)
        try write("new/11.host", 11)
        #expect(try await library.importFiles(at: [maildir]).new == 2)
        try FileManager.default.removeItem(atPath: maildir + "/new/1.host")
        try write("cur/2.host:2,S", 2)
        #expect(try await library.importFiles(at: [maildir]).new == 1)
        #expect(try sources == ["cur/2.host:2,S", "new/1.host", "new/11.host"])
    }
}
