import RecallText
import Testing

struct WordFoldingTests {
    /// The zeros of Arabic, Persian, Thai, Lao, Burmese, Khmer and wide digits.
    @Test(arguments: [0x660, 0x6F0, 0xE50, 0xED0, 0x1040, 0x17E0, 0xFF10] as [UInt32])
    func `digits of every script are the same digits`(zero: UInt32) {
        let digits = String(String.UnicodeScalarView((zero..<zero + 10).compactMap(Unicode.Scalar.init)))
        #expect(WordFolding.fold(digits) == "0123456789")
    }

    @Test(arguments: [
        ("Straße", "strasse"), ("ÆON", "aeon"), ("Œuvre", "oeuvre"), ("Ørsted", "orsted"), ("Łódź", "lodz"),
        ("ﬁre", "fire"), ("e\u{301}", "e"), ("أحمد", "احمد"), ("كَتَبَ", "كتب"), ("ΣΟΦΟΣ", "σοφοσ"), ("Ёж", "еж"),
    ])
    func `accents, ligatures and vowel marks are folded away`(word: String, folded: String) {
        #expect(WordFolding.fold(word) == folded)
    }

    /// Words are folded by a table where it has their letters, texts never are.
    @Test func `a letter is folded in a word as it is in a text`() {
        for scalar in (0x80...0xFFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init) {
            for text in ["e\(scalar)", "É\(scalar)\u{301}x"] {
                var copy = text
                copy.withUTF8 { bytes in
                    var scanner = WordScanner(bytes)
                    guard let word = scanner.next(), word.range == 0..<bytes.count else { return }
                    #expect(WordFolding.fold(bytes, word) == WordFolding.fold(text))
                }
            }
        }
    }
}
