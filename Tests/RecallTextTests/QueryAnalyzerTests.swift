import RecallCore
import RecallTestSupport
import RecallText
import Testing

struct QueryAnalyzerTests {
    private static let texts = [
        "english": "The landlord says that he will not give the deposit back, and that is what we have to live with.",
        "german": "Die Häuser in der Straße sind alt, und wir haben nicht genug Geld für das Dach und die Fenster.",
        "french":
            "Nous avons mangé des crêpes avec les enfants dans le jardin, et il ne reste plus de farine pour nous.",
        "russian": "Мы были в лесу и не нашли грибы, но это был очень хороший день, и я не хочу домой.",
    ]

    private func analyzer(_ languages: [String]) throws -> QueryAnalyzer {
        let known = try languages.map { LanguageSet(try #require(Language(named: $0))) }
        return QueryAnalyzer(for: known.reduce(into: []) { $0.formUnion($1) })
    }

    @Test func `function words of another script are known in a library of several languages`() throws {
        let words = try analyzer(["english", "russian"]).words(of: "кровь на железо")
        #expect(words.map(\.isFunctionWord) == [false, true, false])
        #expect(try analyzer(["english"]).words(of: "кровь на железо").allSatisfy { !$0.isFunctionWord })
    }

    @Test(arguments: [
        ("Café", "cafe"), ("CAFÉ", "cafe"), ("cafe\u{301}", "cafe"), ("Straße", "strasse"), ("ŁÓDŹ", "lodz"),
        ("Ærø", "aero"), ("œuvre", "oeuvre"), ("Ёлка", "елка"), ("Йод", "йод"), ("ΆΛΦΑ", "αλφα"), ("SDR209", "sdr209"),
        ("ＡＢＣ", "abc"), ("Đorđe", "dorde"),
    ])
    func `case and accents make no difference`(word: String, folded: String) throws {
        #expect(try analyzer([]).words(of: word).map(\.folded) == [folded])
    }

    @Test(arguments: [
        ("AB-12.3/x_y", ["ab", "12", "3", "x", "y"]), ("don't", ["don", "t"]), ("…!? —", []), ("", []),
        ("a×b÷c", ["a", "b", "c"]), ("naïve—word", ["naive", "word"]),
    ])
    func `words are runs of letters and digits`(query: String, words: [String]) throws {
        #expect(try analyzer([]).words(of: query).map(\.folded) == words)
    }

    @Test func `in scripts without spaces neighbouring characters are words and pairs`() throws {
        let words = try analyzer([]).words(of: "会議室 A").map(\.folded)
        #expect(words == ["会", "議", "会議", "室", "議室", "a"])
        #expect(try analyzer([]).words(of: "会 議").map(\.folded) == ["会", "議"])
    }

    @Test func `function words do not count, unless there is nothing else`() throws {
        let analyzer = try analyzer(["english"])
        let words = analyzer.words(of: "what did the landlord say about the deposit")
        let content = words.filter { !$0.isFunctionWord }.map(\.folded)
        #expect(Set(content).isSuperset(of: ["landlord", "deposit"]))
        #expect(Set(content).isDisjoint(with: ["what", "did", "the", "about"]))
        #expect(analyzer.words(of: "what is the").allSatisfy { !$0.isFunctionWord })
    }

    @Test(arguments: [
        (["english"], "deposits", "english", ["deposit"]),
        (["german"], "Haus", "german", ["Häuser"]),
        (["german"], "strassen", "german", ["Straße"]),
        (["french"], "crepe", "french", ["crêpes"]),
        (["russian"], "гриб", "russian", ["грибы"]),
        (["english", "german", "french"], "Fenstern", "german", ["Fenster"]),
        (["english", "german"], "nothing", "english", []),
        (["english", "german", "french"], "note", "english", []),
    ])
    func `a word is found again in the forms of the text's language`(
        languages: [String], query: String, language: String, found: [String]
    ) throws {
        let analyzer = try analyzer(languages)
        let text = try #require(Self.texts[language])
        let terms = analyzer.words(of: query).reduce(into: Set<String>()) { $0.formUnion($1.terms) }
        let bytes = Array(text.utf8)
        #expect(analyzer.ranges(of: terms, in: text).map { String(decoding: bytes[$0], as: UTF8.self) } == found)
    }

    @Test(arguments: [1, 2, 3, 4]) func `ranges are words, ascending and apart, whatever the text`(seed: UInt64) throws
    {
        let analyzer = try analyzer(["english", "german"])
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "deposit", "Häuser", "会議", "室", " ", "—", "🦋", "e\u{301}", "ß", "\0", "\n", "the", "x1", "👩‍👩‍👧", "́",
        ]
        for _ in 0..<200 {
            let text = (0..<30).map { _ in generator.pick(pieces) }.joined()
            let query = (0..<5).map { _ in generator.pick(pieces) }.joined()
            let terms = analyzer.words(of: query).reduce(into: Set<String>()) { $0.formUnion($1.terms) }
            var end = 0
            for range in analyzer.ranges(of: terms, in: text) {
                #expect(range.lowerBound >= end && !range.isEmpty && range.upperBound <= text.utf8.count)
                let bytes = Array(text.utf8)[range]
                #expect(String(validating: bytes, as: UTF8.self) != nil, "seed \(seed)")
                end = range.upperBound
            }
        }
    }

    @Test(arguments: ["english", "german", "french", "russian"])
    func `the language whose stemmer fits is told by function words`(language: String) throws {
        let text = try #require(Self.texts[language])
        #expect(LanguageDetector.stemming(of: text) == Language(named: language))
    }

    @Test(arguments: [
        ("i", true), ("the", true), ("yourselves", true), ("themselves", true), ("übermorgen", false), ("theme", false),
        ("", false), ("not", true), ("note", false), ("yourselvesx", false),
    ])
    func `function words are told from others of the same beginning`(word: String, isFunctionWord: Bool) throws {
        #expect(try analyzer(["english"]).isFunctionWord(word) == isFunctionWord)
    }

    @Test func `an analyzer that takes over what others met finds the same terms`() throws {
        let caches = TermCaches()
        for names in [["english"], ["english"], ["german", "french"], ["english"], ["german", "french"], []] {
            let languages = try names.map { LanguageSet(try #require(Language(named: $0))) }
            let lent = QueryAnalyzer(for: languages.reduce(into: []) { $0.formUnion($1) }, in: caches)
            for text in Self.texts.values.sorted() {
                #expect(try lent.words(of: text) == analyzer(names).words(of: text))
            }
        }
    }

    @Test(arguments: [
        (["die"], "dying", true), (["deposit"], "deposits", true), (["deposit"], "depend", true),
        (["deposit"], "dragons", false), (["deposit"], "dull", true), (["über"], "übersee", true), ([], "word", false),
        (["deposit"], "", false),
    ])
    func `a word begins like a term with its first letter, and a long one with its first two`(
        terms: [String], word: String, mayMatch: Bool
    ) {
        #expect(TermBeginnings(Set(terms)).contain(word) == mayMatch)
    }
}
