import Foundation
import GRDB
import RecallCore
import RecallStore
import RecallTestSupport
import Testing

struct FilterMigrationTests {
    /// Takes away what the filters' migrations made, as if the library had been written before them.
    private func age(_ location: LibraryLocation) throws {
        let queue = try DatabaseQueue(path: location.database)
        try queue.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    ALTER TABLE item DROP COLUMN language;
                    DROP TABLE item_label; DROP TABLE label; DROP INDEX recipient_on_participant;
                    CREATE INDEX recipient_on_participant ON recipient(participant_id);
                    ALTER TABLE participant DROP COLUMN folded; ALTER TABLE item DROP COLUMN byte_count;
                    DELETE FROM grdb_migrations WHERE identifier IN ('003', '005');
                    """)
        }
        try queue.close()
    }

    private static let filters: [SearchFilter] = [
        .from("zoe"), .with("ada"), .place(WordSequence("walks")), .fileName(WordSequence("scan")), .hasAttachment,
        .place(WordSequence("old", isPrefix: true)), .format("txt"), .byteCount(2_000...Int.max),
        .language(.english), .language(.german), .language(nil),
    ]

    @Test func `a library of before answers filters once it is opened for writing`() async throws {
        let location = LibraryLocation(path: try ScratchFolder().path + "/library")
        var mail = Item.mail("m", "Keys", text: "They hang there, where they have been.", from: "Zoë")
        mail.recipients = [Recipient(Participant(name: "Ada"), role: .cc)]
        mail.attachments = [Attachment(name: "Scan.pdf", mediaType: "application/pdf", byteCount: 2_000)]
        let found = {
            try StoreFixture(location).found($0)
        }
        do {
            let store = try LibraryStore(at: location, for: .write)
            try await store.importItems(
                [mail, .message("c", hour: 1), .document("/d/x.txt", text: "Wir haben das noch nicht.")],
                path: "/old mail/all.jsonl")
        }
        let before = try Self.filters.map(found)
        #expect(
            before == [
                ["m"], ["m", "c"], ["c"], ["m"], ["m"], ["m", "c", "/d/x.txt"], ["/d/x.txt"], ["m"], ["m"],
                ["/d/x.txt"], ["c"],
            ])
        try age(location)
        #expect(throws: StoreError.self) { try LibraryStore(at: location, for: .read) }
        #expect(try Self.filters.map(found) == before)
    }
}
