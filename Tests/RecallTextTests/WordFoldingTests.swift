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
}
