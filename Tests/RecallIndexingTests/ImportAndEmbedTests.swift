import RecallCore
import RecallEmbedding
import RecallImport
import RecallIndexing
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct ImportAndEmbedTests {
    /// More than two batches.
    private static let notes = (0..<2_500).map { Item.note("\($0)", text: "note \($0) on topic\($0 % 13)") }

    @Test func `threads are embedded while the import still reads`() async throws {
        let fixture = try LibraryFixture()
        let (encoded, signal) = AsyncStream.makeStream(of: Void.self)
        let encoder = HashingEncoder { signal.finish() }
        let reader = RecordList(Self.notes) { index in
            // The last record waits for the encoder, which would wait for ever if it came after the import.
            if index == Self.notes.count - 1 { for await _ in encoded {} }
        }
        let done = try await fixture.store.importAndEmbedRecords(reader, encoder)
        let counts = try fixture.store.read { try $0.counts() }
        #expect(done.summary.new == Self.notes.count && counts.embeddedPassages == counts.passages)
        #expect(done.embedding.passages == counts.passages && done.embedding.total == counts.passages)
    }

    @Test func `side by side gives what one after the other gives`() async throws {
        // The last mails answer the first ones, whose threads have been quiet for so many batches of records that they are
        // embedded by then.
        let first = (0..<300).map { Item.mail("\($0)", text: "words of \($0)") }
        let last = (300..<600).map { Item.mail("\($0)", text: "words of \($0)", inReplyTo: ["\($0 - 300)"]) }
        let between = ImportRecord.failure(
            ImportFailure(.malformed, path: "/made-up/file", place: nil, reason: "It is broken."))
        let records =
            first.map { .item(ImportedItem($0)) } + Array(repeating: between, count: 14_000)
            + last.map { .item(ImportedItem($0)) }
        let together = try LibraryFixture()
        _ = try await together.store.importAndEmbedRecords(RecordList(records), HashingEncoder())
        let apart = try LibraryFixture()
        try await apart.store.importRecords(RecordList(records))
        try await apart.embed(HashingEncoder())
        let (found, expected) = (try LibraryContents(of: together.store), try LibraryContents(of: apart.store))
        #expect(found.differences(from: expected) == [])
        #expect(expected.passages.values.allSatisfy { $0.vector != nil })
    }

    @Test func `what is imported stays when the encoder fails`() async throws {
        let fixture = try LibraryFixture()
        await #expect(throws: FailingEncoder.Failure.self) {
            try await fixture.store.importAndEmbedRecords(RecordList(Self.notes), FailingEncoder(after: 1))
        }
        #expect(try fixture.store.read { try $0.counts() }.items[.note] == Self.notes.count)
        #expect(try fixture.store.isUndamaged())
    }
}
