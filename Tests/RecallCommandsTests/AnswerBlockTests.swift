import RecallAssistant
import RecallCommands
import Testing

/// Tables and code of a model in a terminal.
struct AnswerBlockTests {
    private static let table = "| Who | What |\n|:--|---|\n| **Ada** | `keys` \u{1B}[31m |\n| 山田 | a lamp |"

    private static func lines(_ text: String, columns: Int) -> [String] {
        let terminal = TerminalText(descriptor: -1, environment: ["COLUMNS": String(columns)])
        return AnswerBlock.blocks(of: text).flatMap { $0.lines(terminal, width: columns) }
    }

    @Test func `cells of a table stand below each other, without its marks and escape sequences`() {
        #expect(Self.lines(Self.table, columns: 40) == ["Who   What", "Ada   keys [31m", "山田  a lamp"])
    }

    @Test func `a table that is wider than the terminal becomes lines that fit`() {
        let long = "| Who | What |\n|---|---|\n| Ada | brought the keys of the mill back on Monday |\n| Bea | |"
        let lines = Self.lines(long, columns: 30)
        #expect(lines.first == "Who: Ada" && lines.last == "Who: Bea" && lines.contains(""))
        #expect(lines.allSatisfy { $0.count <= 30 } && lines.contains { $0.hasPrefix("What: brought") })
        #expect(Self.lines("| a very long heading without any row at all |", columns: 30).count == 2)
    }

    @Test func `code keeps its indentation, and loses its fences`() {
        let code = "Before.\n```swift\nif a {\n\tb\u{1B}[2J()\n}\n```\nAfter `x`."
        #expect(Self.lines(code, columns: 60) == ["Before.", "    if a {", "        b[2J()", "    }", "After x."])
        #expect(Self.lines("```\nopen | end", columns: 60) == ["    open | end"])
    }

    @Test(arguments: [1, 2, 5, 1_000])
    func `while it comes, prose is shown at once and a table when it is complete`(size: Int) {
        let terminal = TerminalText(descriptor: -1, environment: ["COLUMNS": "40"])
        let text = "One `two`.\n\n\(Self.table)\nThree\u{1B}[2J.\n```\n| x\n  y\n```\n`z` end"
        var streamed = StreamedAnswer()
        var (shown, left) = ("", text[...])
        while !left.isEmpty {
            shown += streamed.take(String(left.prefix(size)), terminal)
            left = left.dropFirst(size)
        }
        shown += streamed.rest(terminal)
        let rows = ["Who   What", "Ada   keys [31m", "山田  a lamp"].joined(separator: "\n")
        #expect(shown == "One `two`.\n\n\(rows)\nThree[2J.\n    | x\n      y\n`z` end")
    }

    @Test func `a table that is not complete yet is not shown, and prose is`() {
        let terminal = TerminalText(descriptor: -1, environment: [:])
        var streamed = StreamedAnswer()
        #expect(streamed.take("So", terminal) == "So" && streamed.take(" it is\n| a", terminal) == " it is\n")
        #expect(streamed.take(" | b |\n", terminal).isEmpty && streamed.rest(terminal) == "a  b\n")
    }
}
