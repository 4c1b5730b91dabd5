import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// The text in a file of Office before 2007, read in this process.
private func text(_ file: [UInt8]) throws -> ExtractedText {
    guard case .text(let text) = OfficeBinary.reply(to: file) else {
        throw ImportFailure(failure(file) ?? .malformed, path: "", reason: "no text")
    }
    return text
}

private func failure(_ file: [UInt8]) -> ImportFailure.Code? {
    if case .failure(let code, _) = OfficeBinary.reply(to: file) { code } else { nil }
}

@Suite("The text of Word files before 2007", .scratch) struct WordBinaryTests {
    private func text(_ file: WordFile) throws -> ExtractedText {
        try RecallImportTests.text(officeBinary(file.streams))
    }

    @Test(arguments: [
        ("One\rTwo\u{B}three\tfour\r", "One\n\nTwo\nthree\tfour"),
        ("a\u{1E}b\u{1F}c\u{1}\u{8}\u{5} d\r", "a-bc d"),
        ("one\u{C}two\r", "one\n\ntwo"),
        ("see \u{13} HYPERLINK \"x\" \u{1}\u{14}the page\u{15}.\r", "see the page."),
        ("\u{13} IF \u{13} PAGE \u{14}2\u{15} = 1 \u{14}yes \u{13} DATE \u{14}today\u{15}\u{15}!\r", "yes today!"),
        ("index\u{13} XE \"x\" \u{15}ed\r", "indexed"),
        ("stray \u{14}\u{15}marks\r", "stray marks"),
        ("“café” – 東京 😀\r", "“café” – 東京 😀"),
    ])
    func `text is as Word shows it`(body: String, expected: String) throws {
        let text = try text(WordFile(body))
        #expect(text.text == expected && text.defects.isEmpty)
    }

    @Test func `pieces are of two widths`() throws {
        var file = WordFile("caf\u{E9} \u{93}a\u{94} 東京 end\r")
        file.narrow = 0..<9
        #expect(try text(file).text == "café “a” 東京 end")
    }

    @Test func `notes and text boxes follow the body; headers and comments are left out`() throws {
        var file = WordFile("Body\u{2}\r")
        file.parts = ["Body\u{2}\r", "\u{2} A note\r", "Header\r", "", "\u{5}Remark\r", "\u{2}The end\r", "In a box\r"]
        #expect(try text(file).text == "Body\n\nA note\n\nThe end\n\nIn a box")
    }

    @Test func `rows of tables are lines, and items of lists have marks`() throws {
        var file = WordFile("a\u{7}b\rc\u{7}\u{7}\u{7}d\u{7}\u{7}e\rf\r")
        let inTable: [UInt8] = [0x16, 0x24, 1], rowEnd = inTable + [0x17, 0x24, 1]
        func item(_ level: UInt8) -> [UInt8] { [0x0B, 0x46, 3, 0, 0x0A, 0x26, level] }
        file.paragraphs = [
            (0..<2, inTable), (2..<4, inTable), (4..<6, inTable), (6..<7, inTable), (7..<8, rowEnd), (8..<10, inTable),
            (10..<11, rowEnd), (11..<13, item(0)), (13..<15, item(1)),
        ]
        #expect(try text(file).text == "a | b\n\nc\n\nd\n\n- e\n  - f")
    }

    @Test func `deleted text and stand-ins of symbols are left out, hidden text is told`() throws {
        var file = WordFile("seen gone hidden (\r")
        file.characters = [
            (0..<5, []), (5..<10, [0x00, 0x08, 1]), (10..<16, [0x3C, 0x08, 1]), (16..<17, []),
            (17..<18, [0x09, 0x6A, 0, 0, 0x4A, 0xF0]),
        ]
        let text = try text(file)
        #expect(text.text == "seen hidden" && text.hiddenRanges == [5..<11] && text.defects == [.hiddenText])
    }

    @Test(arguments: [
        (0x0419 as UInt16, [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2] as [UInt8], "Привет"),
        (0x0411, [0x93, 0xFA, 0x83, 0x41], "日ア"), (0x0407, [0x84, 0x67, 0xFC], "„gü"),
    ])
    func `Word 6 writes in the code page of its language`(language: UInt16, bytes: [UInt8], expected: String) throws {
        let table = Array("\rx\u{7}y\u{7}\u{7}z\r".utf8)
        let file = officeBinary(["WordDocument": WordFile.word6(bytes + table, language: language)])
        #expect(try RecallImportTests.text(file).text == "\(expected)\n\nx | y\n\nz")
    }

    @Test func `title, pages and dates are those of the properties`() throws {
        let text = try RecallImportTests.text(officeBinary(WordFile("a\r").streams, title: "Café plan"))
        #expect(text.title == "Café plan" && text.pageCount == 2)
        #expect(text.created == Date(timeIntervalSince1970: 1_079_343_000))
        #expect(text.modified == Date(timeIntervalSince1970: 1_079_429_400))
    }

    @Test func `a password is told, and so is a text without its table of pieces`() throws {
        var file = WordFile("secret\r")
        file.isEncrypted = true
        #expect(failure(officeBinary(file.streams)) == .encrypted)
        var streams = WordFile("a\r").streams
        streams["1Table"] = nil
        streams["WordDocument"]?.replaceSubrange(24..<32, with: little(UInt32(2_048)) + little(UInt32(2_051)))
        let text = try RecallImportTests.text(officeBinary(streams))
        #expect(text.text == "a" && text.defects.contains(.badStructure))
    }
}

@Suite("The text of Excel files before 2007", .scratch) struct ExcelBinaryTests {
    private func text(_ file: ExcelFile) throws -> String {
        try RecallImportTests.text(officeBinary([file.version == 8 ? "Workbook" : "Book": file.stream])).text
    }

    @Test func `cells are as they are shown: texts, numbers, days, shares, truth, results`() throws {
        let strings = little(UInt32(2)) + little(UInt32(2)) + ExcelFile.string("Rent") + ExcelFile.string("東京")
        var file = ExcelFile()
        file.globals = ExcelFile.record(0x041E, little(UInt16(164)) + ExcelFile.string("yyyy\\-mm\\-dd hh:mm"))
        for format: UInt16 in [0, 14, 9, 164] { file.globals += ExcelFile.style(format: format) }
        file.globals += ExcelFile.record(0x00FC, strings)
        let packed = little(UInt32(1 << 2 | 3))  // one hundredth
        var costs = ExcelFile.cell(0x00FD, 0, 0, little(UInt32(0))) + ExcelFile.cell(0x00FD, 0, 2, little(UInt32(1)))
        costs += ExcelFile.number(1, 0, 0.1 + 0.2) + ExcelFile.number(1, 1, 45_366, style: 1)
        costs +=
            ExcelFile.cell(0x027E, 1, 2, style: 2, little(UInt32(25 << 2 | 3))) + ExcelFile.cell(0x0205, 1, 3, [1, 0])
        costs += ExcelFile.cell(0x0205, 1, 4, [7, 1])
        costs += ExcelFile.number(2, 0, 45_366.5, style: 3)
        costs += ExcelFile.record(
            0x00BD,
            little(UInt16(2)) + little(UInt16(1)) + [0, 0] + packed + [0, 0] + little(UInt32(bitPattern: -5) << 2 | 2)
                + little(UInt16(2)))
        let formula = [0, 0, 0, 0, 0, 0, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 8)
        costs += ExcelFile.cell(0x0006, 2, 3, formula) + ExcelFile.record(0x0207, ExcelFile.string("made"))
        costs += ExcelFile.cell(0x0006, 2, 4, little((1.5 as Double).bitPattern) + [0, 0, 0, 0, 0, 0, 0, 0])
        file.sheets = [("Costs", costs), ("Überblick", ExcelFile.label(0, 0, "alone"))]
        #expect(
            try text(file) == """
                Costs

                Rent | 東京
                0.3 | 2024-03-15 | 25 % | TRUE
                2024-03-15 12:00 | 0.01 | -5 | made | 1.5

                Überblick

                alone
                """)
    }

    @Test func `strings go on in further records, in the other width`() throws {
        let strings = little(UInt32(2)) + little(UInt32(2)) + little(UInt16(5)) + [0] + Array("abc".utf8)
        let rest =
            [1] + little(UInt16(0x6771)) + little(UInt16(0x4EAC)) + little(UInt16(2)) + [8, 1, 0] + Array("de".utf8) + [
                0, 0, 0, 0,
            ]
        var file = ExcelFile()
        file.globals = ExcelFile.record(0x00FC, strings) + ExcelFile.record(0x003C, rest)
        file.sheets = [
            ("T", ExcelFile.cell(0x00FD, 0, 0, little(UInt32(0))) + ExcelFile.cell(0x00FD, 0, 1, little(UInt32(1))))
        ]
        #expect(try text(file) == "T\n\nabc東京 | de")
    }

    @Test func `days are counted from 1904 where the workbook says so, and rows are in order`() throws {
        var file = ExcelFile()
        file.globals = ExcelFile.record(0x0022, [1, 0]) + ExcelFile.style(format: 14)
        file.sheets = [
            ("T", ExcelFile.label(1, 0, "last") + ExcelFile.label(0, 1, "b") + ExcelFile.number(0, 0, 43_904))
        ]
        #expect(try text(file) == "T\n\n2024-03-15 | b\nlast")
    }

    @Test func `boxes and comments follow the cells`() throws {
        let box = ExcelFile.record(
            0x01B6, Array(repeating: 0, count: 10) + little(UInt16(6)) + Array(repeating: 0, count: 6))
        var file = ExcelFile()
        file.sheets = [("T", ExcelFile.label(0, 0, "a") + box + ExcelFile.record(0x003C, [0] + Array("remark".utf8)))]
        #expect(try text(file) == "T\n\na\n\nremark")
    }

    @Test func `Excel 5 writes in a code page, and Excel 2 writes no compound file`() throws {
        var file = ExcelFile(version: 5)
        file.globals = ExcelFile.record(0x0042, little(UInt16(1_251)))
        file.sheets = [("\u{CB}", ExcelFile.label(0, 0, "\u{CF}\u{F0}", version: 5))]
        #expect(try text(file) == "Л\n\nПр")
        let cell: [UInt8] = [0, 0, 0, 0, 0, 0, 0]
        let old =
            ExcelFile.record(0x0009, [2, 0, 0x10, 0]) + ExcelFile.record(0x0004, cell + [2] + Array("hi".utf8))
            + ExcelFile.record(0x0002, [0, 0, 1, 0, 0, 0, 0] + little(UInt16(42))) + ExcelFile.record(0x000A, [])
        #expect(try RecallImportTests.text(old).text == "hi | 42")
    }

    @Test func `a password is told`() {
        var file = ExcelFile()
        file.globals = ExcelFile.record(0x002F, [0, 0, 0, 0, 0, 0])
        #expect(failure(officeBinary(["Workbook": file.stream])) == .encrypted)
    }
}

@Suite("The text of PowerPoint files before 2007", .scratch) struct PowerPointBinaryTests {
    @Test(arguments: [false, true])
    func `slides are pages in the order of the list, each with its notes`(isReversed: Bool) throws {
        let slides = [(["Plan", "one\rtwo\u{B}three"], "Say hello"), (["東京"], "")]
        let text = try text(officeBinary(PowerPointFile(slides: slides, isReversed: isReversed).streams, title: "Talk"))
        #expect(text.text == "Plan\n\none\ntwo\nthree\n\nSay hello\n\n東京")
        #expect(text.pageCount == 2 && text.pageStarts == [0, 32] && text.title == "Talk")
    }

    @Test func `without a directory, slides are in the order of the file`() throws {
        var streams = PowerPointFile(slides: [(["Plan", "own"], "")]).streams
        streams["Current User"] = nil
        #expect(try text(officeBinary(streams)).text == "Plan\n\nown")
        streams["PowerPoint Document"]?.removeLast(100)
        let cut = try text(officeBinary(streams))
        #expect(cut.text == "own" && cut.defects == [.badStructure])
    }

    @Test func `a password is told`() {
        #expect(failure(officeBinary(PowerPointFile(slides: [], isEncrypted: true).streams)) == .encrypted)
    }
}

@Suite("Office files before 2007", .scratch) struct OfficeBinaryTests {
    private static let files: [[UInt8]] = [
        officeBinary(WordFile("One \u{13} PAGE \u{14}2\u{15}\rTwo\r").streams, title: "Title"),
        officeBinary(["Workbook": workbook.stream]),
        officeBinary(PowerPointFile(slides: [(["Plan", "one"], "Say hello")]).streams),
    ]

    private static let workbook = {
        var file = ExcelFile()
        file.globals = ExcelFile.record(0x00FC, little(UInt32(1)) + little(UInt32(1)) + ExcelFile.string("shared"))
        file.sheets = [("T", ExcelFile.cell(0x00FD, 0, 0, little(UInt32(0))) + ExcelFile.number(0, 1, 2))]
        return file
    }()

    private func extract(_ file: [UInt8], _ format: SourceFormat) async throws -> ExtractedText {
        try await DocumentTextExtractor().extract(file, format: format, path: "a", place: nil)
    }

    @Test(arguments: files)
    func `what is cut or damaged is read as far as it goes, or refused`(file: [UInt8]) {
        var generator = SeededGenerator(seed: 7)
        for count in stride(from: 0, to: file.count, by: 13) { _ = OfficeBinary.reply(to: Array(file[..<count])) }
        for _ in 0..<3_000 {
            var damaged = file
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let at = Int.random(in: 0..<file.count, using: &generator)
                damaged[at] = [0, 0xFF, .random(in: 0...255, using: &generator)].randomElement(using: &generator) ?? 0
            }
            guard case .text(let text) = OfficeBinary.reply(to: damaged) else { continue }
            #expect(text.hiddenRanges.allSatisfy { $0.upperBound <= text.text.utf8.count })
        }
    }

    @Test func `files are read as what they are, whatever they are called`() async throws {
        #expect(try await extract(Self.files[1], .doc).text == "T\n\nshared | 2")
        #expect(try await extract(Self.files[0], .docx).text == "One 2\n\nTwo")
        #expect(try await extract(Array("{\\rtf1 a}".utf8), .doc).text == "a")
        for format in [SourceFormat.doc, .xls, .docx, .xlsx] {
            #expect(try await extract(Array("\n<!DOCTYPE html><html><p>a".utf8), format).text == "a")
        }
        #expect(try await extract(Array("a\tb\n".utf8), .xls).text == "a | b")
        #expect(try await extract(docx(body: paragraph("a")), .doc).text == "a")
        let locked = CompoundFile.bytes([.stream("EncryptedPackage", [1]), .stream("EncryptionInfo", [1])])
        for format in [SourceFormat.doc, .xlsx] {
            #expect(await failureCode { try await extract(locked, format) } == .encrypted)
        }
    }

    @Test func `what is none is refused`() async {
        #expect(failure(CompoundFile.bytes([.storage("VisioDocument", [.stream("a", [1])])])) == .wrongFormat)
        #expect(failure([0x7F, 0x45]) == .wrongFormat && failure([]) == .wrongFormat)
        #expect(failure(officeBinary(["WordDocument": [1]])) == .malformed)
        #expect(failure(officeBinary(["Workbook": [1]])) == .malformed)
        #expect(failure(officeBinary(["PowerPoint Document": [1]])) == .malformed)
    }

    @Test func `attachments are known by type and name, tables as text under Excel's type too`() {
        func format(_ type: String, _ name: String, _ head: [UInt8]) -> SourceFormat? {
            DocumentTextExtractor.format(mediaType: type, name: name, head: head)
        }
        #expect(format("application/msword", "", Self.files[0]) == .doc)
        #expect(format("application/octet-stream", "a.xlt", Self.files[1]) == .xls)
        #expect(format("application/vnd.ms-powerpoint", "a", Self.files[2]) == .ppt)
        #expect(format("application/vnd.ms-excel", "a.csv", Array("a,b\n".utf8)) == .csv)
        #expect(format("application/msword", "a.doc", Array("{\\rtf1 a}".utf8)) == .rtf)
    }

    @Test func `templates share their names with texts of other programs`() throws {
        let scratch = try SourceScratch()
        try scratch.write("a.dot", Self.files[0])
        try scratch.write("graph.dot", "digraph { a -> b }")
        try scratch.write("letter", Self.files[0])
        let detected = try ["a.dot", "graph.dot", "letter"].map {
            try SourceDetector().detect(scratch.path + "/" + $0).kind
        }
        #expect(detected == [.file(.doc), .file(.text), .file(.doc)])
    }

    @Test func `OpenDocument in one file is read as in an archive`() async throws {
        let file = """
            <?xml version="1.0"?><office:document xmlns:office="o" xmlns:text="t" xmlns:dc="d"><office:meta><dc:title>Letter</dc:title>\
            </office:meta><office:master-styles><text:p>header</text:p></office:master-styles><office:body><office:text>\
            <text:p>One</text:p></office:text></office:body></office:document>
            """
        let text = try await extract(Array(file.utf8), .odt)
        #expect(text.text == "One" && text.title == "Letter")
    }
}
