import Foundation
import RecallCore
import RecallImport
import RecallIndexing
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct ImportPipelineTests {
    private static let mails = (0..<4_500).map { number in
        Item.mail(
            "\(number)", "Topic \(number % 400)", text: "mail \(number)", day: Double(number),
            inReplyTo: number >= 400 ? ["\(number - 400)"] : [])
    }

    private static func failure(_ place: Int) -> ImportRecord {
        .failure(ImportFailure(.malformed, path: "/made-up/file", place: "line \(place)", reason: "It is broken."))
    }

    @Test func `importing again changes nothing and says so`() async throws {
        let fixture = try LibraryFixture()
        let first = try await fixture.store.importRecords(RecordList(Self.mails))
        #expect((first.items, first.new, first.duplicates, first.updated) == (4_500, 4_500, 0, 0))
        let before = try LibraryContents(of: fixture.store)
        let unchanged = try await fixture.store.importRecords(RecordList(Self.mails))
        #expect((unchanged.items, unchanged.duplicates, unchanged.unchangedFiles) == (4_500, 4_500, 1))
        let touched = try await fixture.store.importRecords(RecordList(Self.mails), modified: 2)
        #expect((touched.items, touched.new, touched.duplicates, touched.unchangedFiles) == (4_500, 0, 4_500, 0))
        let elsewhere = try await fixture.store.importItems(Self.mails, path: "/copy")
        #expect((elsewhere.new, elsewhere.duplicates) == (0, 4_500))
        #expect(try LibraryContents(of: fixture.store).differences(from: before) == [])
    }

    @Test func `an item that comes twice is counted as a duplicate`() async throws {
        let fixture = try LibraryFixture()
        let summary = try await fixture.store.importRecords(RecordList([.mail("a"), .mail("b"), .mail("a")]))
        #expect((summary.items, summary.new, summary.duplicates) == (3, 2, 1))
        #expect(try fixture.store.read { try $0.counts() }.items == [.email: 2])
    }

    @Test func `an item that changes within a batch has the passages of its last text`() async throws {
        let texts = ["Short.", "The kettle whistles at night.\n\n" + String(repeating: "A lantern glows. ", count: 80)]
        let fixture = try LibraryFixture(), expected = try LibraryFixture()
        let notes = texts.map { Item.note("Kettle", text: $0) }
        try await fixture.store.importRecords(RecordList(notes))
        try await expected.store.importRecords(RecordList([notes[1]]))
        let (found, last) = (try LibraryContents(of: fixture.store), try LibraryContents(of: expected.store))
        #expect(found.items == last.items && found.passages == last.passages && last.passages.count > 1)
    }

    @Test func `a changed item is updated in its place`() async throws {
        let fixture = try LibraryFixture()
        try await fixture.store.importRecords(RecordList([.note("a", text: "the kettle"), .note("b", text: "stays")]))
        let summary = try await fixture.store.importRecords(
            RecordList([.note("a", text: "a lantern"), .note("b", text: "stays")]), modified: 2)
        #expect((summary.items, summary.new, summary.updated, summary.duplicates) == (2, 0, 1, 1))
        let fresh = try await LibraryFixture.holding([.note("a", text: "a lantern"), .note("b", text: "stays")])
        let (found, expected) = (try LibraryContents(of: fixture.store), try LibraryContents(of: fresh.store))
        #expect(found.differences(from: expected) == [])
    }

    @Test func `failures are listed, counted once, and forgotten when the file is mended`() async throws {
        let fixture = try LibraryFixture()
        let items = Self.mails.prefix(3).map { ImportRecord.item(ImportedItem($0)) }
        let records = [items[0], Self.failure(2), items[1], Self.failure(4), items[2]]
        for modified in [1, 1, 2] as [Int64] {
            let summary = try await fixture.store.importRecords(RecordList(records), modified: modified)
            #expect((summary.items, summary.failures) == (3, 2))
            #expect(try fixture.store.read { try $0.failures() }.map(\.place) == ["line 2", "line 4"])
        }
        let mended = try await fixture.store.importRecords(RecordList(items), modified: 3)
        #expect((mended.items, mended.failures) == (3, 0))
        #expect(try fixture.store.read { try $0.failures() }.isEmpty)
    }

    @Test func `attachments are items of their own that belong to theirs, and count apart`() async throws {
        let fixture = try LibraryFixture()
        var attachment = Item.document("a.pdf", text: "inside")
        attachment.parent = Self.mails[0].id
        let broken = ImportFailure(
            .encrypted, path: "/made-up/file", place: "attachment 2", reason: "It needs a password.")
        let record = ImportRecord.item(
            ImportedItem(Self.mails[0], attachmentItems: [attachment], attachmentFailures: [broken]))
        let summary = try await fixture.store.importRecords(RecordList([record]))
        #expect((summary.items, summary.attachments, summary.attachmentFailures, summary.failures) == (1, 1, 1, 0))
        #expect(try fixture.store.read { try $0.item(attachment.id) } == attachment)
        #expect(try fixture.store.read { try $0.failures() }.map(\.isAttachment) == [true])
    }

    @Test func `what a platform writes into a chat is kept but not embedded`() async throws {
        var notice = Item.message("n", hour: 1, text: "Ada joined")
        notice.details = .message(MessageDetails(platform: "test", isSystemNotice: true))
        let fixture = try await LibraryFixture.holding([.message("m", hour: 0, text: "hello"), notice])
        let contents = try LibraryContents(of: fixture.store)
        #expect(contents.passages.keys.map(\.item) == [Item.message("m", hour: 0).id])
        #expect(contents.items.count == 2)
    }

    @Test(arguments: [1, 2]) func `stopped after a batch and run again, it is as if it had not been`(batches: Int)
        async throws
    {
        let records = Self.mails.enumerated().flatMap { number, mail in
            number % 500 == 499
                ? [.item(ImportedItem(mail)), Self.failure(number)] : [ImportRecord.item(ImportedItem(mail))]
        }
        let disturbed = try LibraryFixture()
        let stopped = try await Task {
            try await disturbed.store.importRecords(RecordList(records)) { summary in
                if summary.items >= batches * 900 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }.value
        #expect(stopped.wasStopped && stopped.items < 4_500)
        let known = try disturbed.store.read { try $0.counts() }.items[.email] ?? 0
        #expect(known >= batches * 900 && known < 4_500)
        let rest = try await disturbed.store.importRecords(RecordList(records))
        #expect(!rest.wasStopped)
        #expect((rest.items, rest.new, rest.failures) == (4_500, 4_500 - known, 9))
        let whole = try LibraryFixture()
        try await whole.store.importRecords(RecordList(records))
        let (found, expected) = (try LibraryContents(of: disturbed.store), try LibraryContents(of: whole.store))
        #expect(found.differences(from: expected) == [])
    }

    @Test func `the log is empty after an import, so that the database file is whole by itself`() async throws {
        let fixture = try LibraryFixture()
        try await fixture.store.importRecords(RecordList(Self.mails))
        let log = URL(filePath: fixture.store.location.database + "-wal")
        #expect(try log.resourceValues(forKeys: [.fileSizeKey]).fileSize == 0)
    }

    @Test func `a file that cannot be read at all does not keep the next from being imported`() async throws {
        struct Broken: SourceReader {
            func read(
                _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
            ) async throws {
                throw ImportFailure(.unreadable, path: unit.path, reason: "It cannot be read.")
            }
        }
        let fixture = try LibraryFixture()
        let units = [SourceFormat.mbox, .jsonl].map {
            WalkEntry.unit(SourceUnit(path: "/\($0.identifier)", root: "/", format: $0, byteCount: 1, modified: 1))
        }
        let pipeline = ImportPipeline(
            store: fixture.store,
            readers: { $0.format == .mbox ? Broken() as any SourceReader : RecordList([.mail("a")]) })
        let summary = try await pipeline.run(units)
        #expect((summary.items, summary.failures, summary.files) == (1, 1, 2))
        #expect(try fixture.store.read { try $0.failures() }.map(\.path) == ["/mbox"])
    }
}
