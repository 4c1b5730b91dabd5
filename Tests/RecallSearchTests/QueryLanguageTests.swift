import Foundation
import RecallCore
import RecallSearch
import RecallTestSupport
import Testing

/// Parsing of texts: as free text, as filters, and with which notes.
struct QueryLanguageTests {
    private static let clock = QueryClock(
        now: Date(timeIntervalSince1970: 1_718_445_600), timeZone: TimeZone(secondsFromGMT: 0)!)

    private func read(_ text: String) -> QueryInterpretation {
        SearchEngine.interpret(SearchQuery(text, clock: Self.clock))
    }

    @Test(arguments: [
        "re: budget", "C++ - why?", "http://x.y/a?b=c#d", "10:30 to 11:45", "foo-bar", "O'Neil's", ":-) ok :(",
        "see f(x) and g(y)", "cats and dogs or not near", "5\" nails and 6\" screws", "-5 degrees", "a -- b",
        "--verbose", "-", "–", "a - b", "*", "**bold**", "2 * 3", "a*b", "what did Anna say last march", "50% + 1",
        "foo:bar:baz", "note: buy milk", "<b>hi</b>", "1'; SELECT 2 --", "x\" --", "rowid:1",
        "title : x", "{title} : x", "^x", "\u{0}", "🦋", "", " ", "\n\t", "Or Not And Near", "NEARBY ANDROID ORB NOTE",
        "état d'âme", "明日の会議室", "e\u{301}", "a ) b", "1) first 2) second", "toto: from the top", ":", "::", "\\", "'",
    ])
    func `ordinary text is searched as it is`(text: String) {
        #expect(read(text) == QueryInterpretation(freeText: text))
    }

    @Test func `a minus before a quotation mark without a partner excludes nothing`() {
        let reading = read("deposit -\"walls")
        #expect(reading.filterText.isEmpty && reading.freeText.contains("walls"))
    }

    @Test(arguments: [
        ("budget \"annual plan\"", "budget annual plan", #""annual plan""#),
        ("“annual plan”", "annual plan", #""annual plan""#), ("„annual plan“ x", "annual plan x", #""annual plan""#),
        ("budget -plan", "budget", #"-"plan""#), ("budget NOT plan", "budget", #"-"plan""#),
        ("budget -\"annual plan\"", "budget", #"-"annual plan""#), ("-été", "", #"-"été""#),
        ("budg*", "", #""budg"*"#), ("\"annual budg\"*", "", #""annual budg"*"#),
        ("(cat OR dog) vet", "cat dog vet", #"("cat" OR "dog")"#),
        ("cat OR dog vet", "cat dog vet", #"("cat" OR "dog")"#), ("cat AND dog vet", "cat dog vet", #""cat" "dog""#),
        ("cat AND dog OR bird", "cat dog bird", #""cat" ("dog" OR "bird")"#),
        ("cat OR (dog vet)", "cat dog vet", #"("cat" OR ("dog" "vet"))"#), ("(cat dog) vet", "cat dog vet", ""),
        ("-(cat dog)", "", #"-("cat" "dog")"#), ("-(cat OR -dog)", "dog", #"-("cat" OR -"dog")"#),
        ("NOT NOT cat", "cat", #""cat""#), ("a NEAR b c", "a b c", #""a" NEAR/10 "b""#),
        ("\"a b\" NEAR/3 c*", "a b", #""a b" NEAR/3 "c"*"#),
        ("a NEAR/2 b NEAR/3 c", "a b c", #""a" NEAR/2 "b" "b" NEAR/3 "c""#),
        ("-a NEAR b", "", #"-("a" NEAR/10 "b")"#), ("from:anna keys", "keys", #"from:"anna""#),
        ("keys, from:anna, to:bob;", "keys,", #"from:"anna" to:"bob""#),
        ("FROM:\"Anna Lee\" Cc:@x.org", "", #"from:"Anna Lee" cc:"@x.org""#), ("with:bob", "", #"with:"bob""#),
        ("subject:plan* in:work/projects filename:a.pdf", "", #"subject:"plan"* in:"work/projects" filename:"a.pdf""#),
        ("kind:mail OR kind:pdf", "", "(kind:email OR format:pdf)"),
        ("-kind:chat has:attachments", "", "-kind:message has:attachment"),
        ("lang:de -LANG:English", "", "lang:de -lang:en"), ("lang:pt-BR OR lang:Deutsch", "", "(lang:pt OR lang:de)"),
        ("lang:unknown lang:none", "", "lang:none lang:none"), ("lang:\"tiếng việt\" x", "x", "lang:vi"),
        ("larger:10k smaller:2M", "", "larger:10000 smaller:2000000"), ("id:1A2b thread:ff", "", "id:1a2b thread:ff"),
        ("date:2024-03..2024-05", "", "date:2024-03-01..2024-05-31"), ("before:2024", "", "date:..2023-12-31"),
        ("after:yesterday x", "x", "date:2024-06-14.."), ("date:\"last march\"", "", "date:2024-03-01..2024-03-31"),
        ("after:2024/03/01", "", "date:2024-03-01.."), ("before:1.3.2024 x", "x", "date:..2024-02-29"),
        ("date:17/03/2024", "", "date:2024-03-17"), ("date:\"March 17, 2024\"", "", "date:2024-03-17"),
        ("from:anna cat OR dog", "cat dog", #"from:"anna" ("cat" OR "dog")"#),
        ("(from:anna OR from:bob) -has:attachment", "", #"(from:"anna" OR from:"bob") -has:attachment"#),
        ("AT&T OR O'Neil", "AT&T O'Neil", #"("AT&T" OR "O'Neil")"#), ("(a OR f(x)) y", "a f(x) y", #"("a" OR "f(x)")"#),
    ])
    func `signs of the language make filters`(text: String, freeText: String, filter: String) {
        let reading = read(text)
        #expect(reading.freeText == freeText)
        #expect(reading.filterText == filter)
        #expect(reading.notes.isEmpty)
    }

    @Test(arguments: [
        ("a OR", "a OR", "", [2..<4]), ("OR b", "OR b", "", [0..<2]), ("a OR OR b", "a OR OR b", "", [2..<4, 5..<7]),
        ("' OR 1=1 --", "' OR 1=1 --", "", [2..<4]), ("a OR 🦋", "a OR 🦋", "", [2..<4]),
        ("a OR -🦋", "a OR 🦋", "", [2..<4]),
        ("NOT", "NOT", "", [0..<3]), ("a NEAR/2", "a NEAR/2", "", [2..<8]), ("a NEAR (b c)", "a NEAR b c", "", [2..<6]),
        ("a AND NOT", "a AND NOT", "", [2..<5, 6..<9]), ("(((", "", "", [0..<1, 1..<2, 2..<3]),
        ("(cat OR dog", "cat dog", #"("cat" OR "dog")"#, [0..<1]), ("deposit \"soon", "deposit soon", "", [8..<9]),
        ("from: x", "from: x", "", [0..<5]),
        ("-date:soon x", "date:soon x", "", [1..<10]), ("x OR date:soon", "x OR date:soon", "", [2..<4, 5..<14]),
        ("NOT from:", "NOT from:", "", [0..<3, 4..<9]), ("été date:soon", "été date:soon", "", [6..<15]),
        ("kind:letter x", "kind:letter x", "", [0..<11]), ("has:wings", "has:wings", "", [0..<9]),
        ("lang:klingon x", "lang:klingon x", "", [0..<12]), ("lang: de", "lang: de", "", [0..<5]),
        ("larger:big", "larger:big", "", [0..<10]), ("id:xyz", "id:xyz", "", [0..<6]),
        ("date:2024-02-30", "date:2024-02-30", "", [0..<15]),
        ("date:2024-05..2024-03", "date:2024-05..2024-03", "", [0..<21]),
        ("subject:-- x", "subject:-- x", "", [0..<10]), ("from:\"\" x", "from:\"\" x", "", [0..<7]),
        ("before:2024..2025", "before:2024..2025", "", [0..<17]),
    ])
    func `what does not parse is searched as words, and it is said where`(
        text: String, freeText: String, filter: String, places: [Range<Int>]
    ) {
        let reading = read(text)
        #expect(reading.freeText == freeText)
        #expect(reading.filterText == filter)
        #expect(reading.notes.map(\.range) == places)
    }

    @Test(arguments: [
        ("form:anna keys", "“form:” is not a field (did you mean “from:”?), so it was searched as words"),
        ("FORM:\"anna lee\"", "“form:” is not a field (did you mean “from:”?), so it was searched as words"),
        (
            "after:febuary keys",
            "“after:” is followed by a date (did you mean after:february?), so it was searched as words"
        ),
        ("-subjet:plan", "“subjet:” is not a field (did you mean “subject:”?), so it was searched as words"),
        ("newer_than:2d", "“newer_than:” is not a field (did you mean “after:”?), so it was searched as words"),
        ("(lager:10k)", "“lager:” is not a field (did you mean “larger:”?), so it was searched as words"),
        ("foo:bar", "“foo:” is not a field, so it was searched as words"),
        (
            "after:01/03/2024",
            "“after:” may mean 2024-03-01 or 2024-01-03 here (write the one that you mean), so it was searched as words"
        ),
        (
            "date:2024..2-1-2025",
            "“date:” may mean 2025-01-02 or 2025-02-01 here (write the one that you mean), so it was searched as words"
        ),
        (
            "kind:letter",
            "“kind:” is followed by email, message, document, note, pdf, docx, html, txt or epub, so it was searched as words"
        ),
    ])
    func `what only looks like a filter is searched as words, and it is said`(text: String, note: String) {
        let reading = read(text)
        #expect(reading.notes.map(\.message) == [note])
        #expect(text.hasPrefix("-") || reading.filter == .everything)
    }

    @Test func `an unknown language names those that there are`() throws {
        let note = try #require(read("lang:klingon").notes.first).message
        #expect(Language.allCases.allSatisfy { note.contains(" \($0.code),") })
    }

    @Test(arguments: [
        "https://made-up.example", "mailto:a@made-up.example", "12:30", "at 12:30:15", "Re:budget", "Fwd:budget",
        "AW:x",
        "std::sort", "std::vector<int>", "localhost:8080", "host:80", "C:drive", "C:\\x", "a:b", "foo:", "foo: bar",
        "foo:-)", "doi:10.1/x", "d41d:8cd9:8f00", "aVeryLongWordThatIsNoFieldAtAll:x", "ünï:x", "row5:x",
    ])
    func `what has a colon for another reason is not called a field`(text: String) {
        #expect(read(text) == QueryInterpretation(freeText: text))
    }

    @Test func `a query in words alone is no language`() {
        let query = SearchQuery("-a \"b c\" from:d", syntax: .words)
        #expect(SearchEngine.interpret(query) == QueryInterpretation(freeText: query.text))
    }

    @Test func `nesting and length have no end that hurts`() {
        let deep = String(repeating: "(", count: 100_000)
        #expect(read(deep).notes.count == 11)
        #expect(read(deep + "a OR b" + String(repeating: ")", count: 100_000)).filterText == #"("a" OR "b")"#)
        let signs = ["-(", "NOT ", "\"", "from:", "a OR ", "a NEAR ", "(a ", ") ", "*", "a AND "]
        for sign in signs {
            let reading = read(String(repeating: sign, count: 20_000))
            #expect(reading.notes.count <= 11, "\(sign)")
        }
        let words = String(repeating: "word ", count: 10_000)
        #expect(read(words) == QueryInterpretation(freeText: words))
        #expect(read("\"\(words)\"").filter == .phrase(words))
    }

    private static let pieces = [
        "(", ")", "\"", "“", "”", "-", "*", "OR", "AND", "NOT", "NEAR", "NEAR/3", "NEAR/99999999999999999999", ":",
        "from:", "date:", "in:", "kind:", "id:", "larger:", "lang:", "..", "2024", "2w", "last", "march", "9999",
        "0000-00-00",
        " ",
        " ", " ", "\u{A0}", "\u{3000}", "\u{2028}", "a", "é", "e\u{301}", "🦋", "会議", "\u{0}", "\u{FEFF}", "\\", "'",
        ";",
        "%", "\u{202E}", "<", "99999999999G", "-1", "\r\n",
    ]

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `no text can break the parser, and notes point into the text`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<5_000 {
            let count = Int.random(in: 0..<30, using: &generator)
            let text = (0..<count).map { _ in generator.pick(Self.pieces) }.joined()
            let reading = read(text)
            let bytes = Array(text.utf8)
            for note in reading.notes {
                #expect(note.range.upperBound <= bytes.count && !note.range.isEmpty, "\(text.debugDescription)")
                let part = bytes[note.range.clamped(to: 0..<bytes.count)]
                #expect(String(validating: part, as: UTF8.self) != nil, "\(text.debugDescription)")
            }
            // What was understood is understood alike when it is asked again.
            let again = read(reading.filterText)
            #expect(again.filterText == reading.filterText, "\(text.debugDescription), seed \(seed)")
            #expect(again.notes.isEmpty, "\(text.debugDescription), seed \(seed)")
        }
    }

    @Test(arguments: [5, 6] as [UInt64])
    func `no bytes can break the parser`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<3_000 {
            let count = Int.random(in: 0..<60, using: &generator)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(read(text).notes.allSatisfy { $0.range.upperBound <= text.utf8.count })
        }
    }
}
