import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

@Suite(.scratch) struct MarkdownReaderTests {
    private func note(_ text: String, file: String = "a.md", modified: Int64 = 0) async throws -> Item {
        let scratch = try SourceScratch()
        try scratch.write(file, text)
        let unit = try scratch.unit(file, .markdown, modified: modified)
        let all = try await records(MarkdownReader(zone: .gmt), unit)
        #expect(all.count == 1 && all.first?.cursor.number == 9)
        return try #require(all.first?.record.item)
    }

    private func details(_ item: Item) throws -> NoteDetails {
        guard case .note(let details) = item.details else { throw CocoaError(.coderInvalidValue) }
        return details
    }

    @Test func frontMatterIsReadAndLeftOutOfTheText() async throws {
        let item = try await note(
            """
            ---
            title: "Boats: all of them"
            aliases: [Ships, "Old, boats"]
            tags:
              - sea/north
              - '#work'
            date: 2024-03-17
            unknown: {a: [1, 2], b: {c: deep}}
            Author: Isla Garrow
            contact:
              - name: Bo
                phone: 5
              - Cy
            with: ["[[Dad]]", Mira]
            rating: 5
            cssclass: wide
            empty:
            ---

            # Heading
            Text with #inline tag.
            """)
        let details = try details(item)
        #expect(item.title == "Boats: all of them")
        #expect(item.text == "# Heading\nText with #inline tag.")
        #expect(details.aliases == ["Ships", "Old, boats"] && details.tags == ["sea/north", "work", "inline"])
        #expect(
            details.properties == [
                .init("unknown", "a: 1, 2, b: c: deep"), .init("Author", "Isla Garrow"),
                .init("contact", "name: Bo, phone: 5, Cy"), .init("with", "[[Dad]], Mira"), .init("rating", "5"),
            ])
        #expect(item.date == Date(timeIntervalSince1970: 1_710_633_600))
        #expect(item.defects.isEmpty && item.embeddableText == item.text)
    }

    @Test func nothingThatFrontMatterSaysIsTooLongOrTooMuch() async throws {
        let abstract = String(repeating: "word ", count: 2_000) + "end"
        let names = (0..<300).map { "n\($0): v\($0)\n" }.joined()
        let tags = (0..<1_500).map { "t\($0)" }.joined(separator: ", ")
        let details = try details(try await note("---\nabstract: \(abstract)\n\(names)tags: [\(tags)]\n---\nx"))
        #expect(details.properties.count == 301 && details.properties[0].value.hasSuffix(" word end"))
        #expect(details.tags.count == 1_500 && details.properties.last == .init("n299", "v299"))
    }

    @Test func theTitleIsThatOfFrontMatterElseTheHeadingElseTheFile() async throws {
        #expect(try await note("---\ntitle: T\n---\n# H\n").title == "T")
        #expect(try await note("# The *first* `one`\n\ntext\n\n# H2\n").title == "The first one")
        #expect(try await note("Setext\nheading\n===\n").title == "Setext heading")
        #expect(try await note("```\n# code\n```\n", file: "My note.v2.md").title == "My note.v2")
    }

    @Test(arguments: [
        ("created: 2024-03-17T09:30:00+01:00", 1_710_664_200.0), ("date: 2024-03-17 09:30", 1_710_667_800),
        ("date: 2024-03-17T09:30:05", 1_710_667_805), ("date created: 2024-03-17", 1_710_633_600),
        ("updated: 2024-03-17", 1_710_633_600), ("updated: 2023-01-01\ncreated: 2024-03-17", 1_710_633_600),
        ("created: 2024-03-17\ndate: TBD", 1_710_633_600), ("date: soon", nil), ("date: 2024-13-45", nil),
        ("date:", nil),
    ])
    func datesAreReadInAllTheirForms(frontMatter: String, seconds: Double?) async throws {
        let item = try await note("---\n\(frontMatter)\n---\nx", modified: 1_000_000_000_000_000_000)
        #expect(item.date == seconds.map(Date.init(timeIntervalSince1970:)))
    }

    @Test func dailyNotesHaveTheDayOfTheirName() async throws {
        for name in ["2024-03-17.md", "2024-03-17 Sunday.md", "2024_03_17.md", "20240317.md", "daily/2024.03.17.md"] {
            #expect(try await note("x", file: name).date == Date(timeIntervalSince1970: 1_710_633_600), "\(name)")
        }
        for name in ["2024-3-17.md", "12345678.md", "2024.md", "1-2-3.md"] {
            #expect(try await note("x", file: name).date == nil, "\(name)")
        }
    }

    @Test(arguments: [
        ("2024-03-17\n\n# Health\n\nx", "a.md", 1_710_633_600.0), ("# 2024-03-17\nx", "a.md", 1_710_633_600),
        ("2024-03-17 is the day\nx", "a.md", nil), ("2024-13-45\nx", "a.md", nil), ("x\n2024-03-17\n", "a.md", nil),
        ("2023-01-01\nx", "2024-03-17.md", 1_710_633_600),
    ])
    func `a first line that is a day alone dates a note whose name has none`(
        text: String, file: String, seconds: Double?
    ) async throws {
        #expect(try await note(text, file: file).date == seconds.map(Date.init(timeIntervalSince1970:)))
    }

    @Test func `a date that cannot be read is kept as a property`() async throws {
        let item = try await note("---\ncreated: 2024-03-17\ndate: sometime in spring\n---\nThe mill.")
        #expect(try details(item).properties.map(\.value) == ["sometime in spring"])
    }

    @Test func `the time of a file is kept as what it is, and is no date of the note`() async throws {
        let item = try await note("x", modified: 5_000_000_000)
        #expect(try item.date == nil && details(item).fileModified == Date(timeIntervalSince1970: 5))
    }

    @Test func linksToNotesAreKeptAndOthersAreNot() async throws {
        let item = try await note(
            """
            [[Harbour]] and [[Boats#Old|the old ones]], ![[picture.png]] ![[Embedded note]] [[Harbour]] [[#here]]
            | [[In table\\|name]] |
            [rel](../other%20note.md#part) [web](https://example.org/x.md) [mail](mailto:a@example.org) [pdf](a.pdf)
            `[[code]]` [[not closed
            ```
            [[block]]
            ```
            """)
        #expect(try details(item).links == ["Harbour", "Boats", "Embedded note", "In table", "../other note.md"])
    }

    @Test func `files beside a note are its attachments by name, wherever they are and whether they are there`()
        async throws
    {
        let item = try await note(
            """
            ![[pic.png|300]] ![a](img/Boat%20one.JPG "title") [plan](../assets/plan.pdf#page=2) ![[talk.m4a]]
            ![](<../../../etc/x y.webp>) ![[pic.png]] [[minutes.docx]] ![video](clip.mp4?raw=true)
            ![[Note]] ![[v1.2]] [n](other.md) [page](a.html) [code](main.swift) `![[code.png]]` ![](no/extension)
            ![](https://a.example/web.png) ![](//a.example/web.png) ![](data:image/png;base64,AA) ![](:/0123) ![](.png)
            [mail](mailto:a@a.example.pdf) ![](%2e%2e%2fup.png) ![](nul%00.png)
            ```
            ![[block.png]]
            ```
            """)
        #expect(
            item.attachments.map(\.name) == [
                "pic.png", "talk.m4a", "minutes.docx", "Boat one.JPG", "plan.pdf", "x y.webp", "clip.mp4", "up.png",
                "nul .png",
            ])
        #expect(item.attachments.allSatisfy { $0.byteCount == nil && $0.item == nil && !$0.name.contains("/") })
        #expect(item.attachments[3].mediaType == "image/jpeg" && item.attachments[4].mediaType == "application/pdf")
        #expect(try details(item).links == ["Note", "v1.2", "other.md"])
        let many = try await note((0..<2_000).map { "![[\($0).png]]" }.joined(separator: "\n"))
        #expect(many.attachments.count == 500 && many.attachments.last?.name == "499.png")
    }

    @Test func tagsAreWordsAfterAHashOutsideOfCode() async throws {
        let item = try await note(
            """
            #one and #two/three, (#no) a#no #123 #2024-goals #größe #日本語。 #emoji🎉 # no ##no `#no` #one
            <!-- #hidden -->

                #indented code

            ```sh
            #no comment
            ```
            """)
        #expect(try details(item).tags == ["one", "two/three", "2024-goals", "größe", "日本語", "emoji🎉"])
    }

    @Test func theNotebookIsTheFolderBelowTheImportedOne() async throws {
        #expect(try details(try await note("x", file: "Trips/Italy/Rome.md")).notebook == "Trips/Italy")
        let item = try await note("x")
        let details = try details(item)
        #expect(details.notebook.isEmpty && details.path.hasSuffix("/a.md"))
        #expect(item.id == ItemID(identifying: ["file", details.path]))
    }

    @Test func commentsLongCodeAndBlobsAreNotEmbedded() async throws {
        let long = String(repeating: "let x = 1\n", count: 300)
        let blob = String(repeating: "QUJD", count: 1000)
        let text = """
            one <!-- secret
            more --> two %%hidden%% three
            ```
            short()
            ```
            ```swift
            \(long)```
            ![x](data:image/png;base64,\(blob)) four
            """
        let item = try await note(text)
        #expect(item.text == text)
        let words = item.embeddableText
        for kept in ["one ", " two ", " three", "short()", " four"] { #expect(words.contains(kept), "\(kept)") }
        for left in ["secret", "hidden", "let x", "QUJDQUJD"] { #expect(!words.contains(left), "\(left)") }
    }

    @Test(arguments: [
        "- list\n- only", "a: &x [1]\nb: *x", "\t- tab: x\n x",
        "a: " + String(repeating: "[", count: 30_000), String(repeating: "- ", count: 20_000) + "x",
        (0..<9).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]" }.joined(separator: "\n"),
        "a: &-a [1]\nb: [*-a, *-a]", "a: [\u{FEFF}&a [1]]\n?\n\u{FEFF}*a\n: v", "a: 1\u{2028}b: *c",
        "? a\n: b", "a:\n  ? b\n  : c",
        "a: " + String(repeating: "{b: ", count: 7) + String(repeating: "}", count: 7),
        "a: e" + String(repeating: "\u{301}\u{323}", count: 16),
        "a: \"" + String(repeating: "]", count: 20_000) + "\"\nb: " + String(repeating: "[", count: 20_000),
    ])
    func frontMatterThatCannotBeReadIsKeptAsTextAndSaidToBeBroken(yaml: String) async throws {
        let text = "---\n\(yaml)\n---\nbody"
        let item = try await note(text)
        #expect(item.text == text && item.defects == [.badStructure])
    }

    @Test(arguments: [
        ("a: [1, 2", ["[1, 2"]), ("a: b: c", ["b: c"]), ("a: *alias", ["*alias"]), ("a: {\"b\":*c}", ["{\"b\":*c}"]),
        ("a: [1, \"x: y]", ["1", "\"x: y"]),
    ])
    func frontMatterWithAMistakeIsReadLineByLine(yaml: String, values: [String]) async throws {
        let item = try await note("---\n\(yaml)\ntags: boat\n---\nbody")
        #expect(item.text == "body" && item.defects.isEmpty)
        let said = try details(item).properties.map(\.value).joined(separator: ", ")
        #expect(said == values.joined(separator: ", "))
        #expect(try details(item).tags == ["boat"])
    }

    @Test func frontMatterMayHoldStarsAndAmpersands() async throws {
        let item = try await note("---\ntitle: this & that are *good*\ntags: a, b c\nlink: '**x**'\n---\nbody")
        #expect(item.title == "this & that are *good*" && item.text == "body" && item.defects.isEmpty)
        #expect(try details(item).tags == ["a", "b", "c"])
    }

    @Test func frontMatterOverTheLimitAndRulesAreText() async throws {
        let long = "---\na: \(String(repeating: "x", count: 70_000))\n---\nbody"
        let item = try await note(long)
        #expect(item.text == long && item.defects == [.overLimit])
        for text in ["---\nonly a rule", "--- x\na: b\n---\n", "text\n---\na: b\n---\n"] {
            let item = try await note(text)
            #expect(item.text == text && item.defects.isEmpty)
        }
        #expect(try await note("---\n---\nbody").text == "body")
    }

    @Test func structureThatIsHardToParseTakesNoMoreThanItsLength() async throws {
        for unit in ["[", "![[", "> ", "*a ", "<!--", "`a``", "[[x", "%%a", "- ", "#a/", "](", "&#x1"] {
            let text = String(repeating: unit, count: 60_000)
            #expect(try await note(text).text == text)
        }
    }

    @Test func aLongNoteIsTakenApartAsAShortOne() async throws {
        let text = "# Head\n\n```\n#notag\n```\n\n#tag [a](b.md) [[c]]\n\n"
        let (short, long) = (
            try await note(text), try await note(text + String(repeating: "word \u{E9}\n", count: 4_000))
        )
        let (details, expected) = try (details(long), details(short))
        #expect(long.title == "Head" && long.defects.isEmpty)
        #expect(details.tags == expected.tags && details.links == expected.links && details.tags == ["tag"])
    }

    /// In the process that imports each of these would take minutes, some gigabytes of memory.
    @Test(arguments: [
        String(repeating: "- ", count: 60_000) + "a" + String(repeating: "\n", count: 60_000),
        String(repeating: "a <?", count: 120_000),
        "[a]: " + String(repeating: "x", count: 400_000) + "\n\n" + String(repeating: "[a] ", count: 60_000),
    ])
    func aLongNoteThatCannotBeTakenApartInTimeIsTextAndSaidToBeOverTheLimit(text: String) async throws {
        let item = try await note(text)
        #expect(item.text == text && item.defects == [.overLimit])
    }

    @Test func readingALongNoteIsCancelled() async throws {
        let text = String(repeating: "- ", count: 200_000) + "a" + String(repeating: "\n", count: 200_000)
        let reading = Task { try await note(text) }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
    }

    @Test func aSecondBlockBetweenRulesIsTextAndIsShown() async throws {
        let item = try await note("---\ntitle: T\n---\n---\nkettle: whistles\n---\nend")
        #expect(item.title == "T" && item.text == "---\nkettle: whistles\n---\nend")
        let page = try #require(try await MarkdownPageReader().page(of: item.text, path: ""))
        #expect(
            page.blocks.map(\.content) == [
                .rule, .heading(level: 2, [.text("kettle: whistles")]), .paragraph([.text("end")]),
            ])
    }

    @Test func windowsLineEndsAndByteOrderMarksAreRead() async throws {
        let item = try await note("\u{FEFF}---\r\ntitle: T\r\n---\r\n# H\r\ntext\r\n")
        #expect(item.title == "T" && item.text == "# H\ntext\n" && item.defects.isEmpty)
    }

    @Test func aBinaryFileIsRefusedAndReadingAgainFromTheEndGivesNothing() async throws {
        let scratch = try SourceScratch()
        try scratch.write("a.md", (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try scratch.write("b.md", "x")
        await #expect { try await records(MarkdownReader(), scratch.unit("a.md", .markdown)) } throws: {
            ($0 as? ImportFailure)?.code == .wrongFormat
        }
        let unit = try scratch.unit("b.md", .markdown)
        #expect(try await records(MarkdownReader(), unit, from: .end(of: unit)).isEmpty)
    }

    @Test func noChangedByteCrashesReading() async throws {
        let scratch = try SourceScratch()
        let good = Array("---\ntags: [a, b]\ndate: 2024-01-01\n---\n# H #t [[x|y]] `c` <!-- z -->\n```\nq\n```\n".utf8)
        var generator = SeededSourceGenerator(seed: 11)
        for _ in 0..<500 {
            var bytes = good
            for _ in 0..<4 {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 1...255, using: &generator)
            }
            try scratch.write("a.md", bytes)
            let item = try await records(MarkdownReader(zone: .gmt), scratch.unit("a.md", .markdown)).first?.record.item
            let ranges = try #require(item).authoredRanges
            #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
            #expect(ranges.allSatisfy { !$0.isEmpty && $0.upperBound <= item!.text.utf8.count })
        }
    }
}
