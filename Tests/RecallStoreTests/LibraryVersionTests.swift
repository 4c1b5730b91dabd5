import Foundation
import RecallCore
import RecallStore
import RecallTestSupport
import RecallVectorIndex
import Testing

/// Libraries of every version of the schema, opened by this one.
@Suite(.scratch) struct LibraryVersionTests {
    /// The library of a version, opened for writing and closed again.
    private static func migrated(_ version: String) throws -> OldLibrary {
        let library = try OldLibrary(version)
        _ = try LibraryStore(at: library.location, for: .write)
        return library
    }

    private static func reader(_ library: OldLibrary) throws -> LibraryStore {
        try LibraryStore(at: library.location, for: .read)
    }

    /// The name of an item in these tests: the Message-ID of a mail, the title of a document or note, the sender of a
    /// message.
    private static func name(_ item: ItemSummary) -> String {
        item.externalID ?? (item.kind == .message ? item.sender?.name ?? "" : item.title)
    }

    private static func found(_ store: LibraryStore, _ filter: SearchFilter) throws -> Set<String> {
        try store.read { snapshot in
            let table = try snapshot.itemTable()
            let positions = try snapshot.items(passing: filter, in: table).positions
            return Set(try positions.compactMap { try snapshot.summary(at: $0, of: table).map(name) })
        }
    }

    private static let (first, reply) = ("keys-1@mill.example", "keys-2@mill.example")

    private static let filters: [(SearchFilter, Set<String>)] = [
        (.phrase("where they have always"), [first]),
        (.phrase("SCHLUSSEL"), [reply]),
        (.words(WordSequence("padd", isPrefix: true)), ["Wheel plan.txt"]),
        (.words(WordSequence("Farne")), ["Ferns"]),
        (.words(WordSequence("garden")), ["Ferns"]),
        (.subject(WordSequence("keys")), [first, reply]),
        (.kind(.note), ["Ferns"]),
        (.kind(.document), ["lease", "Wheel plan.txt"]),
        (.from("adele"), [first, "Wheel plan.txt", "Adèle Quist"]),
        (.with("carla@mill"), [first]),
        // A chat of two: what the other one wrote is to her.
        (.with("weiss"), [first, "Adèle Quist", "Carla Weiss"]),
        (.place(WordSequence("walkers")), ["Adèle Quist", "Carla Weiss"]),
        (.place(WordSequence("notes garden")), ["Ferns"]),
        (.fileName(WordSequence("wheel plan")), [first, "Wheel plan.txt"]),
        (.tag(WordSequence("shade")), ["Ferns"]),
        (.tag(WordSequence("fern")), []),
        (.hasAttachment, [first]),
        (.format("txt"), ["lease"]),
        (.byteCount(200...Int.max), [first]),
        (.language(.german), [reply]),
        (.language(nil), []),
        (.date(from: nil, to: Date(timeIntervalSince1970: 1_709_575_300)), [first, "Wheel plan.txt", "Adèle Quist"]),
        (.conversation("whatsapp:Walkers"), ["Adèle Quist", "Carla Weiss"]),
    ]

    @Test(arguments: OldLibrary.versions)
    func `a library of any version is found by words, people, places, files, sizes and languages`(version: String)
        throws
    {
        let store = try Self.reader(try Self.migrated(version))
        for (filter, expected) in Self.filters {
            #expect(try Self.found(store, filter) == expected, "\(filter)")
        }
    }

    @Test func `names that no item has any more go`() throws {
        let library = try OldLibrary("020")
        try library.execute(
            """
            INSERT INTO label (field, words) VALUES (6, ' strayquokka ');
            INSERT INTO participant (id, name, address, folded) VALUES (900, 'Stray', 'stray@x.example', 'stray');
            INSERT INTO participant_word (word, participant_id) VALUES ('stray', 900);
            """)
        _ = try LibraryStore(at: library.location, for: .write)
        #expect(try !library.dump().contains { $0.contains("tray") })
    }

    @Test func `names without an address that came by mail are parted from those of chats`() throws {
        let library = try OldLibrary("021")
        // A mail by the name that sent a message, and to one whom nothing else names.
        try library.execute(
            """
            UPDATE item SET sender_id = 1 WHERE id = 4;
            UPDATE participant SET person = 1 WHERE id IN (1, 3);
            INSERT INTO participant (id, name, address, folded) VALUES (900, 'Dot', '', 'dot' || char(10));
            INSERT INTO participant_word (word, participant_id) VALUES ('dot', 900);
            INSERT INTO recipient (item_id, position, participant_id, role) VALUES (4, 2, 900, 'to');
            INSERT INTO setting (name, value) VALUES ('people.owner', '1');
            """)
        let store = try LibraryStore(at: library.location, for: .write)
        let names = try store.read { try $0.participants() }.filter { $0.participant.address.isEmpty }
        #expect(names.filter(\.isNameByMail).map(\.participant.name).sorted() == ["Adèle Quist", "Dot"])
        #expect(names.filter { !$0.isNameByMail }.map(\.participant.name).sorted() == ["Adèle Quist", "Carla Weiss"])
        #expect(names.filter(\.isNameByMail).allSatisfy { $0.person == nil })
        #expect(try Self.found(store, SearchFilter.from("me").and(.kind(.email))).isEmpty)
        #expect(try !Self.found(store, SearchFilter.from("me").and(.kind(.message))).isEmpty)
        #expect(try Self.found(store, SearchFilter.from("adele").and(.kind(.email))) == [Self.first])
        #expect(try Self.found(store, .participant(WordSequence("dot"), in: [.to])) == [Self.first])
        #expect(try library.dump().contains { $0.hasPrefix("participant_word") && $0.contains("dot") })
    }

    @Test func `addresses that the owner's name had given are stated`() throws {
        for (said, expected) in [("Carla Weiss", ["ada@mill.example"]), ("+49 (30) 12-34", [])] {
            let library = try OldLibrary("022")
            try library.execute(
                """
                INSERT INTO setting (name, value) VALUES ('people.owner', '1');
                UPDATE participant SET person = 1 WHERE id = 1 OR address IN ('ada@mill.example', 'bo@mill.example');
                INSERT INTO person_statement (kind, first, second)
                    VALUES ('apart', 'bo@mill.example', ''), ('me', '\(said)', '');
                """)
            let store = try LibraryStore(at: library.location, for: .write)
            let statements = try store.read { try $0.personStatements() }.filter { $0.kind == .me }
            #expect(statements.map(\.first) == ["carla@mill.example", said] + expected)
        }
    }

    @Test(arguments: OldLibrary.versions)
    func `a library of any version holds its items, threads, passages, vectors and failures`(version: String) throws {
        let latest = try LibraryContents(of: try Self.reader(try Self.migrated("006")))
        var contents = try LibraryContents(of: try Self.reader(try Self.migrated(version)))
        // Nobody looked for HTML before version 006.
        for index in contents.items.indices where version < "006" { contents.items[index].haveNoHTML() }
        #expect(contents == latest, "\(contents.differences(from: latest))")
    }

    @Test func `the fixtures hold what the other tests compare with`() throws {
        let contents = try LibraryContents(of: try Self.reader(try Self.migrated("006")))
        // Mails, messages, documents, notes; attachments, threads, passages, embedded, failures.
        #expect(contents.counts == [2, 2, 2, 1, 1, 5, 7, 7, 1])
        let mail = try #require(contents.items.first { $0.externalID == Self.first })
        let attachment = try #require(contents.items.first { $0.title == "Wheel plan.txt" })
        #expect(mail.title == "Keys of the mill" && mail.text.hasPrefix("The keys hang behind the door of the mill"))
        #expect(mail.sender == Participant(name: "Adèle Quist", address: "ada@mill.example"))
        #expect(
            mail.recipients == [
                Recipient(Participant(name: "Bo Tanner", address: "bo@mill.example")),
                Recipient(Participant(name: "Carla Weiss", address: "carla@mill.example"), role: .cc),
            ])
        #expect(
            mail.attachments == [
                Attachment(name: "Wheel plan.txt", mediaType: "text/plain", byteCount: 127, item: attachment.id)
            ])
        #expect(attachment.parent == mail.id)
        #expect(contents.threads.contains { $0.title == mail.title && $0.items.count == 2 && $0.kind == .email })
        let note = try #require(contents.items.first { $0.kind == .note })
        #expect(
            note.details
                == .note(
                    NoteDetails(
                        path: "/people/ada/notes/garden/Ferns.md", notebook: "garden", tags: ["garden", "shade"],
                        links: ["Moss"], aliases: ["Farne"])))
        #expect(contents.passages.values.allSatisfy { $0.vector?.count == 12 })
    }

    @Test(arguments: OldLibrary.versions)
    func `a library of any version knows its files, settings and deletions`(version: String) throws {
        let moss = try #require(ItemID("6d8eb78568ef4ff5c9395f2bea2c57f0"))
        try Self.reader(try Self.migrated(version)).read { snapshot in
            #expect(try snapshot.value(of: .precision) == (version < "002" ? nil : "bfloat16"))
            #expect(try snapshot.isDeleted(moss) == (version >= "004"))
            let sources = try snapshot.sources()
            #expect(sources.count == 7 && sources.allSatisfy { $0.isComplete && $0.path.hasPrefix("/people/ada/") })
            #expect(sources.map(\.items).reduce(0, +) == 7)
            let key = try #require(try snapshot.items(withIDPrefix: "0abc").first)
            let places = try snapshot.sources(of: key)
            #expect(places.map(\.path) == ["/people/ada/letters/mill.mbox"])
            #expect(places.map(\.cursor) == [version < "006" ? nil : ""])
            let generation = try #require(try snapshot.servingGeneration())
            let hash =
                Data([0x13, 0x41, 0x94, 0x4f, 0xee, 0x08, 0x92, 0x16, 0xd3, 0x23, 0x51, 0x5b])
                + Data([0x9f, 0x1b, 0xaa, 0x85])
            let row = try #require(try snapshot.cachedVectors([hash], generation: generation)[hash])
            #expect(row.prefix(8) == [230, 87, 22, 227, 14, 10, 127, 45] && row.count == 12)
        }
    }

    @Test func `a generation that an older version was building is the spare one, and its threads are known`() throws {
        let library = try OldLibrary("013")
        try library.execute(
            """
            INSERT INTO generation (id, fingerprint, dimension, serving) VALUES (2, 'other@0123/f32', 8, 0);
            UPDATE thread SET generation = 2 WHERE id IN (2, 5);
            """)
        try LibraryStore(at: library.location, for: .write).read { snapshot in
            let (serving, spare) = try (snapshot.servingGeneration(), snapshot.spareGeneration())
            #expect(spare?.id == 2)
            #expect(try snapshot.passageCounts(of: spare).embedded == 2)
            #expect(try snapshot.passageCounts(of: serving).embedded == 5)
        }
    }

    @Test func `documents of before are embedded anew in longer windows, and found by their vectors until then`()
        throws
    {
        let library = try OldLibrary("016")
        // A note and the messages of a chat, of two passages each.
        try library.execute("UPDATE thread SET passage_count = 2 WHERE id = 5;")
        try LibraryStore(at: library.location, for: .write).read { snapshot in
            let generation = try #require(try snapshot.servingGeneration())
            let threads = try snapshot.threadsToEmbed(generation: generation, after: nil, limit: 9)
            let note = try #require(threads.first)
            #expect(threads.map(\.row.rawValue) == [5])
            let vectors = try snapshot.vectors(of: generation, at: library.location)
            #expect(vectors?.index.vector(of: note.firstPassage.rawValue) != nil)
        }
    }

    @Test func `the next import finds what mails of before quote, once`() async throws {
        let library = try OldLibrary("025")
        try library.execute(
            """
            UPDATE item_content SET text = text || char(10, 10) || 'On 3 May 2001 at 10:00, Bea wrote:' || char(10)
                || '> The spare boat is behind the mill.' WHERE item_id = 4;
            """)
        let store = try LibraryStore(at: library.location, for: .write)
        let texts = { try store.read { try $0.texts(thread: ThreadRow(rawValue: 3)) } }
        #expect(try texts().allSatisfy(\.quotedTexts.isEmpty))
        let passages = try texts().flatMap(\.passages).count
        try await store.importItems([.note("new", text: "A boat.")], path: "/new")
        #expect(try texts().flatMap(\.quotedTexts).map(\.author?.name) == ["Bea"])
        #expect(try texts().flatMap(\.passages).count == passages + 1)
        #expect(try store.write { try $0.nextThreadsWithoutQuotedText(limit: 9) } == nil)
    }

    @Test(arguments: OldLibrary.versions)
    func `opening a library a second time changes nothing`(version: String) throws {
        let library = try Self.migrated(version)
        let before = try library.dump()
        _ = try LibraryStore(at: library.location, for: .write)
        #expect(try library.dump() == before)
    }

    @Test(arguments: OldLibrary.versions.dropLast())
    func `a library of before is not read until it is brought up to date`(version: String) throws {
        let library = try OldLibrary(version)
        #expect {
            try Self.reader(library)
        } throws: {
            ($0 as? StoreError)?.code == .outdated
        }
    }

    @Test func `a kill between a migration and what follows from it loses nothing`() throws {
        let library = try Self.migrated("001")
        try library.execute(
            """
            UPDATE item SET language = 0, byte_count = 0; UPDATE participant SET folded = '';
            DELETE FROM item_label; DELETE FROM label; INSERT INTO setting (name, value) VALUES ('derived.stale', '1');
            """)
        #expect(throws: StoreError.self) { try Self.reader(library) }
        _ = try LibraryStore(at: library.location, for: .write)
        let store = try Self.reader(library)
        for (filter, expected) in Self.filters {
            #expect(try Self.found(store, filter) == expected, "\(filter)")
        }
    }

    @Test(arguments: OldLibrary.versions)
    func `what is deleted from a library of any version is named nowhere any more`(version: String) throws {
        let library = try Self.migrated(version)
        do {
            let store = try LibraryStore(at: library.location, for: .write)
            let id = try #require(ItemID("4b209c4c42d3f62fcaefe34220796dfb"))
            try store.write { transaction in
                let key = try #require(try transaction.snapshot.key(of: id))
                try transaction.delete(items: [key.row])
                try transaction.delete(thread: key.thread)
            }
            try store.purge()
        }
        let store = try Self.reader(library)
        #expect(try Self.found(store, .phrase("paddles")).isEmpty)
        let mail = try #require(try store.allItems().first { $0.externalID == Self.first })
        #expect(mail.attachments.map(\.item) == [nil])
        #expect(try store.read { try $0.postings(of: ["paddl"]) }.passages.isEmpty)
    }
}

extension Item {
    fileprivate mutating func haveNoHTML() {
        guard case .email(var mail) = details else { return }
        mail.hasHTML = false
        details = .email(mail)
    }
}
