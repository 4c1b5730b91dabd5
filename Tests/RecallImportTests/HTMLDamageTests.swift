import RecallCore
import RecallImport
import RecallTestSupport
import Testing

@Suite("Damaged HTML")
struct HTMLDamageTests {
    private static let pieces = [
        "<div>", "</div>", "<p style=\"display:none", "\">", "<table><tr><td>", "</td>", "</table>", "<li>", "</ul>",
        "<ul>", "<!--",
        "-->", "<!", "</", "<", ">", "&", "&#x", "&amp", "&#99999999999;", "é", "日本", "\u{0}", "\u{AD}", "<script>",
        "</script",
        "<title>", "<blockquote>", "</blockquote>", "<pre>", "\n", " ", "'", "\"", "=", "/", "<a href=http://",
        "<img alt='x'", "<br>",
        "text", "<svg/>", "<o:p/>", "style=color:#", "hidden", "\u{1B}",
    ].map { Array($0.utf8) }

    @Test("of any kind gives valid text with hidden ranges at character boundaries within it", arguments: 0..<8)
    func damaged(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<1_000 {
            var html: [UInt8] = []
            for _ in 0..<Int.random(in: 1...60, using: &generator) {
                html += Self.pieces.randomElement(using: &generator) ?? []
                if Int.random(in: 0..<16, using: &generator) == 0 {
                    html.append(.random(in: 0...255, using: &generator))
                }
            }
            check(HTMLText.extract(html, charset: nil), html)
        }
    }

    @Test("cut short at any byte keeps the text before the cut")
    func cut() {
        let html = Array(
            "<html><p class=a>one</p><!-- c --><p style='color:red'>two &amp; three</p><table><tr><td>four".utf8)
        for count in 0...html.count {
            let result = HTMLText.extract(Array(html[..<count]), charset: nil)
            check(result, html)
            #expect(count < 20 || result.text.hasPrefix("one"))
        }
    }

    private func check(_ result: ExtractedText, _ html: [UInt8]) {
        let bytes = Array(result.text.utf8)
        let bounds = result.hiddenRanges.flatMap { [$0.lowerBound, $0.upperBound] }
        let isValid =
            !bytes.contains(0) && bounds == bounds.sorted() && (bounds.last ?? 0) <= bytes.count
            && bounds.allSatisfy { $0 == bytes.count || bytes[$0] & 0xC0 != 0x80 }
        if !isValid { Issue.record("\(html)") }
    }
}
