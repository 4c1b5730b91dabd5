import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// What is made of the output of tesseract and poppler, which a script stands for.
@Suite(.scratch) struct RecognisedPageTests {
    private let scratch: SourceScratch

    init() throws {
        scratch = try SourceScratch()
    }

    /// A row of tesseract's table of words.
    private static func row(_ word: String, _ confidence: Double) -> String {
        "5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t\(confidence)\t\(word)\n"
    }

    /// The records of a file whose processes print these texts, by mode.
    private func records(_ name: String, _ format: SourceFormat, _ outputs: [String: String]) async throws
        -> [ImportRecord]
    {
        for (mode, text) in outputs { try scratch.write("modes/" + mode, Array(text.utf8)) }
        try scratch.write("modes/process", Array("#!/bin/sh\ncat \"${0%/process}/$2\"\n".utf8))
        let path = scratch.path + "/modes/process"
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        let extractor = DocumentTextExtractor(
            parserExecutable: path, recognition: PageRecognition(TextRecognition(languages: ["eng"])))
        let reader = try ImportFormats.all.reader(of: scratch.unit(name, format), extractor: extractor)
        var records: [ImportRecord] = []
        try await reader.read(try scratch.unit(name, format), from: .start) { record, _ in records.append(record) }
        return records
    }

    private func text(_ words: [(String, Double)]) async throws -> String? {
        try scratch.write("a.png", Array(try Scan.picture(["A"], .png)))
        let table = words.map { Self.row($0, $1) }.joined()
        return try await records("a.png", .image, ["ocr-page": table]).first?.item?.text
    }

    @Test func `words that are uncertain are dropped, and letters that mostly are make no text`() async throws {
        #expect(try await text([("umbrellas", 90), ("harbour", 90), ("xq", 20)]) == "umbrellas harbour")
        let specks = (0..<12).map { ("speck\($0)", 31.0) }
        #expect(try await text([("umbrellas", 90)] + specks) == nil)
        #expect(try await text([("short", 95)]) == nil)
        #expect(try await text([("umbrellas", .nan), ("harbours", -1)]) == nil)
    }

    private static let picture = "P5\n2 1\n255\n\u{01}\u{7F}"
    private static func printed(_ pages: [String]) -> String {
        "<pre>\n" + pages.map { $0 + "\n\u{0C}" }.joined() + "</pre>"
    }

    @Test func `a page keeps its own words unless its picture says much more`() async throws {
        try scratch.write("a.pdf", Array("%PDF-1.4".utf8))
        let outputs = [
            "pdf": Self.printed(["Page one of the plan 20"]), "pdf-drawn": "", "pdf-scan": Self.picture,
            "ocr-page": Self.row("Paqe", 90) + Self.row("cne", 90) + Self.row("plan", 90),
        ]
        let found = try await records("a.pdf", .pdf, outputs)
        #expect(found.first?.item?.text == "Page one of the plan 20")
    }

    @Test func `after some pages that fail the rest of a document is left`() async throws {
        try scratch.write("a.pdf", Array("%PDF-1.4".utf8))
        let outputs = ["pdf": Self.printed(Array(repeating: "", count: 45)), "pdf-scan": "no picture"]
        let failures = try await records("a.pdf", .pdf, outputs).compactMap(\.failure)
        #expect(failures.map(\.code).dropLast().allSatisfy { $0 == .malformed } && failures.count == 21)
        #expect(failures.last?.code == .overLimit && failures.last?.place == "page 21")
    }
}
