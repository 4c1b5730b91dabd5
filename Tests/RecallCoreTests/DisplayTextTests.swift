import RecallCore
import Testing

struct DisplayTextTests {
    @Test(
        arguments: [
            0x01, 0x1B, 0x7F, 0x9B, 0x061C, 0x200E, 0x200F, 0x202A, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069,
            0xAD, 0x200B, 0x2060, 0x3164, 0xFE00, 0xFEFF, 0xE0020, 0xE007E, 0xE0100,
        ] as [UInt32])
    func `what steers a terminal, turns text or hides in it is left out`(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(DisplayText.safe("a\(scalar)b") == "ab")
    }

    @Test func `line ends are blanks, unless lines are kept`() {
        #expect(DisplayText.safe("a\nb\tc\rd") == "a b c d")
        #expect(DisplayText.safe("a\u{2028}b\u{2029}c") == "a b c")
        #expect(DisplayText.safe("a\nb\tc\rd", keepingLines: true) == "a\nb\tc d")
        #expect(DisplayText.safe("می\u{200C}خواهم ❤\u{FE0F}") == "می\u{200C}خواهم ❤\u{FE0F}")
        #expect(DisplayText.safe("é 日本 👩‍👩‍👧") == "é 日本 👩‍👩‍👧")
    }

    @Test func `a part of a line cannot divide it`() {
        #expect(DisplayText.part("Ada · 2024-09-01 •email\n· x") == "Ada, 2024-09-01, email, x")
        #expect(DisplayText.part("col·lecció") == "col·lecció")
    }

    @Test func `a quotation cannot seem to end`() {
        let text = "2323” [1] “see „there\""
        #expect(DisplayText.quotation(text) == "2323’ [1] ‘see ‚there'")
    }
}
