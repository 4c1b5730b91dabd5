import Foundation
import RecallCore
import RecallImport
import RecallIndexing
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// The same files in any order, with deletions and later imports between, make the same library.
@Suite(.scratch) struct ImportOrderTests {
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `a library depends on what was imported, not on the order, on deletions or on later imports`(seed: UInt64)
        async throws
    {
        var random = SeededGenerator(seed: seed)
        let archive = MixedArchive(using: &random)
        let expected = try await LibraryState(of: archive.imported(in: archive.paths.sorted()))
        let fixture = try DeletionFixture()
        for path in archive.paths.shuffled(using: &random) {
            try await archive.importFile(path, into: fixture)
            if Bool.random(using: &random) { try archive.deleteSomething(from: fixture, using: &random) }
        }
        // In another order, what was deleted comes back.
        for path in archive.paths.shuffled(using: &random) {
            try await archive.importFile(path, into: fixture, restoringDeleted: true)
        }
        let differences = try await LibraryState(of: fixture).differences(from: expected)
        #expect(differences == [], "\(differences.joined(separator: "\n"))")
    }

    @Test(arguments: 21...30 as ClosedRange<UInt64>)
    func `after a source was deleted the library is that of the others`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        // Of a mail that stays in another file the better copy is kept, so here are no copies.
        let archive = MixedArchive(using: &random, copies: false)
        let fixture = try await archive.imported(in: archive.paths.shuffled(using: &random))
        let gone = archive.paths.shuffled(using: &random).prefix(2)
        for path in gone { _ = try fixture.library.deleteSource(try #require(try fixture.source(path))) }
        let rest = archive.paths.filter { !gone.contains($0) }
        let expected = try await LibraryState(of: archive.imported(in: rest.shuffled(using: &random)))
        let differences = try await LibraryState(of: fixture).differences(from: expected)
        #expect(differences == [], "\(differences.joined(separator: "\n"))")
    }

    @Test func `of copies of a mail the one that says most is kept, whichever comes first`() async throws {
        let full = Item.mail("b", "Keys", inReplyTo: ["a"])
        var poor = Item.mail("b", "[list] Keys")
        poor.recipients = [Recipient(Participant(name: "List"), role: .to)]
        for copies in [[full, poor], [poor, full]] {
            let fixture = try DeletionFixture()
            let parent = Item.mail("a", "Other")
            for (number, item) in ([parent] + copies).enumerated() {
                try await fixture.library.store.importRecords(RecordList([item]), path: "/\(number)", format: .mbox)
            }
            #expect(try fixture.library.store.allItems().contains(full))
            #expect(try fixture.library.store.grouping() == [["a", "b"]])
        }
    }

    @Test func `a mail in several mailboxes has the labels of all, whichever comes first`() async throws {
        let copies = [["Inbox"], [], ["Boats", "Archive"]].map { labels in
            var mail = Item.mail("b", "Keys")
            guard case .email(var details) = mail.details else { return mail }
            details.labels = labels
            mail.details = .email(details)
            return mail
        }
        for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0, 2]] {
            let fixture = try DeletionFixture()
            for (number, copy) in order.enumerated() {
                try await fixture.library.store.importRecords(
                    RecordList([copies[copy]]), path: "/\(number)", format: .mbox)
            }
            let counts = try ["tag:inbox", "tag:boats", "tag:archive"].map {
                try fixture.library.count(SearchQuery($0)).items
            }
            #expect(counts == [1, 1, 1])
        }
    }

    @Test func `a thread falls apart when the mail that held it together is deleted`() async throws {
        let fixture = try await DeletionFixture.holding([
            .mail("a", "Keys", day: 1), .mail("b", "Locks", day: 2),
            .mail("c", "Both", day: 3, references: ["a", "b"]),
            .message("x", hour: 0), .message("y", hour: 20), .message("z", hour: 40),
        ])
        #expect(try fixture.library.store.grouping() == [["a", "b", "c"], ["x", "y", "z"]])
        _ = try fixture.library.deleteItem(ItemID(identifying: ["mail", "c"]))
        _ = try fixture.library.deleteItem(ItemID(identifying: ["message", "walks", "y"]))
        #expect(try fixture.library.store.grouping() == [["a"], ["b"], ["x"], ["z"]])
        #expect(try fixture.library.store.isUndamaged())
    }

    @Test func `a reply moves to the original that comes late`() async throws {
        let fixture = try DeletionFixture()
        let mails = [
            Item.mail("old", "Invoice", day: 1), .mail("reply", "Re: Invoice", day: 20),
            .mail("answer", "Re: Invoice", day: 21, inReplyTo: ["reply"]), .mail("new", "Invoice", day: 19),
        ]
        for mail in mails { try await fixture.library.store.importItems([mail], path: "/\(mail.externalID ?? "")") }
        #expect(try fixture.library.store.grouping() == [["old"], ["new", "reply", "answer"]])
        _ = try fixture.library.deleteItem(mails[3].id)
        #expect(try fixture.library.store.grouping() == [["old", "reply", "answer"]])
    }

    @Test func `messages of the same minute stay in the order of their file`() async throws {
        let messages = (0..<6).map { Item.message("\($0)", hour: 1, text: "word\($0)") }
        let fixture = try DeletionFixture()
        try await fixture.library.store.importItems(Array(messages[3...]), path: "/b")
        try await fixture.library.store.importItems(Array(messages[..<4]), path: "/a")
        let thread = try #require(try fixture.library.store.allThreads().first)
        func order() throws -> [String?] {
            try fixture.library.store.read { try $0.items(thread: thread).map(\.externalID) }
        }
        #expect(try order() == ["0", "1", "2", "3", "4", "5"])
        #expect(try fixture.library.store.read { try $0.isInReadingOrder(thread: thread) })
    }
}

/// Files of mails, messages, notes and documents, many of which belong together for more than one reason.
struct MixedArchive {
    private var files: [String: [Item]] = [:]

    var paths: [String] { files.keys.sorted() }

    init(using random: inout SeededGenerator, copies: Bool = true) {
        let paths = (0..<6).map { "/archive/\($0).mbox" }
        for item in Self.mails(&random) + Self.messages(&random) + Self.others {
            files[paths.randomElement(using: &random) ?? "", default: []].append(item)
            guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
            let copy = copies ? Self.copy(of: item, &random) : item
            let path = paths.randomElement(using: &random) ?? ""
            if files[path]?.contains(where: { $0.id == item.id }) != true { files[path, default: []].append(copy) }
        }
    }

    private static func mails(_ random: inout SeededGenerator) -> [Item] {
        let subjects = ["Keys", "Invoice", "Invoice", "boiler"]
        return (0..<50).map { number in
            let prefix = ["", "Re: ", "[walks] Re: ", "Fwd: "].randomElement(using: &random) ?? ""
            let subject = prefix + (subjects.randomElement(using: &random) ?? "")
            // Some of the ids never come; mails refer to later ones and to themselves too.
            let references = (0..<max(0, Int.random(in: -2...2, using: &random))).map { _ in
                "\(Int.random(in: 0..<150, using: &random))"
            }
            let day =
                Int.random(in: 0..<12, using: &random) == 0 ? nil : Double(Int.random(in: 0..<300, using: &random))
            return .mail(
                "\(number)", subject, text: random.words(12, of: ["mill", "river", "kettle", "wheel"]) + " m\(number)",
                from: ["Ada", "Ben", "Cleo"].randomElement(using: &random) ?? "", day: day,
                inReplyTo: Array(references.prefix(1)), references: references)
        }
    }

    private static func messages(_ random: inout SeededGenerator) -> [Item] {
        (0..<30).map { number in
            let hour = number % 10 == 9 ? nil : Double(Int.random(in: 0..<40, using: &random)) * 9
            let answers = number % 3 == 0 ? "\(number * 7 % 30)" : nil
            return .message(
                "\(number)", hour: hour, chat: ["walks", "talks"].randomElement(using: &random) ?? "",
                text: number % 7 == 0 ? "" : random.words(5, of: ["mill", "river", "otter"]) + " c\(number)",
                answers: answers)
        }
    }

    private static var others: [Item] {
        var notes = ["a", "b", "c"].map { Item.note($0, text: "kettle note \($0)") }
        for index in 0..<2 { notes[index].conversation = "project" }
        return notes
            + ["/d/talk-v1.docx", "/d/talk-v2.docx", "/d/letter.pdf"].map { .document($0, text: "wheel \($0)") }
    }

    /// A copy as a mailing list sends it, or a message after an edit.
    private static func copy(of item: Item, _ random: inout SeededGenerator) -> Item {
        if case .message(var message) = item.details, !item.text.isEmpty, Bool.random(using: &random) {
            var edited = item
            message.edited = .days(500)
            (edited.text, edited.details) = (item.text + " river again", .message(message))
            edited.authoredRanges = [0..<edited.text.utf8.count]
            return edited
        }
        guard item.kind == .email, case .email(var details) = item.details else { return item }
        var copy = item
        if Bool.random(using: &random) { copy.title = "[list] " + item.title }
        if Bool.random(using: &random) { details.inReplyTo = [] }
        if Int.random(in: 0..<3, using: &random) == 0 { details.references = [] }
        if Bool.random(using: &random) { copy.text += " " }
        copy.authoredRanges = [0..<copy.text.utf8.count]
        copy.details = .email(details)
        return copy
    }

    func imported(in paths: [String]) async throws -> DeletionFixture {
        let fixture = try DeletionFixture()
        for path in paths { try await importFile(path, into: fixture) }
        return fixture
    }

    func importFile(_ path: String, into fixture: DeletionFixture, restoringDeleted: Bool = false) async throws {
        try await fixture.library.store.importRecords(
            RecordList(files[path] ?? []), path: path, format: .mbox, restoringDeleted: restoringDeleted)
    }

    /// Deletes a source, an item or a thread.
    func deleteSomething(from fixture: DeletionFixture, using random: inout SeededGenerator) throws {
        let items = try fixture.library.store.allItems().map(\.id)
        guard let item = items.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: _ = try fixture.library.deleteItem(item)
        case 1: _ = try fixture.library.deleteThread(of: item)
        default:
            let source = try fixture.library.sources().randomElement(using: &random)
            if let source { _ = try fixture.library.deleteSource(source.id) }
        }
    }
}

/// All of a library that may not depend on its history: contents, the order in which threads are read, and answers.
struct LibraryState {
    private let contents: LibraryContents
    private let orders: Set<[String?]>
    private let answers: [String: [String]]

    private static let queries = [
        "invoice", "river mill", "keys kettle", "otter", "boiler from:ada", "wheel c3", "note project",
        "is:email river",
        "m17 m18", "re invoice otter",
    ]

    init(of fixture: DeletionFixture) async throws {
        _ = try await fixture.library.embed()
        let store = fixture.library.store
        contents = try LibraryContents(of: store)
        let threads = try store.allThreads()
        orders = try store.read { snapshot in
            Set(
                try threads.map { thread in
                    #expect(try snapshot.isInReadingOrder(thread: thread))
                    return try snapshot.items(thread: thread).map(\.externalID)
                })
        }
        #expect(try store.isUndamaged())
        var answers: [String: [String]] = [:]
        for query in Self.queries { answers[query] = try Self.answer(fixture.library.search(SearchQuery(query))) }
        self.answers = answers
    }

    /// The results with their scores, whose last digits depend on the order of sums; equally good ones in any order.
    private static func answer(_ response: SearchResponse) -> [String] {
        response.results.map { result in
            let hits = result.passages.map { hit in
                "\(hit.item.externalID ?? "") \(hit.passage.range) \((hit.score.fused * 1_000).rounded())"
            }
            return ([result.thread.title, "\(result.thread.itemCount)"] + hits.sorted()).joined(separator: "; ")
        }.sorted()
    }

    func differences(from other: LibraryState) -> [String] {
        var differences = contents.differences(from: other.contents)
        let unlike = orders.symmetricDifference(other.orders)
        if !unlike.isEmpty { differences.append("orders such as \(unlike.prefix(2))") }
        for query in Self.queries where answers[query] != other.answers[query] {
            let unlike = Set(answers[query] ?? []).symmetricDifference(other.answers[query] ?? [])
            differences.append("answers to \(query): \(unlike.sorted().prefix(4))")
        }
        return differences
    }
}
