import Foundation
import RecallCore
import RecallStore
import RecallTestSupport
import RecallText
import Testing

@Suite(.scratch) struct FilterTests {
    private static let hostile = [
        "\"", "\"\"", "'", "''; DROP TABLE item; --", "a\" OR title:\"b", "*", "fern*", "NEAR(a b)", "a AND b", "NOT a",
        "^fern", "{title}: x", "-", "(", ")", "a + b", "\0", "fern\0mill", "\\", "%", "_", "🦋", "\u{202E}abc", "\n",
        " ",
        "", String(repeating: "x", count: 100_000), String(repeating: "a ", count: 5_000), "item_words", "rowid:1",
        "\u{FFFD}", "e\u{301}", "会議", "ﬁ",
    ]

    private func library() throws -> StoreFixture {
        let fixture = try StoreFixture()
        try fixture.add([
            .mail(
                "m1", "Café in the mill", text: "The old mill by the river.\n\nFerns grow there.", from: "Ada", day: 1),
            .mail("m2", "Re: Café in the mill", text: "The mill is old by the way", from: "Zoë", day: 2),
        ])
        try fixture.add([.message("c1", hour: 72, chat: "walks", text: "明日の会議室は三階です", from: "Yuki")])
        try fixture.add([.note("n1", text: "old-mill; river_bank: state-of-the-art")])
        return fixture
    }

    @Test(arguments: [
        ("old mill", ["m1", "n1"]), ("OLD MILL", ["m1", "n1"]), ("mill old", []), ("mill is old", ["m2"]),
        ("cafe", ["m1", "m2"]), ("CAFÉ in", ["m1", "m2"]), ("cafe\u{301}", ["m1", "m2"]), ("river ferns", ["m1"]),
        ("ferns river", []),
        ("by the", ["m1", "m2"]), ("fern", []), ("ferns", ["m1"]), ("会議", ["c1"]), ("議室は", ["c1"]), ("会室", []),
        ("river bank", ["n1"]), ("state of the art", ["n1"]), ("state-of-the-art", ["n1"]), ("mil", []),
        ("mill\" OR \"ferns", []), ("the mill the", []), ("\u{301}", ["m1", "m2", "c1", "n1"]),
    ])
    func `a phrase is found where its words stand in that order, and nowhere else`(phrase: String, items: [String])
        throws
    {
        let fixture = try library()
        #expect(try fixture.found(.phrase(phrase)) == Set(items))
        // No words, which all items say, are not counted.
        let count = try fixture.store.read { try $0.itemCount(saying: WordSequence(phrase)) }
        #expect(count == (phrase == "\u{301}" ? 0 : items.count))
    }

    @Test func `items are counted once that say words in their text and in a tag, and those with the tag alone`() throws
    {
        let fixture = try library()
        let tagged = [("both", "The old mill."), ("tag", "A heron.")].map { name, text in
            Item(
                id: ItemID(identifying: ["note", name]),
                details: .note(NoteDetails(path: "/notes/\(name).md", tags: ["old mill"])), title: name, text: text,
                externalID: name)
        }
        try fixture.add(tagged)
        let words = WordSequence("old mill")
        let count = try fixture.store.read { try $0.itemCount(saying: words) }
        #expect(try fixture.found(.words(words)) == ["m1", "n1", "both", "tag"] && count == 4)
    }

    @Test func `no phrase and no name can break a search`() throws {
        let fixture = try library()
        for text in Self.hostile {
            let words = WordSequence(text)
            let filters: [SearchFilter] = [
                .phrase(text), .prefix(text), .subject(words), .place(words), .fileName(words), .with(text),
                .conversation(text), .format(text), .id(prefix: text), .thread(prefix: text),
                .near(words, WordSequence("mill"), distance: .max), .near(words, words, distance: -1),
            ]
            for filter in filters {
                #expect(throws: Never.self) { try fixture.found(filter) }
            }
            #expect(throws: Never.self) {
                try fixture.store.read { snapshot in
                    let words = QueryAnalyzer(for: try snapshot.passageLayout()).words(of: text)
                    for word in words { _ = try snapshot.postings(of: word.terms) }
                    _ = try snapshot.itemCount(saying: WordSequence(text))
                    _ = try snapshot.participants(named: Set(words.map(\.folded)))
                }
            }
        }
        #expect(try fixture.store.read { try $0.counts() }.items == [.email: 2, .message: 1, .note: 1])
    }

    @Test func `every part of a filter is obeyed`() throws {
        let fixture = try library()
        #expect(try fixture.found(.kinds([.email, .note])) == ["m1", "m2", "n1"])
        #expect(try fixture.found(.after(.days(2))) == ["m2", "c1"])
        #expect(try fixture.found(.before(.days(2))) == ["m1"])
        #expect(try fixture.found(.date(from: .days(1), to: .days(3))) == ["m1", "m2"])
        #expect(try fixture.found(.conversation("walks")) == ["c1"])
        #expect(try fixture.found(.from("ADA@people")) == ["m1"])
        #expect(try fixture.found(.from("yuk")) == ["c1"])
        #expect(try fixture.found(.all([.kind(.email), .phrase("mill"), .phrase("way")])) == ["m2"])
        #expect(try fixture.found(.everything) == ["m1", "m2", "c1", "n1"])
        #expect(try fixture.found(.any([])).isEmpty)
        #expect(try fixture.found(.not(.before(.days(2)))) == ["m2", "c1", "n1"])
    }

    @Test(arguments: ["zoë", "ZOë", "Zoë"])
    func `a sender is found whatever the case`(name: String) throws {
        #expect(try library().found(.from(name)) == ["m2"])
    }

    @Test func `a quotation may be as long as a text`() throws {
        let fixture = try StoreFixture()
        let words = (0..<1_000).map { "word\($0)" }
        try fixture.add([.note("long", text: words.joined(separator: " "))])
        #expect(try fixture.found(.phrase(words.joined(separator: ", "))) == ["long"])
        #expect(try fixture.found(.prefix(words.dropLast(1).joined(separator: " ") + " wor")) == ["long"])
        #expect(try fixture.found(.phrase(words.dropFirst(300).joined(separator: " "))) == ["long"])
        #expect(try fixture.found(.phrase((words + ["more"]).joined(separator: " "))).isEmpty)
        #expect(try fixture.found(.phrase(words.reversed().joined(separator: " "))).isEmpty)
    }
}
