import Foundation
import RecallCore
import RecallEmbedding
import RecallIndexing
import RecallSearch
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct SearchResultTests {
    private static func text(_ hit: PassageHit, _ range: Range<Int>) -> String {
        String(decoding: Array(hit.text.utf8)[range], as: UTF8.self)
    }

    @Test func `a thread is one result with its best passages`() async throws {
        let paragraph = "The boiler whistles " + String(repeating: "and hums ", count: 60) + "again."
        let thread = (0..<6).map { number in
            Item.mail("\(number)", "Boiler", text: paragraph, day: Double(number), references: number > 0 ? ["0"] : [])
        }
        let fixture = try await SearchFixture(thread + [.note("n", text: "A boiler in a note.")])
        let results = try fixture.engine().search(SearchQuery("boiler")).results
        #expect(results.count == 2)
        let mails = try #require(results.first { $0.thread.kind == .email })
        let all = try fixture.store.read { try $0.counts() }.passages - 1
        #expect(mails.passages.count == 3 && mails.morePassages == all - 3)
        #expect(mails.thread.itemCount == 6)
        #expect(mails.passages.map(\.score.fused) == mails.passages.map(\.score.fused).sorted(by: >))
        #expect(mails.score == mails.passages[0].score.fused)
        #expect(results.map(\.score) == results.map(\.score).sorted(by: >))
    }

    @Test func `what only a signature says is listed`() async throws {
        var mail = Item.mail("reply", "Heating", text: "Yes I agree.\n\n-- \nthe xylophone player", day: 1)
        mail.authoredRanges = [0..<12]
        let engine = try await SearchFixture([mail, .note("n", text: "A boiler in a note.")]).engine()
        let quoted = try engine.search(SearchQuery("\"xylophone\""))
        #expect(quoted.shown == [["reply"]] && quoted.notes.contains { $0.contains("No ranked part says it") })
        let plain = try engine.search(SearchQuery("xylophone"))
        #expect(plain.shown == [["reply"]] && plain.results[0].why.contains("signature"))
        #expect(try engine.search(SearchQuery("kind:note zebra")).results.isEmpty)
    }

    @Test(arguments: [1, 2, 5]) func `no more results than asked for`(limit: Int) async throws {
        let fixture = try await SearchFixture((0..<9).map { .note("\($0)", text: "a boiler") })
        #expect(try fixture.engine().search(SearchQuery("boiler", limit: limit)).results.count == limit)
    }

    @Test func `highlights are the bytes of the query's words, whatever their form and accents`() async throws {
        let text =
            "Über the CAFÉ — the landlord's deposits 🦋 are with the cafe\u{301} owner, and that is what he deposited there."
        let fixture = try await SearchFixture([.note("n", text: text)])
        let hit = try #require(
            try fixture.engine().search(SearchQuery("café deposit uber the")).results.first?.passages.first)
        #expect(hit.highlights.map { Self.text(hit, $0) } == ["Über", "CAFÉ", "deposits", "cafe\u{301}", "deposited"])
        #expect(Array(hit.text.utf8) == Array(Array(text.utf8)[hit.passage.range]))
    }

    @Test func `a hit's text is exactly the bytes of its range`() async throws {
        let text =
            "Vorher, ganz ohne.\n\n" + String(repeating: "é会🦋 ", count: 80) + "\n\nDer Kessel pfeift. 🦋\n\nNachher."
        let fixture = try await SearchFixture([.note("n", text: text)])
        for result in try fixture.engine().search(SearchQuery("Kessel")).results {
            for hit in result.passages {
                #expect(Array(hit.text.utf8) == Array(Array(text.utf8)[hit.passage.range]))
                #expect(hit.highlights.allSatisfy { Self.text(hit, $0) == "Kessel" })
            }
        }
    }

    /// A document of pages with a sentence each.
    private static func document(_ pages: [String]) -> Item {
        var item = Item.document("/d/manual.pdf", text: pages.joined(separator: "\n\n"))
        var starts: [Int] = []
        for page in pages { starts.append((starts.last ?? 0) + (starts.isEmpty ? 0 : page.utf8.count + 2)) }
        item.details = .document(
            DocumentDetails(format: "pdf", path: "/d/manual.pdf", pageCount: pages.count, pageStarts: starts))
        return item
    }

    @Test(arguments: ["boiler", "boiler kind:document", "kind:document \"the boiler\""])
    func `a hit in a document says on which page its first word is`(query: String) async throws {
        let pages = (0..<5).map { "Page über \($0)." } + ["The boiler whistles."] + ["The end is here."]
        let equal = pages.map { $0.padding(toLength: 20, withPad: " ", startingAt: 0) }
        let fixture = try await SearchFixture([Self.document(equal), .note("n", text: "A boiler in a note.")])
        let hits = try fixture.engine().search(SearchQuery(query)).results.flatMap(\.passages)
        let document = try #require(hits.first { $0.item.kind == .document })
        #expect(document.page == 6)
        #expect(hits.filter { $0.item.kind == .note }.allSatisfy { $0.page == nil })
    }

    @Test func `a document of one page, or of pages that are not known, says none`() async throws {
        let unknown = Item.document("/d/a.txt", text: "A boiler.")
        for item in [Self.document(["A boiler."]), unknown] {
            let hits = try await SearchFixture([item]).engine().search(SearchQuery("boiler")).results.flatMap(
                \.passages)
            #expect(hits.map(\.page) == [nil])
        }
        let listed = try await SearchFixture([Self.document(["A boiler.", "A kettle"])]).engine()
        #expect(try listed.search(SearchQuery("kind:document")).results.flatMap(\.passages).map(\.page) == [nil])
    }

    @Test func `nothing found is empty`() async throws {
        let fixture = try await SearchFixture([.note("n", text: "a boiler")])
        for query in ["zeppelin", "", " ", "!?", "\"\"", "boilers' \"zeppelin\""] {
            #expect(try fixture.engine().search(SearchQuery(query)).results.isEmpty, "\(query)")
        }
        let empty = try await SearchFixture([])
        #expect(try empty.engine(HashingEncoder()).search(SearchQuery("boiler")).results.isEmpty)
    }

    @Test func `a word that only a signature says finds the mail that has it`() async throws {
        let text = "Sounds lovely, see you there!\n-- \nmimosas at Cafe Noche"
        var quoting = Item.mail("q", "Re: Sunday", text: text, from: "Ada")
        quoting.authoredRanges = [0..<29]
        let others = [Item.note("c", text: "The cafe at the corner is closed."), .note("d", text: "Lovely drinks.")]
        let engine = try await SearchFixture([quoting] + others).engine()
        for query in ["mimosas", "cafe noche", "mimosas lovely corner"] {
            let response = try engine.search(SearchQuery(query))
            #expect(response.shown.first == ["q"] && response.answer == .says, "\(query)")
            #expect(response.results.first?.why.contains("signature") == true)
            #expect(response.notes.allSatisfy { !$0.contains("quotation marks") })
        }
        var junk = quoting
        var details = EmailDetails(messageID: "q")
        details.isInJunkFolder = true
        junk.details = .email(details)
        let other = try await SearchFixture([junk] + others).engine()
        #expect(try other.search(SearchQuery("mimosas")).shown.first != ["q"])
        #expect(try engine.search(SearchQuery("mimosas kind:note")).shown.first != ["q"])
        #expect(try engine.search(SearchQuery("mimosa")).answer != .says)
    }

    @Test func `why says the words, the closeness and the sender`() async throws {
        let encoder = HashingEncoder()
        let fixture = try await SearchFixture(
            [
                .mail("a", text: "The boiler whistles.", from: "Ada"),
                .mail("b", text: "Ferns by the river.", from: "Bea"),
            ], embeddedBy: encoder)
        let best = try #require(try fixture.engine(encoder).search(SearchQuery("ada boiler whistles")).results.first)
        #expect(best.why.contains("says “boiler whistles”"))
        #expect(best.why.contains("close in meaning"))
        #expect(best.why.contains("from Ada"))
        #expect(best.passages[0].score.namesSender)
    }

    @Test func `equal searches give equal answers without NaN, whatever is asked`() async throws {
        var generator = SeededGenerator(seed: 61)
        let vocabulary = ["boiler", "ferns", "the", "é", "会議", "🦋", "12", "river", "\"", "*", "\0", ":", "(", "-"]
        let items = (0..<200).map { Item.note("\($0)", text: generator.words(12, of: vocabulary)) }
        let encoder = HashingEncoder()
        let fixture = try await SearchFixture(items, embeddedBy: encoder)
        let engines = [fixture.engine(encoder), fixture.engine(encoder)]
        for _ in 0..<100 {
            let query = SearchQuery(generator.words(Int.random(in: 0...6, using: &generator), of: vocabulary))
            let responses = try engines.map { try $0.search(query) }
            #expect(responses[0] == responses[1])
            #expect(responses[0].scores.allSatisfy { $0.isFinite })
        }
    }
}
