import RecallCore
import RecallText
import Testing

/// Tables that decide what is stored: another entry would thread, date or rank the mails of existing libraries differently.
struct TableTests {
    @Test func `the prefixes of threads are these`() {
        let prefixes =
            "re aw sv vs antw ant odp rif res ynt ref r 回复 答复 返信 ответ fwd fw wg tr rv enc vb doorst pd i 转发 fyi"
        #expect(SubjectPrefixes.threading == Set(prefixes.split(separator: " ").map(String.init)))
        #expect(SubjectPrefixes.words == ["re", "fwd", "fw", "aw", "wg", "sv", "tr", "rv"])
        #expect(Set(SubjectPrefixes.replies).isDisjoint(with: SubjectPrefixes.forwards))
    }

    @Test(
        arguments: [
            ("Jan", 1), ("feb", 2), ("MAR", 3), ("mrz", 3), ("April", 4), ("may", 5), ("Mai", 5), ("june", 6),
            ("Jul", 7),
            ("Aug", 8), ("sept", 9), ("okt", 10), ("Oct", 10), ("NOV", 11), ("dez", 12), ("december", 12), ("mon", nil),
            ("ja", nil), ("", nil),
        ] as [(String, Int?)])
    func `months of mails are told by three letters`(word: String, month: Int?) {
        #expect(Array(word.utf8).withUnsafeBufferPointer { MonthNames.number(beginning: $0) } == month)
    }

    @Test func `months have names in five languages`() {
        let all = MonthNames.numbers(in: [.english, .german, .french, .spanish, .italian])
        #expect(Set(all.values) == Set(1...12))
        #expect(all["fevrier"] == 2 && all["marz"] == 3 && all["aout"] == 8 && all["dicembre"] == 12)
        #expect(MonthNames.numbers(in: [.german])["january"] == nil)
        #expect(
            MonthNames.english.count == 12 && MonthNames.number(of: "sept") == 9
                && MonthNames.number(of: "Février") == 2)
    }

    @Test func `classes of bytes are those of ASCII`() {
        for byte in UInt8.min...UInt8.max {
            let character = Character(Unicode.Scalar(byte))
            #expect(byte.isASCIILetter == (character.isASCII && character.isLetter))
            #expect(byte.isASCIIDigit == (character.isASCII && character.isNumber))
            #expect(byte.isASCIISpace == [9, 10, 11, 12, 13, 32].contains(byte))
            #expect(byte.asciiHexValue.map(Int.init) == (byte < 0x80 ? character.hexDigitValue : nil))
            #expect(
                Character(Unicode.Scalar(byte.asciiLowercase))
                    == (byte < 0x80 ? character.lowercased().first : character))
        }
    }
}
