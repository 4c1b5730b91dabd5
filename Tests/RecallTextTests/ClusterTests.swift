import RecallCore
import RecallText
import Testing

/// Words of scripts that are written without spaces and are not Chinese, Japanese or Korean.
struct ClusterTests {
    private static func clusters(_ text: String) -> [String] { NameWords.words(of: text) }

    @Test(arguments: [
        ("ประชุม", ["ป", "ระ", "ชุ", "ม"]), ("โรงเรียน", ["โร", "ง", "เรี", "ย", "น"]), ("น้ำ", ["น้ำ"]),
        ("ต่างๆ", ["ต่า", "ง", "ๆ"]), ("ศาสตร์", ["ศา", "ส", "ต", "ร์"]), ("พ.ศ. ๒๕๖๗", ["พ", "ศ", "2567"]),
        ("ໂຮງຮຽນ", ["ໂຮ", "ງ", "ຮຽ", "ນ"]), ("ນໍ້າ", ["ນໍ້າ"]),
        ("សាលារៀន", ["សា", "លា", "រៀ", "ន"]), ("ប្រជុំ", ["ប្រ", "ជុំ"]), ("២០២៤", ["2024"]),
        ("ကျောင်း", ["ကျောင်း"]), ("မန္တလေး", ["မန္တ", "လေး"]), ("မြန်မာစာ", ["မြန်", "မာ", "စာ"]), ("၂၀၂၄", ["2024"]),
        ("iPadรุ่นใหม่", ["ipad", "รุ่", "น", "ให", "ม่"]),
    ])
    func `letters stay with what is written around them`(text: String, clusters: [String]) {
        #expect(Self.clusters(text) == clusters)
    }

    @Test(arguments: [
        "\u{E31}", "\u{E40}", "\u{17D2}", "\u{1039}\u{1039}", "\u{E40}\u{E40}x", "\u{103A}", "\u{1000}\u{103A}\u{1039}",
    ])
    func `marks without a letter are cut without harm`(text: String) {
        let clusters = Self.clusters(text)
        #expect(clusters.joined() == text && clusters.allSatisfy { !$0.isEmpty })
    }

    @Test func `runs of up to three clusters are terms, spaces of no width aside`() {
        let analyzer = TermAnalyzer()
        let terms = ["ประชุ", "ป\u{200B}ระ\u{200B}ชุ"].map { analyzer.terms(of: $0, language: nil).map(\.term) }
        #expect(terms[0] == ["ป", "ระ", "ประ", "ชุ", "ระชุ", "ประชุ"])
        #expect(terms[1] == terms[0])
        #expect(analyzer.terms(of: "ป ระ", language: nil).map(\.term) == ["ป", "ระ"])
    }

    @Test func `a query asks for runs, and for one cluster only where it stands alone`() {
        let analyzer = QueryAnalyzer(for: [])
        #expect(analyzer.words(of: "ประชุ").map(\.folded) == ["ประ", "ระชุ", "ประชุ"])
        #expect(analyzer.words(of: "ปี 2024").map(\.folded) == ["ปี", "2024"])
    }
}
