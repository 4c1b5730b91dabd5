import Foundation
import RecallCore
import RecallImport
import RecallKit
import RecallStore
import RecallTestSupport
import Synchronization
import Testing

/// Archives of exports: what is in them is imported as if it were in a folder.
@Suite(.scratch) struct ArchiveImportTests {
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
        Content-Type: text/html

        <b>letter \(number)</b>

        """
    }

    private static func mbox(_ numbers: Range<Int>) -> String {
        numbers.map { "From ada@people.example Mon Mar  4 10:00:00 2024\n\(mail($0))\n" }.joined()
    }

    private static let export: [ArchiveFile.Member] = [
        .init("Takeout/Mail/All mail.mbox", mbox(0..<3)), .init("Takeout/Notes/Größe.md", "# Boots\n\nSize 43."),
        .init("Takeout/Notes/2024-01-02.md", "It rained."), .init("Takeout/Photos/1.JPG", "\u{1}"),
        .init("Takeout/recall.sqlite", "SQLite format 3"),
    ]

    private func write(_ kind: ArchiveFile.Kind, _ members: [ArchiveFile.Member], as name: String = "export") throws
        -> String
    {
        let path = scratch.path + "/\(name).\(kind.rawValue)"
        try Data(ArchiveFile.bytes(kind, members)).write(to: URL(fileURLWithPath: path))
        return path
    }

    private var unpacked: String { scratch.path + "/library/unpacked" }

    @Test(arguments: ArchiveFile.Kind.allCases.filter { $0 != .gzip })
    func `an archive's files are imported under the paths that they have in it, once`(kind: ArchiveFile.Kind)
        async throws
    {
        let path = try write(kind, Self.export)
        let summary = try await library.importFiles(at: [path])
        #expect((summary.items, summary.new, summary.failures, summary.files) == (5, 5, 0, 3))
        #expect(summary.skipped == [.otherType(fileExtension: "jpg"): 1, .otherType(fileExtension: "sqlite"): 1])
        #expect(
            try library.store.read { try $0.sources().map(\.path) } == [
                path + "/Takeout/Mail/All mail.mbox", path + "/Takeout/Notes/2024-01-02.md",
                path + "/Takeout/Notes/Größe.md",
            ])
        let note = try #require(try library.store.allItems().first { $0.title == "Boots" })
        #expect(note.id == ItemID(identifying: ["file", path + "/Takeout/Notes/Größe.md"]))
        #expect(note.details.notebook == "Takeout/Notes")
        let again = try await library.importFiles(at: [path])
        #expect((again.items, again.new, again.unchangedFiles) == (5, 0, 3))
        #expect(abs(again.bytes - summary.bytes) <= 3)
        #expect(!FileManager.default.fileExists(atPath: unpacked))
    }

    /// A zip file of three notes, and where the headers in its directory begin.
    private static func zipOfNotes() throws -> (bytes: [UInt8], headers: [Int]) {
        let bytes = try ArchiveFile.bytes(.zip, (1...3).map { .init("Notes/\($0).md", "Note \($0).") })
        return (bytes, bytes.indices.filter { bytes[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
    }

    @Test func `a zip file whose directory has fewer entries than it says tells how many are missing`() async throws {
        var (bytes, headers) = try Self.zipOfNotes()
        let end = try #require(bytes.indices.last { bytes[$0...].starts(with: [0x50, 0x4B, 5, 6]) })
        // The last header becomes the comment of the one before it.
        bytes[headers[1] + 32] = UInt8(end - headers[2])
        let summary = try await library.importFiles(at: [try scratch.write("export.zip", Data(bytes))])
        #expect((summary.new, summary.failures) == (2, 1))
        #expect(summary.firstFailures.first?.reason.contains("1 of the 3 entries") == true)
    }

    @Test(arguments: [1, 2])
    func `a zip file with a damaged directory gives the files before it`(header: Int) async throws {
        var (bytes, headers) = try Self.zipOfNotes()
        bytes[headers[header]] ^= 1
        let summary = try await library.importFiles(at: [try scratch.write("export.zip", Data(bytes))])
        #expect((summary.new, summary.failures) == (3, 1))
        #expect(summary.firstFailures.first?.reason.contains("directory is damaged") == true)
    }

    @Test func `a compressed mailbox is read, also in a folder that nobody looked through`() async throws {
        let path = try write(.gzip, [.init("data", Self.mbox(0..<4))], as: "all.mbox")
        let summary = try await library.importFiles(at: [scratch.path])
        #expect((summary.items, summary.failures) == (4, 0))
        #expect(try library.store.read { try $0.sources().map(\.path) } == [path + "/all.mbox"])
        let last = try #require(try library.store.allItems().last)
        let original = try #require(try library.original(of: last.id))
        #expect(try await original.page().hasPrefix("<b>letter"))
    }

    @Test func `a Notion export is read, which is an archive in an archive`() async throws {
        let page = "The quay 0123456789abcdef0123456789abcdef.md"
        let inner = try ArchiveFile.bytes(.zip, [.init(page, "# The quay\n\nClosed."), .init("img.png", "x")])
        _ = try write(.zip, [.init("ExportBlock-7f2a-Part-1.zip", bytes: inner)], as: "Export-7f2a")
        #expect(try await library.importFiles(at: [scratch.path]).new == 1)
        #expect(try library.store.allItems().map(\.title) == ["The quay"])
    }

    @Test func `an archive that nobody named is imported if it is an export`() async throws {
        _ = try write(.zip, Self.export, as: "takeout")
        _ = try write(.zip, [.init("README.md", "# A program")], as: "program")
        _ = try write(.tgz, [.init("README.md", "# A program")], as: "source")
        #expect(try await library.importFiles(at: [scratch.path]).items == 5)
        #expect(try await library.importFiles(at: [scratch.path + "/program.zip"]).new == 1)
    }

    @Test func `a tar archive that nobody named is imported if its first members tell that it is an export`()
        async throws
    {
        _ = try write(.tgz, Self.export, as: "takeout-20240102T030405Z-001")
        _ = try write(
            .txz, [.init("Maildir/cur/1.host:2,S", Self.mail(7)), .init("Maildir/.Sent/cur/2.host:2,S", Self.mail(8))],
            as: "Maildir")
        let large = String(repeating: "data of a program ", count: 600_000)
        _ = try write(.tgz, [.init("large.bin", large), .init("Takeout/Mail/a.eml", Self.mail(9))], as: "program")
        _ = try write(.tar, [.init("calendar.ics", "BEGIN:VCALENDAR"), .init("main.md", "# A program")], as: "source")
        let summary = try await library.importFiles(at: [scratch.path])
        #expect((summary.items, summary.failures) == (7, 0))
        let reasons = [SkipReason.archive(fileExtension: "gz"), .archive(fileExtension: "tar")]
        #expect(reasons.map { summary.skipped[$0] } == [1, 1])
        let again = try await library.importFiles(at: [scratch.path])
        #expect((again.new, again.unchangedFiles) == (0, 5))
    }

    @Test func `what an archive leaves out is told again of one that has not changed`() async throws {
        let path = try write(.zip, [.init("a.md", "# A"), .init("clip.mp4", "x"), .init("data.bin", "x")])
        let found = Mutex<[[String]]>([])
        for run in 0..<2 {
            found.withLock { $0.append([]) }
            let summary = try await library.importFiles(
                at: [path],
                leftOut: { file in
                    found.withLock { $0[run].append(file.path) }
                })
            #expect((summary.new, summary.unchangedFiles) == (run == 0 ? 1 : 0, run))
        }
        let expected = [path + "/clip.mp4", path + "/data.bin"]
        #expect(found.withLock { $0.map { $0.sorted() } } == [expected, expected])
    }

    @Test func `what changed in an archive is read again, and nothing else`() async throws {
        let path = try write(.zip, [.init("a.md", "# One"), .init("b.md", "# Two")])
        _ = try await library.importFiles(at: [path])
        _ = try write(
            .zip, [.init("a.md", "# One"), .init("b.md", "# Three", modified: 1_700_000_100), .init("c.md", "# C")])
        let summary = try await library.importFiles(at: [path])
        #expect((summary.unchangedFiles, summary.updated, summary.new) == (1, 1, 1))
    }

    @Test func `archives in archives are read, to a depth`() async throws {
        var inner = try ArchiveFile.bytes(.zip, [.init("deep.md", "# Deep")])
        for level in 0..<4 {
            inner = try ArchiveFile.bytes(
                .zip, [.init("level \(level).eml", Self.mail(level)), .init("inner.zip", bytes: inner)])
        }
        let path = scratch.path + "/outer.zip"
        try Data(inner).write(to: URL(fileURLWithPath: path))
        let summary = try await library.importFiles(at: [path])
        #expect((summary.items, summary.failures) == (3, 0))
        #expect(summary.skipped == [.archive(fileExtension: "zip"): 1])
        let innermost = try #require(try library.store.allItems().first { $0.title == "Mail 1" })
        #expect(try library.sources(of: innermost.id).map(\.path) == [path + "/inner.zip/inner.zip/level 1.eml"])
        let original = try #require(try library.original(of: innermost.id))
        #expect(try await original.page().hasPrefix("<b>letter 1</b>"))
        #expect(try await library.importFiles(at: [path]).unchangedFiles == 3)
    }

    @Test func `what was deleted from an archive's items is imported again when it is asked for`() async throws {
        let path = try write(.zip, Self.export)
        _ = try await library.importFiles(at: [path])
        let files = try library.store.read { try $0.sources(below: path + "/Takeout/Notes") }
        _ = try library.deleteSources(files)
        #expect(try library.store.allItems().count == 3)
        #expect(try await library.importFiles(at: [path], restoringDeleted: true).new == 2)
        _ = try library.deleteSources(try library.store.read { try $0.sources(below: path) })
        #expect(try library.store.allItems().isEmpty)
        #expect(try library.store.read { try $0.sourceFile(path: path) } == nil)
    }

    @Test func `an import that was stopped in an archive goes on in it, by the path of the archive or of a file in it`()
        async throws
    {
        let path = try write(.tgz, [.init("a.mbox", Self.mbox(0..<2_500)), .init("b.mbox", Self.mbox(2_500..<5_000))])
        let library = library
        let task = Task {
            try await library.importFiles(at: [path]) { summary in
                if summary.items > 0, !summary.hasEnded { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        let stopped = try await task.value
        #expect(stopped.wasStopped && (1..<5_000).contains(stopped.items))
        #expect(!FileManager.default.fileExists(atPath: unpacked))
        let rest = try await library.importFiles(at: [path + "/b.mbox"])
        #expect(rest.items == 5_000 && rest.new == 5_000 - stopped.items && !rest.wasStopped)
    }

    @Test func `what could not be read of an archive stays listed, and is tried again when it is dismissed`()
        async throws
    {
        let path = try write(
            .zip,
            [
                .init("a.md", "# A"), .init("b.docx", "no document"),
                .init(String(repeating: "n", count: 300) + ".md", "# N"),
            ])
        #expect(try await library.importFiles(at: [path]).failures == 2)
        let again = try await library.importFiles(at: [path])
        #expect((again.unchangedFiles, again.items) == (2, 1))
        #expect(try library.failures().count == 2)
        #expect(try library.dismissFailures() == 2)
        #expect(try await library.importFiles(at: [path]).failures == 2)
        _ = try write(.zip, [.init("a.md", "# A"), .init("b.md", "# B")])
        #expect(try await library.importFiles(at: [path]).new == 1)
        #expect(try library.failures().isEmpty)
    }

    @Test func `what a killed import unpacked is removed by the next`() async throws {
        try scratch.write("library/unpacked/0/secret.md", "# Left behind")
        try scratch.write("in/a.md", "# A")
        #expect(try await library.importFiles(at: [scratch.path + "/in"]).items == 1)
        #expect(!FileManager.default.fileExists(atPath: unpacked))
    }

    @Test(arguments: [ArchiveFile.Kind.zip, .tar])
    func `links, and names that lead out of an archive, write nothing anywhere`(kind: ArchiveFile.Kind) async throws {
        let path = try write(
            kind,
            [
                .init("../../../out.md", "# Out"), .init("a/../../out.md", "# Out"), .init("way", linkTo: scratch.path),
                .init("way/out.md", "# Out"), .init("fine.md", "# Fine"), .init("fine.md", "# Twice"),
                .init(String(repeating: "n", count: 300) + ".md", "# Long"),
            ])
        let summary = try await library.importFiles(at: [path])
        #expect(summary.items == 2)
        #expect(try Set(library.store.allItems().map(\.title)) == ["Out", "Twice"])
        #expect(summary.failures == 4)
        #expect(
            try library.failures().compactMap(\.place).filter { !$0.isEmpty }.sorted() == [
                "entry ../../../out.md", "entry a/../../out.md",
            ])
        #expect(summary.skipped == [.link: 1])
        #expect(
            try FileManager.default.subpathsOfDirectory(atPath: scratch.path).filter { $0.hasSuffix("out.md") }.isEmpty)
    }

    @Test func `what tar puts before a path is no part of it`() async throws {
        let path = try write(.tar, [.init("/a.md", "# A"), .init("./b.md", "# B"), .init("/.//c.eml", Self.mail(3))])
        #expect(try await library.importFiles(at: [path]).failures == 0)
        #expect(
            try library.store.read { try $0.sources().map(\.path) } == [
                path + "/a.md", path + "/b.md", path + "/c.eml",
            ])
        let mail = try #require(try library.store.allItems().first { $0.title == "Mail 3" })
        #expect(try await #require(library.original(of: mail.id)).page().hasPrefix("<b>letter 3"))
    }

    @Test(arguments: [ArchiveFile.Kind.zip, .txz, .zst])
    func `a bomb is named and left out, and what comes before and after it is read`(kind: ArchiveFile.Kind)
        async throws
    {
        let path = try write(
            kind,
            [
                .init("a.md", "# A"), .init("bomb.txt", bytes: [UInt8](repeating: 0x20, count: 64 << 20)),
                .init("b.md", "# B"),
            ])
        let summary = try await library.importFiles(at: [path])
        #expect((summary.items, summary.failures) == (2, 1))
        #expect(summary.firstFailures.map(\.code) == [.overLimit])
        #expect(summary.firstFailures.map(\.path) == [path + "/bomb.txt"])
        #expect(!FileManager.default.fileExists(atPath: unpacked))
    }

    @Test func `an entry that is larger than there is room for is named and left out, and the others are read`()
        async throws
    {
        var bytes = try ArchiveFile.bytes(.zip, [.init("a.md", "# A"), .init("b.md", "# B"), .init("c.md", "# C")])
        // The size of the second entry, before it and in the central directory (APPNOTE 4.3.7 and 4.3.12).
        for (kind, offset) in [([UInt8](arrayLiteral: 0x50, 0x4B, 3, 4), 22), ([0x50, 0x4B, 1, 2], 24)] {
            let entries = bytes.indices.filter { bytes[$0...].starts(with: kind) }
            bytes.replaceSubrange((entries[1] + offset)..<(entries[1] + offset + 4), with: [0xF0, 0xFF, 0xFF, 0xFE])
        }
        let path = scratch.path + "/large.zip"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let summary = try await library.importFiles(at: [path])
        #expect(summary.firstFailures.map(\.path) == [path + "/b.md"])
        #expect(summary.firstFailures.map(\.code) == [.overLimit])
        #expect(try Set(library.store.allItems().map(\.title)) == ["A", "C"])
    }

    @Test(arguments: [ArchiveFile.Kind.tar, .zip, .sevenZip])
    func `of entries of one name the last is read and shown, and each other is named`(kind: ArchiveFile.Kind)
        async throws
    {
        let path = try write(
            kind,
            [
                .init("a.eml", Self.mail(1)), .init("b.eml", Self.mail(2)), .init("a.eml", Self.mail(3)),
                .init("a.eml", Self.mail(4)),
            ])
        let summary = try await library.importFiles(at: [path])
        #expect(try Set(library.store.allItems().map(\.title)) == ["Mail 2", "Mail 4"])
        #expect(summary.firstFailures.map(\.path) == [path + "/a.eml", path + "/a.eml"])
        #expect(summary.firstFailures.allSatisfy { $0.code.rawValue == "replaced" })
        let last = try #require(try library.store.allItems().first { $0.title == "Mail 4" })
        let original = try #require(try library.original(of: last.id))
        #expect(try await original.page().hasPrefix("<b>letter 4"))
    }

    @Test(arguments: [UInt8(0), 0x41])
    func `what comes after a damaged header of a tar archive is read, and the damage is told`(byte: UInt8) async throws
    {
        let path = try write(.tar, (1...4).map { .init("\($0).eml", Self.mail($0)) })
        var bytes = try Array(Data(contentsOf: URL(filePath: path)))
        let header = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("2.eml".utf8)) })
        bytes.replaceSubrange(header..<header + 512, with: repeatElement(byte, count: 512))
        try Data(bytes).write(to: URL(filePath: path))
        let summary = try await library.importFiles(at: [path])
        #expect(try Set(library.store.allItems().map(\.title)) == ["Mail 1", "Mail 3", "Mail 4"])
        #expect(summary.firstFailures.first?.reason.contains("Part of the archive is damaged") == true)
    }

    @Test(arguments: [ArchiveFile.Kind.tar, .zip])
    func `a path that is longer than any on the disk is named, cut, and nothing of it stays`(kind: ArchiveFile.Kind)
        async throws
    {
        let long = String(repeating: "folder/", count: 570)
        let longest = String(repeating: "folder/", count: 9_000)
        let path = try write(
            kind, [.init(long + "a.md", "# A"), .init(longest + "a.md", "# A"), .init("b.md", "# B")])
        let summary = try await library.importFiles(at: [path])
        #expect((summary.items, summary.failures) == (1, 2))
        #expect(summary.firstFailures.allSatisfy { $0.code == .overLimit && $0.path.hasPrefix(path + "/folder/") })
        #expect(summary.firstFailures.allSatisfy { $0.path.utf8.count < 5_000 })
        #expect(!FileManager.default.fileExists(atPath: unpacked))
    }

    @Test(arguments: [ArchiveFile.Kind.tgz, .txz, .gzip])
    func `of an archive that is cut off, what is there is read, and the rest is a failure`(kind: ArchiveFile.Kind)
        async throws
    {
        var generator = SeededGenerator(seed: 7)
        let noise = (0..<20_000).map { _ in String(UInt64.random(in: 0 ... .max, using: &generator), radix: 36) }
        let mails = (0..<40).map {
            Self.mail($0).replacing("letter", with: noise[($0 * 500)..<($0 * 500 + 500)].joined(separator: " "))
        }
        let box = mails.map { "From ada@people.example Mon Mar  4 10:00:00 2024\n\($0)\n" }.joined()
        let path = try write(kind, [.init("all.mbox", box)], as: "all.mbox")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: path))
        let summary = try await library.importFiles(at: [path])
        #expect((10..<40).contains(summary.items))
        #expect((1...2).contains(summary.failures) && summary.firstFailures.allSatisfy { $0.code == .malformed })
        try bytes.write(to: URL(fileURLWithPath: path))
        #expect(try await library.importFiles(at: [path]).items == 40)
        #expect(try library.failures().isEmpty)
    }

    @Test func `a Slack export is one in its archive too`() async throws {
        let files: [ArchiveFile.Member] = [
            .init("channels.json", #"[{"id": "C1", "name": "general"}]"#), .init("users.json", "[]"),
            .init("general/2024-01-01.json", #"[{"type": "message", "user": "U", "ts": "1.1", "text": "x"}]"#),
        ]
        let path = try write(.zip, files, as: "Acme Slack export")
        let summary = try await library.importFiles(at: [scratch.path])
        #expect((summary.items, summary.failures) == (1, 0))
        #expect(try library.store.read { try $0.sources().map(\.format) } == ["slack"])
        #expect(try await library.importFiles(at: [path]).unchangedFiles == 1)
    }

    @Test func `mails of a Takeout have their labels, and notes their tags`() async throws {
        let mail = Self.mail(1).replacing(
            "Subject:", with: "X-Gmail-Labels: =?UTF-8?Q?Archived,Gr=C3=BCne_Wiese,\"a,_b\"?=,Opened\nSubject:")
        let path = try write(
            .zip,
            [
                .init(
                    "Takeout/All mail.mbox",
                    "From ada@people.example Mon Mar  4 10:00:00 2024\n\(mail)\n\(Self.mbox(2..<3))"),
                .init("Takeout/a.md", "---\ntags: [grune/wiese]\n---\n# Note"),
            ])
        _ = try await library.importFiles(at: [path])
        func found(_ query: String) throws -> Set<String> {
            Set(try library.page(SearchQuery(query), offset: 0, limit: 9).items.map(\.summary.title))
        }
        #expect(try found("label:\"grüne wiese\"") == ["Mail 1", "Note"])
        #expect(try found("tag:grun*") == ["Mail 1", "Note"])
        #expect(try found("label:a kind:email") == ["Mail 1"])
        #expect(try found("label:opened") == [])
        let item = try #require(try library.store.allItems().first { $0.title == "Mail 1" })
        guard case .email(let email) = item.details else { throw ImportFailure(.malformed, path: path, reason: "") }
        #expect(email.labels == ["Grüne Wiese", "a, b"])
    }

    @Test(arguments: [false, true])
    func `an uploaded archive goes with the last of what was in it`(byItem: Bool) async throws {
        let folder = scratch.path + "/library/uploads/2026-11-22T101500-0a1b2c3d"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let made = try write(.zip, [.init("a.md", "# A"), .init("in/b.md", "# B"), .init("c.docx", "no document")])
        try FileManager.default.moveItem(atPath: made, toPath: folder + "/export.zip")
        let path = folder + "/export.zip"
        _ = try await library.importFiles(at: [path])
        func delete(_ name: String) throws {
            if byItem {
                _ = try library.deleteItem(ItemID(identifying: ["file", path + "/" + name]))
            } else {
                _ = try library.deleteSources(try library.sources(below: path + "/" + name))
            }
        }
        try delete("a.md")
        #expect(FileManager.default.fileExists(atPath: path))
        try delete("in/b.md")
        // What could not be read of it is still listed.
        #expect(FileManager.default.fileExists(atPath: path))
        _ = try library.dismissFailures()
        #expect(!FileManager.default.fileExists(atPath: folder))
        #expect(try library.sources().isEmpty)
    }

    @Test func `a document in an archive can be had again`() async throws {
        let path = try write(.txz, [.init("a/plan.txt", "The plan."), .init("b.md", "# B")])
        _ = try await library.importFiles(at: [path])
        let id = ItemID(identifying: ["file", path + "/a/plan.txt"])
        let document = try #require(try library.originalDocument(of: id))
        #expect(try await document.bytes() == Array("The plan.".utf8))
        try FileManager.default.removeItem(atPath: path)
        await #expect(throws: OriginalError.self) { try await document.bytes() }
    }

    @Test func `a document can be had again whatever letters the archive and the folders have around it`() async throws
    {
        let path = try write(.zip, [.init("Été/tête/plan.txt", "The plan.")], as: "Café 東京")
        _ = try await library.importFiles(at: [path])
        let id = ItemID(identifying: ["file", path + "/Été/tête/plan.txt"])
        let document = try #require(try library.originalDocument(of: id))
        #expect(try await document.bytes() == Array("The plan.".utf8))
    }
}

extension ItemDetails {
    fileprivate var notebook: String? {
        if case .note(let note) = self { note.notebook } else { nil }
    }
}

/// RAR archives, which libarchive reads and nothing free writes.
@Suite(.scratch) struct RARImportTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
    }

    /// A RAR archive of version 4 whose members are stored, after the format's description (unrar, technote.txt).
    private static func rar4(_ members: [(name: String, text: String)], headerFlags: Int = 0) -> [UInt8] {
        func block(_ type: Int, _ flags: Int, _ body: [UInt8], _ data: [UInt8] = []) -> [UInt8] {
            let header = [UInt8(type)] + little(flags, 2) + little(7 + body.count, 2) + body
            return little(Int(crc32(header) & 0xFFFF), 2) + header + data
        }
        let files = members.flatMap { member in
            let (name, data) = (Array(member.name.utf8), Array(member.text.utf8))
            let sizes = little(data.count, 4) + little(data.count, 4) + [3] + little(Int(crc32(data)), 4)
            let rest = little(0x5026_5000, 4) + [20, 0x30] + little(name.count, 2) + little(0o100644, 4) + name
            return block(0x74, 0x8000, sizes + rest, data)
        }
        return Array("Rar!".utf8) + [0x1A, 7, 0] + block(0x73, headerFlags, little(0, 6)) + files
            + block(0x7B, 0x4000, [])
    }

    /// The same of version 5.
    private static func rar5(_ members: [(name: String, text: String)]) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] {
            value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F | 0x80)] + number(value >> 7)
        }
        func block(_ body: [UInt8]) -> [UInt8] {
            let sized = number(body.count) + body
            return little(Int(crc32(sized)), 4) + sized
        }
        let files = members.flatMap { member in
            let (name, data) = (Array(member.name.utf8), Array(member.text.utf8))
            let sizes = number(2) + number(2) + number(data.count) + number(4) + number(data.count)
            return block(
                sizes + number(0o100644) + little(Int(crc32(data)), 4) + number(0) + number(1) + number(name.count)
                    + name) + data
        }
        return Array("Rar!".utf8) + [0x1A, 7, 1, 0] + block([1, 0, 0]) + files + block([5, 0, 0])
    }

    private static func little(_ number: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0 as UInt32) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }

    @Test(arguments: [4, 5]) func `a RAR archive is read like any other`(version: Int) async throws {
        let members = [("notes/a.md", "# The quay\n\nClosed."), ("b.txt", "plain"), ("c.jpg", "x")]
        let path = scratch.path + "/a.rar"
        try Data(version == 4 ? Self.rar4(members) : Self.rar5(members)).write(to: URL(fileURLWithPath: path))
        let summary = try await library.importFiles(at: [path])
        #expect((summary.new, summary.failures) == (2, 0))
        #expect(summary.skipped == [.otherType(fileExtension: "jpg"): 1])
        #expect(try Set(library.store.allItems().map(\.title)) == ["The quay", "b"])
    }

    @Test func `an archive whose names are behind a password says that it needs one`() async throws {
        let path = scratch.path + "/a.rar"
        try Data(Self.rar4([("a.md", "x")], headerFlags: 0x80)).write(to: URL(fileURLWithPath: path))
        let summary = try await library.importFiles(at: [path])
        #expect(summary.firstFailures.map(\.code) == [.encrypted] && summary.firstFailures.map(\.path) == [path])
    }
}
