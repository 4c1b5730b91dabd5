import Foundation
import RecallCore
import RecallImport
import RecallIndexing
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct DeletionTests {
    /// A thread of three mails, of which the middle one has an attachment and is to go. Its words are in no other.
    private static func correspondence() -> (records: [ImportRecord], secret: Item, canaries: [String]) {
        var secret = Item.mail("xmid@quokka.example", "Wombatplan", text: "the numbat sleeps", from: "Bilby", day: 1)
        secret.details = .email(EmailDetails(messageID: "xmid@quokka.example", inReplyTo: ["a@x.example"]))
        secret.recipients = [Recipient(Participant(name: "Echidna", address: "echi@dna.example"), role: .cc)]
        var attachment = Item.document("dugongfile.txt", title: "Dugongtitle", text: "a platypus swims")
        attachment.parent = secret.id
        secret.attachments = [
            Attachment(name: "dugongfile.txt", mediaType: "text/plain", byteCount: 9, item: attachment.id)
        ]
        let before = Item.mail("a@x.example", "Keys", text: "they hang by the lantern")
        let after = Item.mail(
            "b@x.example", "Re: Keys", text: "thank you for the kettle", from: "Bea", day: 2, inReplyTo: ["a@x.example"]
        )
        let records: [ImportRecord] = [
            .item(ImportedItem(before)), .item(ImportedItem(secret, attachmentItems: [attachment])),
            .item(ImportedItem(after)),
        ]
        return (
            records, secret,
            [
                "wombatplan", "numbat", "bilby", "xmid@quokka", "echidna", "echi@dna", "dugongfile", "dugongtitle",
                "platypus",
            ]
        )
    }

    @Test func `nothing of a deleted item is in any file, and its neighbours stay as they were`() async throws {
        let fixture = try DeletionFixture()
        let (records, secret, canaries) = Self.correspondence()
        try await fixture.library.store.importRecords(RecordList(records))
        _ = try await fixture.library.embed()
        let passages = try #require(try fixture.library.store.read { try $0.passages(of: secret.id) }).item
        let vector = try #require(try fixture.vectors()[passages.lowerBound.index])
        #expect(try fixture.location.found(canaries) == Set(canaries))
        #expect(try fixture.location.holds(vector))

        #expect(try fixture.library.deleteItem(secret.id) == Deletion(items: 2, threads: 1))
        #expect(try fixture.location.found(canaries) == [])
        #expect(try !fixture.location.holds(vector))
        #expect(try fixture.library.store.isUndamaged())
        #expect(try fixture.library.item(secret.id) == nil)
        #expect(try fixture.matches("numbat OR platypus OR from:bilby OR cc:echidna OR filename:dugongfile") == [])
        #expect(try fixture.matches("lantern OR kettle") == ["a@x.example", "b@x.example"])
        #expect(try fixture.library.search(SearchQuery("lantern kettle")).results.first?.passages.count == 2)
        let kept = records.compactMap { record in
            if case .item(let imported) = record, imported.item.id != secret.id { imported.item } else { nil }
        }
        #expect(try await fixture.differences(from: kept) == [])
        #expect(try fixture.library.deleteItem(secret.id) == nil)
    }

    @Test func `a purge forgets the recent searches, and keeps the saved ones`() async throws {
        let fixture = try await DeletionFixture.holding([.note("a", text: "numbat"), .note("b", text: "lantern")])
        let file = fixture.location.folder + "/searches.json"
        func keep(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: file)) }
        func delete(_ name: String) throws { _ = try fixture.library.deleteItem(ItemID(identifying: ["note", name])) }
        try keep(#"{"recent":["numbat"],"saved":["kind:note"]}"#)
        try delete("a")
        let kept = try JSONDecoder().decode(
            [String: [String]].self, from: Data(contentsOf: URL(fileURLWithPath: file)))
        #expect(kept == ["recent": [], "saved": ["kind:note"]])
        try keep(#"{"recent":["lantern"],"saved":[]}"#)
        try delete("b")
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    /// Chats of a day and notes, each with a word of its own.
    private static let many: [Item] = (0..<240).map { number in
        let text = "canary\(number * 7919)x said thing\(number % 5)"
        return number % 4 == 0
            ? .note("note\(number)", text: text)
            : .message(
                "m\(number)", hour: Double(number % 20), chat: "chat\(number % 6)", text: text, from: "P\(number % 9)")
    }

    @Test(arguments: [1, 2, 3])
    func `after any deletions the library is as if it had never held those items`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let fixture = try await DeletionFixture.holding(Self.many)
        var kept = Self.many
        for _ in 0..<25 {
            let gone = kept.remove(at: Int.random(in: kept.indices, using: &generator))
            #expect(try fixture.library.deleteItem(gone.id)?.items == 1)
            if generator.next() % 4 == 0 { _ = try await fixture.library.embed() }
        }
        let words = { (items: [Item]) in items.map { String($0.text.prefix { $0 != " " }) } }
        let gone = Self.many.filter { !kept.contains($0) }
        #expect(try fixture.location.found(words(gone)) == [], "seed \(seed)")
        #expect(try fixture.location.found(words(kept)).count == kept.count)
        #expect(try await fixture.differences(from: kept) == [], "seed \(seed)")
    }

    @Test func `a thread goes with all its items`() async throws {
        let fixture = try await DeletionFixture.holding(Self.many)
        let chat = Self.many.filter { $0.conversation == "chat1" }
        #expect(try fixture.library.deleteThread(of: chat[3].id) == Deletion(items: chat.count, threads: 1))
        #expect(try await fixture.differences(from: Self.many.filter { $0.conversation != "chat1" }) == [])
        #expect(try fixture.library.deleteThread(of: chat[3].id) == nil)
    }

    @Test func `a thread that has other items than was said is not deleted`() async throws {
        let fixture = try await DeletionFixture.holding(Self.many)
        let chat = Self.many.filter { $0.conversation == "chat1" }
        #expect(throws: ThreadChangedError(items: chat.count)) {
            try fixture.library.deleteThread(of: chat[3].id, expecting: chat.count - 1)
        }
        #expect(try await fixture.differences(from: Self.many) == [])
        #expect(try fixture.library.deleteThread(of: chat[3].id, expecting: chat.count)?.items == chat.count)
    }

    @Test func `a chat goes with all its sessions, and nothing of it comes back`() async throws {
        let chat = (0..<1_100).map { number in
            Item.message(
                "c\(number)", hour: Double(number) / 60 + (number < 600 ? 0 : 700), chat: "family",
                text: "pebble\(number)x", from: "P\(number % 2)")
        }
        let fixture = try await DeletionFixture.holding(Self.many + chat)
        let library = fixture.library
        #expect(try library.chatMessageCount(of: chat[3].id) == 1_100)
        #expect(try library.chatTitles(of: chat[3].id).count == 1)
        #expect(throws: ThreadChangedError(items: 1_100)) { try library.deleteChat(of: chat[3].id, expecting: 600) }
        let note = try #require(Self.many.first { $0.kind == .note })
        #expect(try library.deleteChat(of: note.id) == nil)
        #expect(try library.deleteChat(of: chat[3].id, expecting: 1_100) == Deletion(items: 1_100, threads: 2))
        #expect(try fixture.location.found(stride(from: 0, to: 1_100, by: 90).map { chat[$0].text }) == [])
        #expect(try await fixture.differences(from: Self.many) == [])
        try library.store.write { transaction in
            let kept = try chat.filter { try !transaction.snapshot.isDeleted($0) }
            #expect(kept.isEmpty)
        }
        #expect(try library.deleteChat(of: chat[3].id) == nil)
    }

    @Test func `a deleted item does not come back until it is asked for`() async throws {
        let fixture = try await DeletionFixture.holding(Self.many)
        let store = fixture.library.store
        _ = try fixture.library.deleteItem(Self.many[0].id)
        _ = try fixture.library.deleteItem(Self.many[1].id)
        let again = try await store.importRecords(RecordList(Self.many), path: "/all", modified: 2)
        #expect((again.items, again.new, again.duplicates, again.deletedBefore) == (240, 0, 238, 2))
        #expect(try await fixture.differences(from: Array(Self.many.dropFirst(2))) == [])

        let unit = SourceUnit(path: "/all", root: "/all", format: .jsonl, byteCount: 1, modified: 2)
        let reader = RecordList(Self.many)
        let restored = try await ImportPipeline(store: store, readers: { _ in reader }, restoresDeleted: true)
            .run([.unit(unit)])
        #expect((restored.new, restored.deletedBefore) == (2, 0))
        #expect(try await fixture.differences(from: Self.many) == [])
        // They are as if they had never been deleted: the next import knows them.
        let known = try await store.importRecords(RecordList(Self.many), path: "/all", modified: 3)
        #expect((known.new, known.duplicates, known.deletedBefore) == (0, 240, 0))
    }

    @Test func `an attachment that is deleted alone is no longer named by its mail`() async throws {
        let fixture = try DeletionFixture()
        let (records, secret, _) = Self.correspondence()
        try await fixture.library.store.importRecords(RecordList(records))
        let attachment = try #require(secret.attachments[0].item)
        #expect(try fixture.library.deleteItem(attachment) == Deletion(items: 1, threads: 1))
        #expect(try fixture.library.item(secret.id)?.attachments.map(\.item) == [nil])
        #expect(try fixture.location.found(["platypus"]) == [])
    }

    @Test func `vectors of windows that have not changed are not made anew`() async throws {
        let messages = (0..<600).map { number in
            Item.message(
                "\(number)", hour: Double(number) / 15,
                text: (0..<30).map { "w\(number * 31 + $0)" }.joined(separator: " "))
        }
        let fixture = try await DeletionFixture.holding(messages)
        let whole = fixture.encoder.inputs.count
        fixture.encoder.forget()
        _ = try fixture.library.deleteItem(messages[590].id)
        let done = try #require(try await fixture.library.embed())
        #expect(done.cached > 350 && fixture.encoder.inputs.count < whole / 2)
        #expect(try await fixture.differences(from: messages.filter { $0.id != messages[590].id }) == [])
    }

    @Test func `what is deleted while it is embedded leaves no vector`() async throws {
        let store = try DeletionFixture().library.store
        try await store.importItems(Self.many, path: "/all")
        let chat = Self.many.filter { $0.conversation == "chat2" }
        let encoder = HashingEncoder { _ = try? LibraryDeletion(store: store).item(chat[0].id) }
        _ = try await EmbeddingPipeline(store: store, encoder: encoder).run()
        let layout = try store.read { try $0.passageLayout() }
        let generation = try #require(try store.read { try $0.servingGeneration() })
        try store.read { (snapshot) throws in
            try snapshot.forEachVectorBlock(of: generation) { block in
                #expect(block.passages.allSatisfy { layout.isLive(PassageID(rawValue: $0)) })
            }
        }
        #expect(try store.allItems().count == Self.many.count - 1)
        let rest = try await EmbeddingPipeline(store: store, encoder: HashingEncoder()).run()
        #expect(rest.passages > 0)
        let counts = try store.read { try $0.counts() }
        #expect(counts.passages == counts.embeddedPassages)
    }

    @Test func `vectors go from every generation, from one that is not complete too`() async throws {
        let fixture = try await DeletionFixture.holding(Self.many)
        let store = fixture.library.store
        let encoder = HashingEncoder(name: "other", pieceLength: 3)
        let other = EmbeddingPipeline(store: store, encoder: encoder) { done in
            if done.passages > 0 { withUnsafeCurrentTask { $0?.cancel() } }
        }
        _ = try await Task { try await other.run() }.value
        let generation = try #require(try store.read { try $0.generation(fingerprint: other.fingerprint) })
        #expect(!generation.isServing)
        let gone = Self.many[5]
        let passage = try #require(try store.read { try $0.passages(of: gone.id) }).item.lowerBound
        let vectors = try [fixture.vectors(), fixture.vectors(of: generation)].compactMap { $0[passage.index] }
        #expect(Set(vectors).count == 2)
        _ = try fixture.library.deleteItem(gone.id)
        for vector in vectors { #expect(try !fixture.location.holds(vector)) }
        let done = try await EmbeddingPipeline(store: store, encoder: encoder).run()
        #expect(done.passages > 0)
        #expect(try store.read { try $0.servingGeneration() }?.fingerprint == other.fingerprint)
    }

    @Test func `a thread that grows while items of it are deleted has what is left`() async throws {
        let fixture = try DeletionFixture()
        let library = fixture.library
        let messages = (0..<34_000).map { Item.message("\($0)", hour: Double($0) / 400, text: "canary\($0)x") }
        let deleting = stride(from: 32_010, to: 34_000, by: 360)
        let reader = RecordList(messages) { index in
            // The first batch of 16,000 is stored when the third is read.
            if deleting.contains(index) { _ = try? library.deleteItem(messages[index - 32_005].id) }
        }
        _ = try await library.store.importAndEmbedRecords(reader, fixture.encoder)
        let kept = messages.enumerated().filter { !deleting.contains($0.offset + 32_005) }.map(\.element)
        #expect(try library.store.allItems().count == kept.count)
        let ids = Set(kept.map(\.id))
        #expect(try fixture.location.found(messages.filter { !ids.contains($0.id) }.map(\.text)) == [])
        #expect(try await fixture.differences(from: kept) == [])
    }

    @Test func `a library that is open for reading says so`() async throws {
        let item = Self.many[0]
        let location = try await DeletionFixture.holding([item]).location
        let library = try RecallLibrary(at: location, for: .read, model: .none)
        let isReadOnly = { (error: any Error) in (error as? StoreError)?.code == .readOnly }
        #expect(performing: { _ = try library.deleteItem(item.id) }, throws: isReadOnly)
        #expect(performing: { _ = try library.deleteThread(of: item.id) }, throws: isReadOnly)
        let source = try #require(try library.sources().first?.id)
        #expect(performing: { _ = try library.deleteSource(source) }, throws: isReadOnly)
    }
}
