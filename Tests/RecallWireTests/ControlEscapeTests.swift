import Foundation
import RecallWire
import Testing

struct ControlEscapeTests {
    private struct Line: Codable, Equatable {
        var text: String
    }

    /// All that may turn the direction of text or steer a terminal, among what may not.
    private static let text =
        "a\u{202E}b\u{202C} \u{2066}c\u{2069} \u{200E}\u{200F}\u{61C} \u{9B}31m\u{7F}\u{80} \u{1B}[0m — “é” ½ ؟ \u{200D} 日本 🪴"

    @Test func `no encoding holds a character that turns text or steers a terminal, and all mean the same`() throws {
        let line = Line(text: Self.text)
        let encodings = [
            String(decoding: try PayloadEncoding.line(line), as: UTF8.self), try PayloadEncoding.sortedLine(line),
            try PayloadEncoding.document(line),
        ]
        for encoding in encodings {
            for scalar in encoding.unicodeScalars where scalar != "\n" {
                #expect(!(0..<0x20).contains(scalar.value) && !(0x7F..<0xA0).contains(scalar.value))
                #expect(!scalar.properties.isBidiControl, "\(scalar.value)")
            }
            #expect(encoding.contains(#"a\u202eb\u202c"#) && encoding.contains("— “é” ½ ؟"))
            #expect(try JSONDecoder().decode(Line.self, from: Data(encoding.utf8)) == line)
        }
    }

    /// Text with one such character alone: nothing else in it makes the encoder look.
    @Test(
        arguments: [
            0x7F, 0x80, 0x9F, 0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068,
            0x2069,
        ] as [UInt32])
    func `each of them is escaped where it is the only one`(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        let encoding = try PayloadEncoding.sortedLine(Line(text: "a\(scalar)b"))
        #expect(encoding.utf8.allSatisfy { $0 < 0x7F })
        #expect(try JSONDecoder().decode(Line.self, from: Data(encoding.utf8)) == Line(text: "a\(scalar)b"))
    }
}
