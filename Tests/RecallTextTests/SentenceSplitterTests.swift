import RecallTestSupport
import RecallText
import Testing

struct SentenceSplitterTests {
    private func cut(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return SentenceSplitter.sentences(of: text).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    private func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool {
        String(decoding: bytes, as: UTF8.self).allSatisfy { $0.isWhitespace }
    }

    @Test(arguments: [
        ("One here. Two there! Three? Four", ["One here.", "Two there!", "Three?", "Four"]),
        (
            "Ask Dr. Brown or J. Smith, e.g. on Monday. Then go.",
            ["Ask Dr. Brown or J. Smith, e.g. on Monday.", "Then go."]
        ),
        ("We're off to Ft. Lauderdale, i.e. Dad is. Bye.", ["We're off to Ft. Lauderdale, i.e. Dad is.", "Bye."]),
        ("I land at 9 p.m. Then I call.", ["I land at 9 p.m.", "Then I call."]),
        ("It costs 3.50 at shop.example today. Fine.", ["It costs 3.50 at shop.example today.", "Fine."]),
        ("Am 7. Mai kommen wir. Bis dann.", ["Am 7. Mai kommen wir.", "Bis dann."]),
        ("Sie ist am 3. Werktag fällig. Gut.", ["Sie ist am 3. Werktag fällig.", "Gut."]),
        ("I am 42. Tom is older.", ["I am 42.", "Tom is older."]),
        ("Key no. 7 is here. He said no. He left.", ["Key no. 7 is here.", "He said no.", "He left."]),
        (
            "Werner Hartwig, geb. Lang, wohnt im 1. Stock. Er ist 81. Das Bad kostet 2. Alle wissen es.",
            [
                "Werner Hartwig, geb. Lang, wohnt im 1. Stock.", "Er ist 81.", "Das Bad kostet 2.", "Alle wissen es.",
            ]
        ),
        ("Come on Feb. 15. It ends in Sept. He left.", ["Come on Feb. 15.", "It ends in Sept.", "He left."]),
        ("It was built in 1994. Nobody knew.", ["It was built in 1994.", "Nobody knew."]),
        ("“Is it cold?” she asked. “Yes.” He left.", ["“Is it cold?” she asked.", "“Yes.”", "He left."]),
        ("Wait... what? No… Really?!", ["Wait... what?", "No…", "Really?!"]),
        ("a line that is\nwrapped by a mail. Next\none.", ["a line that is\nwrapped by a mail.", "Next\none."]),
        ("A heading\n\nText below", ["A heading", "Text below"]),
        ("Bring:\n- boots\n- a map\n2) water", ["Bring:", "- boots", "- a map", "2) water"]),
        ("1. Boil it.\n2. Eat it.", ["1. Boil it.", "2. Eat it."]),
        ("会議は明日です。場所は三階！「行きます。」と言った", ["会議は明日です。", "場所は三階！", "「行きます。」", "と言った"]),
        ("날씨가 좋다. 내일은?", ["날씨가 좋다.", "내일은?"]),
        ("", []), (" \n\t ", []), ("...", ["..."]), ("no end", ["no end"]),
    ])
    func `text is cut where sentences end`(text: String, sentences: [String]) {
        #expect(cut(text) == sentences)
    }

    @Test(arguments: [1, 2, 3, 4]) func `sentences are ascending, apart, and hold all that is not blank`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "a", "B", " ", "\n", ".", "!", "。", "”", "- ", "1", "Dr", "会", "🦋", "e\u{301}", "\0", ":", "\r\n",
        ]
        for _ in 0..<300 {
            let text = (0..<30).map { _ in generator.pick(pieces) }.joined()
            let bytes = Array(text.utf8)
            var end = 0
            for range in SentenceSplitter.sentences(of: text) {
                #expect(range.lowerBound >= end && !range.isEmpty, "seed \(seed)")
                #expect(String(validating: bytes[range], as: UTF8.self) != nil)
                #expect(isBlank(bytes[end..<range.lowerBound]))
                end = range.upperBound
            }
            #expect(isBlank(bytes[end...]))
        }
    }

    private func passageSentences(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBufferPointer { bytes in
            SentenceSplitter.passageSentences(bytes, 0..<bytes.count).map { String(decoding: bytes[$0], as: UTF8.self) }
        }
    }

    @Test(arguments: [
        ("One here. Two there! Three? Four", ["One here.", "Two there!", "Three?", "Four"]),
        ("Ask Dr. Brown, e.g. on Monday.", ["Ask Dr.", "Brown, e.g.", "on Monday."]),
        ("It costs 3.50 today. Fine.", ["It costs 3.50 today.", "Fine."]),
        ("Bring:\n- boots\n* a map\nand water", ["Bring:\n", "- boots\n", "* a map\nand water"]),
        ("会議は明日です。場所は三階", ["会議は明日です。", "場所は三階"]), ("。x", ["。", "x"]), ("", []), (" \n\t ", []),
    ])
    func `long passages are cut as ever, or cached embeddings would be lost`(text: String, sentences: [String]) {
        #expect(passageSentences(text) == sentences)
    }

    @Test func `clauses end at each sign`() {
        #expect(SentenceSplitter.clauses(of: "a b. c!d\ne。f") == ["a b", " c", "d", "e", "f"])
    }

    // From each of them the whole run was looked at.
    @Test(arguments: ["\n", "\n ", ".", "…", ".\"", " "])
    func `a million signs in a run are one place between sentences or in one`(sign: String) {
        let run = String(repeating: sign, count: 1_000_000 / sign.utf8.count)
        #expect(SentenceSplitter.sentences(of: "One" + run + "x").count == (sign.hasPrefix("\n") ? 2 : 1))
    }
}
