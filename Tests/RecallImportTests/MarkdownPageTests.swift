import RecallCore
import RecallImport
import Testing

@Suite("The page of a Markdown text")
struct MarkdownPageTests {
    private func blocks(_ text: String) async throws -> [MarkdownBlock] {
        try #require(try await MarkdownPageReader().page(of: text, path: "a.md")).blocks
    }

    private func contents(_ text: String) async throws -> [MarkdownBlock.Content] {
        try await blocks(text).map(\.content)
    }

    @Test func `has headings, lists, tasks, code, quotations and rules with the lines they stand on`() async throws {
        let blocks = try await blocks(
            "## Two\n\n- [x] done\n- [ ] open\n\n```sh\nls -l\n```\n\n> said\n\n---\n\n3. three\n")
        #expect(blocks.map(\.firstLine) == [1, 3, 6, 10, 12, 14])
        #expect(blocks[0].content == .heading(level: 2, [.text("Two")]))
        guard case .list(nil, let tasks) = blocks[1].content, case .list(3, _) = blocks[5].content else {
            Issue.record("no lists")
            return
        }
        #expect(tasks.map(\.isDone) == [true, false])
        #expect(blocks[2].content == .code(language: "sh", text: "ls -l\n"))
        #expect(blocks[4].content == .rule)
        guard case .quote(let quoted) = blocks[3].content else { return }
        #expect(quoted.map(\.content) == [.paragraph([.text("said")])])
    }

    @Test func `has the cells of tables`() async throws {
        let table = try await contents("| a | b |\n|:-:|--:|\n| *1* | [[x\\|y]] |\n")
        let row: [[MarkdownInline]] = [[.emphasis([.text("1")])], [.note(name: "x", [.text("y")])]]
        #expect(
            table == [.table(alignments: [.center, .end], header: [[.text("a")], [.text("b")]], rows: [row])])
    }

    @Test func `has the text of every footnote, also of one that nothing refers to`() async throws {
        let text = "Rye[^1] and oats[^b].\n\n[^b]: Second.\n[^1]: First,\n    *twice*.\n[^c]: Alone.\n\nEnd."
        let blocks = try await blocks(text)
        #expect(blocks.map(\.firstLine) == [1, 8, 4, 3, 6])
        #expect(
            blocks[0].content
                == .paragraph([
                    .text("Rye"), .footnote(label: "1"), .text(" and oats"), .footnote(label: "2"), .text("."),
                ]))
        let notes = blocks.compactMap { block -> [MarkdownBlock.Content]? in
            guard case .footnote(_, let inner) = block.content else { return nil }
            return inner.map(\.content)
        }
        #expect(
            notes == [
                [.paragraph([.text("First,"), .lineEnd(isBreak: false), .emphasis([.text("twice")]), .text(".")])],
                [.paragraph([.text("Second.")])], [.paragraph([.text("Alone.")])],
            ])
        // What is added to find them is nowhere: not in code that nothing closes.
        #expect(
            try await contents("[^x]: a\n\n~~~\nb\n").last == .code(language: "", text: "b\n"))
    }

    @Test func `has callouts with their kind and title`() async throws {
        func callout(_ text: String) async throws -> MarkdownBlock.Content? { try await contents(text).first }
        let body = MarkdownBlock(.paragraph([.text("Cover them.")]), firstLine: 2, lastLine: 2)
        #expect(
            try await callout("> [!warning]- Frost *soon*\n> Cover them.")
                == .callout(kind: "warning", title: [.text("Frost "), .emphasis([.text("soon")])], [body]))
        #expect(try await callout("> [!NOTE]\n> Cover them.") == .callout(kind: "NOTE", title: [], [body]))
        #expect(try await callout("> [!tip|left]+ a") == .callout(kind: "tip", title: [.text("a")], []))
        for quotation in ["> [x] a", "> [!] a", "> said\n> [!tip]"] {
            guard case .quote = try await callout(quotation) else {
                Issue.record("\(quotation) is no callout")
                continue
            }
        }
    }

    @Test func `has marked words, and leaves comparisons`() async throws {
        #expect(
            try await contents("a ==b *c* d== e")
                == [
                    .paragraph([
                        .text("a "), .marked([.text("b "), .emphasis([.text("c")]), .text(" d")]), .text(" e"),
                    ])
                ])
        for text in ["a == b and c == d", "if a==b or c==d", "a ==b", "===a===", "====", "== a =="] {
            #expect(try await contents("x " + text) == [.paragraph([.text("x " + text)])])
        }
    }

    @Test func `has links to notes, addresses and pictures as plain data`() async throws {
        let address = "https://made-up.example/q?a=1"
        let text = "[[Mill#Wheel|the mill]] ![[a b.png]] ![[Ferns]] ![x](img/c.jpg) [d](../d.md) see \(address)."
        #expect(
            try await contents(text) == [
                .paragraph([
                    .note(name: "Mill", [.text("the mill")]), .text(" "), .picture(source: "a b.png", description: ""),
                    .text(" "), .note(name: "Ferns", [.text("Ferns")]), .text(" "),
                    .picture(source: "img/c.jpg", description: "x"), .text(" "), .link(target: "../d.md", [.text("d")]),
                    .text(" see "), .link(target: address, [.text(address)]),
                    .text("."),
                ])
            ])
        #expect(try await contents("<\(address)>") == [.paragraph([.link(target: address, [.text(address)])])])
    }

    @Test func `has no HTML and no comments`() async throws {
        let text =
            "<script>a()</script>\n\n%%hidden%%one <b onclick=x()>two</b><!-- no --> three<!--\n\nno-->\n\nend"
        let blocks = try await blocks(text)
        #expect(blocks.map(\.firstLine) == [3, 7])
        #expect(
            blocks.map(\.content) == [
                .paragraph([.text("one "), .text("two"), .text(" three")]), .paragraph([.text("end")]),
            ])
    }

    @Test(arguments: [
        "[", "![[", "> ", "*a ", "_a __", "<!--", "`a``", "[[x", "%%a", "- ", "](", "&#x1", "|a", "| a |\n|-|\n", "<",
        "~~", "[^1]", "==a ", "== ", "> [!a]\n", "[^1]: a\n",
    ])
    func `of a text that is made to be slow ends with a page or a failure`(unit: String) async throws {
        let text = String(repeating: unit, count: 30_000)
        do {
            let blocks = try await blocks(text)
            #expect(!blocks.isEmpty || unit == "<!--" || unit == "%%a")
        } catch let failure as ImportFailure {
            #expect(failure.code == .parserFailed)
        }
    }

    @Test func `is none where a text is too long to be shown so`() async throws {
        #expect(try await MarkdownPageReader().page(of: String(repeating: "a", count: (1 << 20) + 1), path: "") == nil)
        #expect(try await MarkdownPageReader().page(of: "", path: "") == MarkdownPage())
    }

    @Test func `of changed bytes never fails`() async throws {
        let text = "# H\n\n| a |\n|-|\n| [[x]] |\n\n- [ ] t\n\n<p>b</p>\n\n[^1]\n\n[^1]: f ~~g~~ `c` ![p](q)\n"
        let good = Array(text.utf8)
        var generator = SeededSourceGenerator(seed: 7)
        for _ in 0..<12 {
            var bytes = good
            for _ in 0..<6 {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 1...127, using: &generator)
            }
            _ = try await blocks(String(decoding: bytes, as: UTF8.self))
        }
    }
}
