import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

@Suite(.scratch) struct NotesTextFileTests {
    private func document(_ bytes: [UInt8]) async throws -> Item {
        let scratch = try SourceScratch()
        try scratch.write("My letter.txt", bytes)
        let unit = try scratch.unit("My letter.txt", .text, modified: 1_500_000_000_000_000_000)
        return try #require(try await records(TextFileReader(), unit).first?.record.item)
    }

    private func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return bigEndian ? bytes : bytes.reversed()
        }
    }

    @Test func aTextFileIsADocument() async throws {
        let item = try await document(Array("Dear Ada,\r\nyes.\r".utf8))
        #expect(item.title == "My letter" && item.text == "Dear Ada,\nyes.\n")
        guard case .document(let details) = item.details else {
            Issue.record("no document")
            return
        }
        #expect(details.format == "txt" && details.path.hasSuffix("/My letter.txt"))
        #expect(item.date == nil && details.fileModified == Date(timeIntervalSince1970: 1_500_000_000))
        #expect(item.id == ItemID(identifying: ["file", details.path]))
    }

    @Test func theCharsetIsFound() async throws {
        let text = "Grüße – aus “Köln” für 5 €"
        let windows1252: [Character: UInt8] = [
            "ü": 0xFC, "ß": 0xDF, "–": 0x96, "“": 0x93, "”": 0x94, "ö": 0xF6, "€": 0x80,
        ]
        let encodings: [[UInt8]] = [
            Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), text.map { windows1252[$0] ?? $0.asciiValue! },
            [0xFF, 0xFE] + utf16(text, bigEndian: false), [0xFE, 0xFF] + utf16(text, bigEndian: true),
            utf16(text, bigEndian: false), utf16(text, bigEndian: true),
        ]
        for bytes in encodings {
            let item = try await document(bytes)
            #expect(item.text == text && item.defects.isEmpty)
        }
    }

    @Test func damagedUTF8IsRepairedAndFlagged() async throws {
        let item = try await document(Array("Grüße aus K".utf8) + [0xFF] + Array("ln für 5 €".utf8))
        #expect(item.text == "Grüße aus K\u{FFFD}ln für 5 €" && item.defects == [.badCharset])
    }

    @Test func aFileOverTheLimitIsCutAndFlagged() async throws {
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 50 << 20)
        let item = try await document(line)
        #expect(item.text.utf8.count == ImportLimits.textBytes && item.defects == [.truncatedText])
        #expect(item.authoredRanges.isEmpty)
        let words = try await document(Array(String(repeating: "é ü\n", count: 5 << 20).utf8))
        #expect(words.text.utf8.count <= ImportLimits.textBytes && !words.text.contains("\u{FFFD}"))
        #expect(words.defects == [.truncatedText])
    }

    @Test func aStrayNULIsReplacedButBinaryContentIsRefused() async throws {
        let item = try await document(Array(String(repeating: "words ", count: 300).utf8) + [0] + Array("x".utf8))
        #expect(item.text.hasSuffix("\u{FFFD}x") && item.defects == [.controlCharacters])
        for bytes: [UInt8] in [
            [0], [0, 0, 0, 0, 0, 0], Array("GIF89a".utf8) + [0, 1, 2, 0, 0, 0, 3, 4, 0xFF],
            (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 7) },
        ] {
            await #expect { try await document(bytes) } throws: { ($0 as? ImportFailure)?.code == .wrongFormat }
        }
    }

    @Test func anEmptyFileIsAFailure() async throws {
        await #expect { try await document([]) } throws: { ($0 as? ImportFailure)?.code == .empty }
    }
}
