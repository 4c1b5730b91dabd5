import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// Text recognition by the tesseract and the poppler that are installed.
@Suite(.waiting, .scratch) struct TextRecognitionTests {
    private static let letter = ["The ferry leaves the northern harbour", "at seven and comes back by noon."]
    private static let english = TextRecognition(languages: ["eng"])

    private let scratch: SourceScratch

    init() throws {
        scratch = try SourceScratch()
    }

    private func extractor(
        stored: @escaping @Sendable (ItemID) throws -> Item? = { _ in nil }
    ) -> DocumentTextExtractor {
        DocumentTextExtractor(recognition: PageRecognition(Self.english, stored: stored))
    }

    /// What the reader of the file finds.
    private func found(
        _ name: String, _ data: Data, _ format: SourceFormat
    ) async throws -> [(record: ImportRecord, cursor: SourceCursor)] {
        try scratch.write(name, Array(data))
        let unit = try scratch.unit(name, format)
        let reader = try ImportFormats.all.reader(of: unit, extractor: extractor())
        var all: [(record: ImportRecord, cursor: SourceCursor)] = []
        try await reader.read(unit, from: .start) { all.append(($0, $1)) }
        return all
    }

    private func failure(_ name: String, _ data: Data) async throws -> ImportFailure? {
        do {
            return try await found(name, data, .image).compactMap(\.record.failure).first
        } catch let failure as ImportFailure {
            return failure
        }
    }

    @Test(arguments: [Scan.Kind.png, .jpeg, .tiff])
    func `an image is a document with its text, called and dated as its file is`(kind: Scan.Kind) async throws {
        let records = try await found("Ferry 2024-05-06.\(kind)", Scan.picture(Self.letter, kind), .image)
        let item = try #require(records.first?.record.item)
        #expect(records.count == 1 && item.kind == .document && item.title == "Ferry 2024-05-06")
        #expect(item.text == Self.letter.joined(separator: "\n") || item.text == Self.letter.joined(separator: " "))
        #expect(item.date != nil && item.defects == [.recognisedText])
        guard case .document(let details) = item.details else { throw CancellationError() }
        #expect(details.format == "image" && details.pageStarts.isEmpty && details.pageCount == nil)
    }

    @Test func `a fax of several pages has the text of each, by its number`() async throws {
        let pages = try [Self.letter, ["Bring the blue umbrella", "and both of the tickets."]].map {
            try Scan.picture($0, .gray)
        }
        let item = try #require(try await found("fax.tif", tiff(pages), .image).first?.record.item)
        guard case .document(let details) = item.details else { throw CancellationError() }
        #expect(details.pageCount == 2 && details.pageStarts.count == 2)
        let second = String(decoding: Array(item.text.utf8)[details.pageStarts[1]...], as: UTF8.self)
        #expect(second.hasPrefix("Bring the blue umbrella"))
    }

    @Test func `an image without text is none, counted by its reason`() async throws {
        var random = SeededSourceGenerator(seed: 7)
        let noise = (0..<200 * 200).map { _ in UInt8.random(in: 0...255, using: &random) }
        for pixels in [noise, [UInt8](repeating: 255, count: 200 * 200)] {
            let records = try await found("photo.tif", tiff([Data("P5\n200 200\n255\n".utf8) + pixels]), .image)
            guard case .skipped(.imageWithoutText)? = records.first?.record else { throw CancellationError() }
            #expect(records.count == 1 && records[0].cursor.text == "1 ocr")
        }
    }

    @Test func `an image that is cut off anywhere is a failure or what is left of it, never more`() async throws {
        let whole = try Scan.picture(Self.letter, .png)
        for count in [0, 7, 20, 23, 40, whole.count / 3] {
            let code = try await failure("cut.png", whole.prefix(count))?.code
            #expect(code == (count == 0 ? .empty : .malformed))
        }
        let tiff = try Scan.picture(Self.letter, .tiff)
        for count in [6, 9, tiff.count / 2] { #expect(try await failure("cut.tif", tiff.prefix(count)) != nil) }
    }

    @Test func `an image that claims more pixels than are read is refused before it is unpacked`() async throws {
        var png = try Scan.picture(Self.letter, .png)
        png.replaceSubrange(16..<24, with: [0, 1, 0x86, 0xA0, 0, 1, 0x86, 0xA0])
        #expect(try await failure("bomb.png", png)?.code == .overLimit)
        png.replaceSubrange(16..<24, with: [0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10])
        #expect(try await failure("large.png", png)?.code == .overLimit)
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 17, 8, 0xFF, 0xFF, 0xFF, 0xFF, 3]
        #expect(try await failure("bomb.jpg", Data(jpeg))?.code == .overLimit)
        let bitmap: [UInt8] =
            [0x42, 0x4D] + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0xFF, 0xFF]
        #expect(try await failure("bomb.bmp", Data(bitmap))?.code == .overLimit)
        let webP = Array("RIFF    WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
        #expect(try await failure("bomb.webp", Data(webP))?.code == .overLimit)
    }

    @Test func `directories of a TIFF file that lead in a circle are read once`() async throws {
        var circle = [UInt8](tiff([Data("P5\n20 20\n255\n".utf8) + [UInt8](repeating: 255, count: 400)]))
        let start = Array(circle[4..<8])
        circle.replaceSubrange(circle.count - 4..<circle.count, with: start)
        #expect(try await found("circle.tif", Data(circle), .image).count == 1)
    }

    @Test func `pages of a PDF that are pictures are read beside those that are text, and keep their numbers`()
        async throws
    {
        let text = "This page was written by a program and needs no recognition at all."
        let data = try Scan.pdf([
            .text([text]), .scan(Self.letter), .damaged, .empty, .scan(["The last page is here too."]),
        ])
        let records = try await found("mixed.pdf", data, .pdf)
        let item = try #require(records.first?.record.item)
        guard case .document(let details) = item.details else { throw CancellationError() }
        #expect(details.pageCount == 5 && details.pageStarts.count == 5)
        let bytes = Array(item.text.utf8)
        func begins(_ page: Int, with text: String) -> Bool {
            bytes[details.pageStarts[page - 1]...].starts(with: text.utf8)
        }
        #expect(begins(1, with: text) && begins(2, with: "The ferry leaves") && begins(5, with: "The last page"))
        #expect(item.defects == [.recognisedText] && records.last?.cursor.text == "4 ocr")
    }

    @Test func `a PDF that has its text is read as it is without recognition`() async throws {
        let data = Data(pdf(pages: [["This page has a text of its own, which is long enough."]]))
        let item = try #require(try await found("text.pdf", data, .pdf).first?.record.item)
        let unit = try scratch.unit("text.pdf", .pdf)
        #expect(
            try await records(DocumentFileReader(extractor: DocumentTextExtractor()), unit).first?.record.item == item)
    }

    @Test func `reading that was cut off goes on after the pages that the library has`() async throws {
        let blank = Array(repeating: Scan.Page.empty, count: 20)
        try scratch.write(
            "long.pdf", Array(try Scan.pdf([.scan(Self.letter)] + blank + [.scan(["The end of the journey."])])))
        let unit = try scratch.unit("long.pdf", .pdf)
        let all = try await records(ImportFormats.all.reader(of: unit, extractor: extractor()), unit)
        #expect(all.map(\.cursor.text) == ["4 ocr 20", "4 ocr"])
        let first = try #require(all[0].record.item), last = try #require(all[1].record.item)
        #expect(
            first.id == last.id && last.text.hasPrefix(first.text) && last.text.hasSuffix("The end of the journey."))
        let rest = extractor(stored: { $0 == first.id ? first : nil })
        let again = try await records(ImportFormats.all.reader(of: unit, extractor: rest), unit, from: all[0].cursor)
        #expect(again.compactMap(\.record.item) == [last])
        let lost = try await records(
            ImportFormats.all.reader(of: unit, extractor: extractor()), unit, from: all[0].cursor)
        #expect(lost.compactMap(\.record.item) == [first, last])
    }

    @Test func `of a document with thousands of empty pages as many are looked at as allowed, and it is said`()
        async throws
    {
        try scratch.write("empty.pdf", Array(try Scan.pdf(Array(repeating: .empty, count: 5_000))))
        let unit = try scratch.unit("empty.pdf", .pdf)
        let recognition = PageRecognition(Self.english)
        let reader = ScannedPDFReader(extractor: extractor(), recognition: recognition, mostPages: 3)
        let all = try await records(reader, unit)
        #expect(try #require(all.first?.record.item).defects == [.overLimit, .noText])
        let failure = try #require(all.last?.record.failure)
        #expect(failure.code == .overLimit && failure.place == "page 4" && all.count == 2)
    }

    @Test func `images are found in folders only where their text is read, and named ones say what to do`() async throws
    {
        try scratch.write("in/a.png", Array(try Scan.picture(Self.letter)))
        try scratch.write("in/b.pdf", pdf(pages: [["Text"]]))
        let folder = scratch.path + "/in"
        func units(_ walker: SourceWalker) -> [SourceFormat] {
            walker.compactMap { if case .unit(let unit) = $0 { unit.format } else { nil } }
        }
        #expect(units(SourceWalker(path: folder)) == [.pdf])
        #expect(units(SourceWalker(path: folder, readsImages: { _ in true })) == [.image, .pdf])
        let unit = try scratch.unit("in/a.png", .image)
        let reader = try ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor())
        do {
            _ = try await records(reader, unit)
            Issue.record("an image was read without recognition")
        } catch let failure as ImportFailure {
            #expect(failure.code == .wrongFormat && failure.reason.contains("--ocr"))
        }
    }

    @Test func `a document is read again when recognition is asked for first, not when it is not any more`() {
        let formats = ImportFormats.all
        #expect(formats.isCurrent("4", of: .pdf) && !formats.isCurrent("4", of: .pdf, recognisesText: true))
        #expect(formats.isCurrent("4 ocr", of: .pdf) && formats.isCurrent("4 ocr", of: .pdf, recognisesText: true))
        #expect(!formats.isCurrent("2 ocr", of: .pdf) && !formats.isCurrent("2", of: .pdf))
        #expect(formats.isCurrent("2", of: .docx, recognisesText: true))
    }

    @Test func `languages are those of the person, then English, and not all where there are many`() {
        func usual(_ installed: [String], _ person: [String]) -> [String] {
            Tesseract(version: "5", path: "", languages: installed).usualLanguages(ofPerson: person)
        }
        #expect(usual(["eng", "osd"], ["deu"]) == ["eng"])
        #expect(usual(["deu", "eng", "fra", "osd"], ["fra"]) == ["fra", "eng", "deu"])
        #expect(usual(["ara", "deu", "eng", "fra", "ita", "osd", "script/Latin"], ["deu"]) == ["deu", "eng"])
        #expect(usual(["chi_sim", "chi_sim_vert", "eng"], ["zho"]) == ["chi_sim", "eng"])
        #expect(usual(["osd"], []) == ["osd"])
    }

    @Test func `the engine says its version and languages`() async throws {
        let engine = try #require(try await Tesseract.installed())
        #expect(engine.languages.contains("eng") && engine.version.first?.isNumber == true)
        #expect(engine.path.hasPrefix("/") && engine.path.hasSuffix("tesseract"))
    }

    @Test func `the engine is not taken from PATH, and takes no options for languages`() throws {
        let canary = scratch.path + "/canary"
        let fake = try scratch.write("tesseract", "#!/bin/sh\necho x > '\(canary)'\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: fake)
        func run(_ arguments: [String]) throws -> Int32 {
            let process = Process()
            process.executableURL = RecallProcess.executable
            process.arguments = [ParserProcess.argument] + arguments
            process.environment = ["PATH": scratch.path + ":/usr/bin:/bin"]
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            return process.terminationStatus
        }
        // The real one says that nothing is no picture.
        #expect(try run(["ocr-page", "eng", "0"]) == 1)
        #expect(!FileManager.default.fileExists(atPath: canary))
        for languages in ["", "--help", "eng -c x", "../eng"] { #expect(try run(["ocr-page", languages, "0"]) == 64) }
        #expect(try run(["ocr-page", "eng", "-1"]) == 64)
    }
}

/// A TIFF file of pages in shades of grey without compression, each given as PGM.
private func tiff(_ pages: [Data]) -> Data {
    var file: [UInt8] = [0x49, 0x49, 42, 0, 0, 0, 0, 0]
    var link = 4
    func little(_ value: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    for page in pages {
        let parts = page.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
        let sides = String(decoding: parts[1], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
        let start = file.count
        file += Array(parts[3]) + (parts[3].count % 2 == 1 ? [0] : [])
        let entries = [
            (256, 4, sides[0]), (257, 4, sides[1]), (258, 3, 8), (259, 3, 1), (262, 3, 1), (273, 4, start), (277, 3, 1),
            (278, 4, sides[1]), (279, 4, parts[3].count),
        ]
        file.replaceSubrange(link..<link + 4, with: little(file.count))
        file += little(entries.count, 2)
        for (tag, type, value) in entries { file += little(tag, 2) + little(type, 2) + little(1) + little(value) }
        link = file.count
        file += little(0)
    }
    return Data(file)
}
