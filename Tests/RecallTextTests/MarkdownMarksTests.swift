import RecallText
import Testing

@Suite("Excerpts of Markdown")
struct MarkdownMarksTests {
    @Test(arguments: [
        ("## Two\n\n- [x] done\n> said\n1. one", "Two\n\ndone\nsaid\n1. one"),
        ("**bold** *it* __b__ `code` ~~old~~ ==new==", "bold it b code old new"),
        ("a [link](https://made-up.example/x) ![p](q.png) [[Mill|the mill]] [[Ferns]]", "a link p the mill Ferns"),
        ("| a | b |\n|---|:-:|\n| 1 | 2 |", " a  b \n\n 1  2 "), ("```sh\n# ls | wc\n```", "\n# ls | wc\n"),
        ("2*3 = 6, a=b, snake_case, [brackets], C# a | #tag", "2*3 = 6, a=b, snake_case, [brackets], C# a | #tag"),
        ("|Tea|1|20|\n|--|--|--|\n|Rum |12|0|", "Tea|1|20\n\nRum 12|0"),
        ("a | b\n--|--\n1 | 2\n\nc | d", "a  b\n\n1  2\n\nc | d"),
        ("`x||y` ``a ` | b`` `open *it*", "x||y a ` | b `open it"), ("A={x|x>0} cat a | wc", "A={x|x>0} cat a | wc"),
        ("> [!warning]- Frost\n> hard\n\n[!no] a", "Frost\nhard\n\n[!no] a"), ("> [!tip]\n> b", "\nb"),
        ("one[^1] two[^b c]\n\n[^1]: The first.", "one two[^b c]\n\n The first."),
        (
            "![Engelbart|100](https://made-up.example/e.jpg) ![[sun.png|200]] ![[moon.png]]",
            "Engelbart sun.png moon.png"
        ),
        (
            "<p/>Example <b class=x>two</b> 1 < 2 > 0 a<b <https://made-up.example>",
            "Example two 1 < 2 > 0 a<b https://made-up.example"
        ),
        ("\\*no\\* 1 * 2", "*no* 1 * 2"), ("", ""), ("größe **ß**", "größe ß"),
    ])
    func `have no marks`(text: String, shown: String) {
        #expect(MarkdownMarks.removed(from: text) == shown)
    }

    @Test(arguments: [
        ("- [x] cancel *it*\n- [ ] tax", "[x] cancel it\n[ ] tax"), ("a ~~b~~ **c**", "a ~~b~~ c"),
        ("[a](https://made-up.example) [x] b", "a [x] b"),
    ])
    func `are left in a quotation where they say how a thing stands`(text: String, shown: String) {
        #expect(MarkdownMarks.removedButStates(from: text) == shown)
    }

    @Test(arguments: [
        ("**a**\n```\n**b**", "**a**\n\nb"), ("**a**\n```\nb\n```sh\n**c**\n```", "**a**\n\nb\n\n**c**\n"),
        ("**a**\n```sh\n**b**", "a\n\n**b**"), ("**a**\n```\n**b**\n```", "a\n\n**b**\n"), ("**a**", "a"),
    ])
    func `know of a part whether it begins in code`(text: String, shown: String) {
        var bytes = Array(text.utf8)
        for range in MarkdownMarks.ranges(in: text, isPart: true).reversed() { bytes.removeSubrange(range) }
        #expect(String(decoding: bytes, as: UTF8.self) == shown)
    }

    @Test func `do not repeat the title`() {
        #expect(MarkdownMarks.removed(from: "# The *mill*\nIt turns.", title: "The mill") == "\nIt turns.")
        #expect(MarkdownMarks.removed(from: "# The mill\nIt turns.", title: "Ferns") == "The mill\nIt turns.")
    }

    @Test func `have marks at ascending places within any text`() {
        var generator = SystemRandomNumberGenerator()
        let signs = Array("#*_`~=[]()!|\\-><^/: \naé\u{1F600}x1")
        for _ in 0..<2_000 {
            let text = String((0..<40).map { _ in signs.randomElement(using: &generator)! })
            let ranges = MarkdownMarks.ranges(in: text, title: "a")
            #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }, "\(text)")
            #expect(ranges.allSatisfy { !$0.isEmpty && $0.upperBound <= text.utf8.count }, "\(text)")
        }
    }

    // Each of them was looked for to the end of the line.
    @Test(arguments: ["[", "![", "[[a|", "](", "[a", "<a", "[^a", "![a|1"])
    func `stay in a line of a million signs that nothing closes`(sign: String) {
        let text = String(repeating: sign, count: 1_000_000 / sign.utf8.count)
        #expect(MarkdownMarks.removed(from: text) == text)
    }
}
