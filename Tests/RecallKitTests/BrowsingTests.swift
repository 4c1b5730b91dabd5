import Foundation
import RecallCore
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct BrowsingTests {
    /// Mails and messages over three years, in an order that is not that of their dates; some without one.
    private static let items: [Item] = (0..<500).map { number in
        let shuffled = number * 337 % 500
        switch number % 3 {
        case 0:
            return .mail(
                "mail\(number)", "Topic \(number % 11)", text: "the kettle whistles \(number)",
                from: ["Ada", "Bea", "Cem"][number % 7 % 3], day: number % 50 == 0 ? nil : Double(shuffled) * 2)
        case 1:
            return .message(
                "m\(number)", hour: Double(shuffled * 40), chat: number % 2 == 0 ? "Night walks" : "Ü \"moths\"",
                text: "a lantern  glows\n\n\(number)", from: "Zoë O'Hara")
        default: return .note("note \(number)", text: String(repeating: "ferns grow by the mill, ", count: number % 9))
        }
    }

    private static let clock = QueryClock(now: .days(1_200), timeZone: TimeZone(identifier: "Europe/Berlin")!)

    private static func library() async throws -> RecallLibrary {
        let location = LibraryLocation(path: try ScratchFolder().path + "/library")
        let library = try RecallLibrary(at: location, for: .write, model: .none)
        try await library.store.importItems(items, path: "/old mail/all.jsonl")
        return library
    }

    private static func query(_ text: String) -> SearchQuery { SearchQuery(text, clock: clock) }

    private static let queries = [
        "", "kettle", "from:zoë", "date:2025 -ferns", "zeppelin", "in:\"night walks\" OR kind:note",
    ]

    @Test(arguments: queries)
    func `pages are pieces of the whole list, at any offset`(text: String) async throws {
        let library = try await Self.library()
        var all: [ItemSummary] = []
        try library.forEachMatch(Self.query(text)) { all.append($0) }
        for (offset, limit) in [
            (0, 50), (0, 0), (49, 1), (120, 50), (490, 50), (500, 9), (9_999, 9), (-5, 9), (0, 9_999),
        ] {
            let page = try library.page(Self.query(text), offset: offset, limit: limit)
            #expect(page.total == all.count)
            #expect(page.items.map(\.summary) == Array(all.dropFirst(max(0, offset)).prefix(limit)), "\(offset)")
        }
    }

    @Test func `a message opens in its whole chat, across sessions, and other items do not`() async throws {
        let library = try await Self.library()
        let chat = try library.page(Self.query("in:\"night walks\""), offset: 0, limit: 500).items.map(\.summary.id)
            .reversed()
        for (position, id) in chat.enumerated() where position % 17 == 0 {
            let window = try #require(try library.conversationWindow(of: id, before: 20, after: 30))
            #expect(window.position == position && window.offset == max(0, position - 20))
            #expect(window.chat.itemCount == chat.count && window.session.itemCount < chat.count)
            #expect(window.items.map(\.id) == Array(Array(chat)[window.offset..<min(chat.count, position + 31)]))
        }
        let mail = try #require(try library.page(Self.query("kind:email"), offset: 0, limit: 1).items.first)
        #expect(try library.conversationWindow(of: mail.summary.id, before: 1, after: 1) == nil)
    }

    @Test func `a list shows how an item begins and how many are in its thread`() async throws {
        let library = try await Self.library()
        let listed = try library.page(Self.query(""), offset: 0, limit: 500).items
        for item in listed {
            let whole = try #require(try library.item(item.summary.id))
            let line = whole.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(item.preview.count <= 160 && line.hasPrefix(item.preview))
            #expect(item.preview.count > 150 || item.preview == line)
            #expect(item.threadItemCount == (try library.thread(of: item.summary.id))?.items.count)
        }
    }

    @Test func `what the author wrote is shown first, not what is quoted`() async throws {
        let location = LibraryLocation(path: try ScratchFolder().path + "/library")
        let library = try RecallLibrary(at: location, for: .write, model: .none)
        try await library.store.importItems([.note("n", text: "> quoted\nmine", authored: [9..<13])], path: "/all")
        #expect(try library.page(Self.query(""), offset: 0, limit: 1).items.map(\.preview) == ["mine"])
    }

    @Test func `a list is made anew when the library has changed`() async throws {
        let library = try await Self.library()
        let first = try library.page(Self.query("kettle"), offset: 0, limit: 3)
        #expect(try library.facets(Self.query("kettle")).total == first.total)
        #expect(try library.deleteItem(first.items[1].summary.id)?.items == 1)
        #expect(try library.facets(Self.query("kettle")).total == first.total - 1)
        let page = try library.page(Self.query("kettle"), offset: 0, limit: 2)
        #expect(page.total == first.total - 1)
        #expect(page.items.map(\.summary.id) == [first.items[0].summary.id, first.items[2].summary.id])
    }

    @Test(arguments: queries)
    func `facets count what matches`(text: String) async throws {
        let library = try await Self.library()
        let facets = try library.facets(Self.query(text))
        var all: [ItemSummary] = []
        let count = try library.forEachMatch(Self.query(text)) { all.append($0) }
        #expect((facets.total, facets.threads) == (count.items, count.threads))
        #expect(facets.kinds.map(\.kind) == ItemKind.allCases.filter { kind in all.contains { $0.kind == kind } })
        for kind in facets.kinds { #expect(kind.items == all.count { $0.kind == kind.kind }) }
        #expect(facets.people.reduce(0) { $0 + $1.items } == all.count { $0.sender != nil })
        for person in facets.people { #expect(person.items == all.count { $0.sender == person.person }) }
        let months = Dictionary(grouping: all.compactMap(\.date)) { date in
            let parts = Self.clock.calendar.dateComponents([.year, .month], from: date)
            return String(format: "%04d-%02d", parts.year!, parts.month!)
        }
        #expect(facets.months.map(\.month) == months.keys.sorted(by: >))
        for month in facets.months { #expect(month.items == months[month.month]?.count) }
        for year in facets.years {
            #expect(
                year.items == facets.months.filter { Int($0.month.prefix(4)) == year.year }.reduce(0) { $0 + $1.items })
        }
        #expect(facets.years.map(\.year) == Set(months.keys.map { Int($0.prefix(4))! }).sorted(by: >))
    }

    @Test func `a chat and a folder of its name are one place`() async throws {
        let location = LibraryLocation(path: try ScratchFolder().path + "/library")
        let library = try RecallLibrary(at: location, for: .write, model: .none)
        let chat = (0..<4).map { number in
            Item.message("m\(number)", hour: Double(number), chat: "Mira", text: "tea \(number)", from: "Mira")
        }
        try await library.store.importItems(chat, path: "/chats.jsonl")
        let notes = [Item.note("one", text: "quay"), .note("two", text: "pier")]
        try await library.store.importItems([chat[3]] + notes, path: "/Mira")
        for query in ["", "kind:note OR tea"] {
            let places = try library.facets(Self.query(query)).places.filter { $0.query.contains("mira") }
            #expect(places.map(\.items) == [6])
            #expect(try library.count(Self.query("in:mira")).items == 6)
        }
    }

    @Test func `the query of each person, place and month finds what was counted`() async throws {
        let library = try await Self.library()
        let facets = try library.facets(Self.query(""))
        #expect(Set(facets.places.map(\.name)) == ["/old mail/all.jsonl", "Night walks", "Ü \"moths\""])
        #expect(facets.people.count == 4)
        for (query, items) in facets.people.map({ ($0.query, $0.items) }) + facets.places.map({ ($0.query, $0.items) })
        {
            #expect(try library.count(Self.query(query)).items == items, "\(query)")
        }
        for month in facets.months {
            #expect(try library.count(Self.query("date:\(month.month)")).items == month.items, "\(month.month)")
        }
    }

    @Test func `languages are counted where they can be told, and the query of each finds what was counted`()
        async throws
    {
        let location = LibraryLocation(path: try ScratchFolder().path + "/library")
        let library = try RecallLibrary(at: location, for: .write, model: .none)
        let texts = ["Das ist noch nicht da.", "Das haben wir nicht.", "That is what we have.", "made up"]
        try await library.store.importItems(
            texts.enumerated().map { .mail("\($0)", text: $1, day: Double($0)) }, path: "/all")
        let languages = try library.facets(Self.query("")).languages
        #expect(languages.map(\.query) == ["lang:de", "lang:en"])
        #expect(languages.map(\.items) == [2, 1])
        for one in languages { #expect(try library.count(Self.query(one.query)).items == one.items) }
        #expect(try library.facets(Self.query("haben")).languages.map(\.language) == [.german])
    }

    @Test func `a person with several names is one by the address`() async throws {
        let location = LibraryLocation(path: try ScratchFolder().path + "/library")
        let library = try RecallLibrary(at: location, for: .write, model: .none)
        let names = ["A. Lind", "Ada Lind", "Ada Lind", ""]
        try await library.store.importItems(
            names.enumerated().map { number, name in
                var mail = Item.mail("\(number)", day: Double(number))
                mail.sender = Participant(
                    name: name, address: number == 1 ? "ADA@people.example" : "ada@people.example")
                return mail
            }, path: "/all")
        let people = try library.facets(Self.query("")).people
        #expect(people.map(\.items) == [4])
        #expect(people[0].query.lowercased() == "from:\"ada@people.example\"")
    }

    @Test func `a window shows an item with its neighbours`() async throws {
        let location = LibraryLocation(path: try ScratchFolder().path + "/library")
        let library = try RecallLibrary(at: location, for: .write, model: .none)
        let items = (0..<30).map { Item.message("\($0)", hour: Double($0)) }
        try await library.store.importItems(items.reversed(), path: "/all")
        for (before, after) in [(0, 0), (3, 5), (100, 0), (0, 100), (.max, .max), (-1, -1)] {
            for (position, item) in items.enumerated() {
                let window = try #require(try library.threadWindow(of: item.id, before: before, after: after))
                let first = max(0, position - min(max(0, before), 100)),
                    last = min(29, position + min(max(0, after), 100))
                #expect((window.position, window.offset, window.thread.itemCount) == (position, first, 30))
                #expect(window.items == Array(items[first...last]))
            }
        }
        #expect(try library.threadWindow(of: Item.note("x", text: "").id, before: 0, after: 0) == nil)
    }

    @Test func `sources and failures are listed`() async throws {
        let location = LibraryLocation(path: try ScratchFolder().path + "/library")
        let library = try RecallLibrary(at: location, for: .write, model: .none)
        for path in ["/b", "/a"] { try await library.store.importItems(Array(Self.items.prefix(7)), path: path) }
        let listed = try library.sources()
        #expect(listed.map(\.path) == ["/a", "/b"])
        #expect(listed.allSatisfy { $0.items == 7 && $0.isComplete && $0.failures == 0 && $0.format == "jsonl" })
        #expect(try library.sources(of: Self.items[0].id).map(\.path) == ["/a", "/b"])
        #expect(try library.sources(of: Self.items[8].id).map(\.path) == [])
        let failures = (0..<5).map {
            StoredFailure(path: "/f\($0)", place: nil, code: "malformed", reason: "No.", isAttachment: false)
        }
        try library.store.write { transaction in for failure in failures { try transaction.add(failure, file: nil) } }
        let page = try library.failures(offset: 1, limit: 3)
        #expect(page.total == 5 && page.failures == Array(failures[1...3]))
    }
}
