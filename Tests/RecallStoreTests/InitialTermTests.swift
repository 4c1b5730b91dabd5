import RecallCore
import RecallStore
import RecallTestSupport
import RecallText
import Testing

/// Filters on one letter.
@Suite(.scratch) struct InitialTermTests {
    private func library() throws -> StoreFixture {
        let fixture = try StoreFixture()
        try fixture.add([
            .mail("m1", "Émile and Zoë", text: "The old mill. 7 ferns, 42 stones; ﬁne"),
            .mail("m2", "Quiet", text: "Ärger über Öl"),
        ])
        try fixture.add([.message("c1", hour: 3, chat: "walks", text: "明日の会議室は三階です Борис")])
        try fixture.add([.note("n1", text: "river-bank")])
        return fixture
    }

    @Test(arguments: [
        ("e", ["m1"]), ("É", ["m1"]), ("e\u{301}", ["m1"]), ("m", ["m1"]), ("q", ["m2"]), ("o", ["m1", "m2"]),
        ("7", ["m1"]), ("4", ["m1"]), ("f", ["m1"]), ("ﬁ", ["m1"]), ("б", ["c1"]), ("明", ["c1"]), ("会", ["c1"]),
        ("会議", ["c1"]),
        ("b", ["n1"]), ("r", ["n1"]), ("x", []), ("ri", ["n1"]), ("\u{1}r", ["n1"]), ("n", ["n1"]),
    ])
    func `a letter finds what has a word that begins with it`(letter: String, items: [String]) throws {
        #expect(try library().found(.prefix(letter)) == Set(items))
    }

    @Test func `in titles, in nearness and at the end of a phrase it is the same letter`() throws {
        let fixture = try library()
        #expect(try fixture.found(.subject(WordSequence("z", isPrefix: true))) == ["m1"])
        #expect(try fixture.found(.subject(WordSequence("o", isPrefix: true))).isEmpty)
        #expect(try fixture.found(.prefix("old m")) == ["m1"])
        #expect(try fixture.found(.prefix("old f")).isEmpty)
        // "stones" is not the first word with that letter's neighbours: both words of 4 and s are looked at.
        let stones = WordSequence("s", isPrefix: true), ferns = WordSequence("ferns")
        #expect(try fixture.found(.near(ferns, stones, distance: 1)) == ["m1"])
        #expect(try fixture.found(.near(WordSequence("old"), stones, distance: 1)).isEmpty)
        #expect(try fixture.found(.phrase("mill 7")) == ["m1"])
    }

    @Test func `every letter finds what a look at each word finds, also after deletions and changes`() throws {
        let fixture = try StoreFixture()
        var generator = SeededGenerator(seed: 19)
        let letters = Array("abcdefgh")
        var texts: [String: String] = [:]
        for number in 0..<300 {
            texts["\(number)"] = (0..<4).map { _ in "\(generator.pick(letters))\(generator.pick(letters))x" }
                .joined(separator: " ")
        }
        for (name, text) in texts { try fixture.add([.note(name, text: text)]) }
        for letter in letters {
            let expected = texts.filter { name, text in
                (text.split(separator: " ") + [name[...]]).contains { $0.hasPrefix(String(letter)) }
            }
            #expect(try fixture.found(.prefix(String(letter))) == Set(expected.keys))
            #expect(try fixture.found(.not(.prefix(String(letter)))) == Set(texts.keys).subtracting(expected.keys))
        }
        #expect(try fixture.store.isUndamaged())
    }

    @Test func `a filter that is asked for again sees what came in since`() throws {
        let fixture = try library()
        let store = fixture.store
        func count(_ table: ItemTable) throws -> Int {
            try store.read { try $0.items(passing: .phrase("mill"), in: table).count }
        }
        let table = try store.read { try $0.itemTable() }
        let first = try count(table)
        try fixture.add([.note("n2", text: "another mill")])
        let later = try store.read { try $0.itemTable(updating: table) }
        // The earlier table has no row for it.
        #expect(try first > 0 && count(later) == first + 1 && count(table) == first)
    }
}
