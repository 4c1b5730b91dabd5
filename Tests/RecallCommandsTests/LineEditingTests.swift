import RecallCommands
import Testing

/// Keys, the line that they edit, and how it is drawn, without a terminal.
struct LineEditingTests {
    private func keys(_ typed: String) -> [Key] { keys(Array(typed.utf8)) }

    private func keys(_ bytes: [UInt8]) -> [Key] {
        var decoder = KeyDecoder()
        return bytes.flatMap { decoder.take($0) }
    }

    /// The editor after some keys, and what they led to but for edits.
    private func edited(_ typed: String) -> (editor: LineEditor, outcomes: [LineEditor.Outcome]) {
        var editor = LineEditor()
        let outcomes = keys(typed).map { editor.take($0) }
        return (editor, outcomes.filter { $0 != .edited })
    }

    /// The line with a bar at the cursor.
    private func line(_ typed: String) -> String {
        let editor = edited(typed).editor
        return String(editor.characters[..<editor.cursor]) + "|" + String(editor.characters[editor.cursor...])
    }

    // MARK: Keys

    @Test(arguments: [
        ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [Key.up, .down, .right, .left]), ("\u{1B}OA\u{1B}OD", [.up, .left]),
        (
            "\u{1B}[H\u{1B}[F\u{1B}OH\u{1B}OF\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~",
            [.home, .end, .home, .end, .home, .end, .home, .end]
        ),
        ("\u{1B}[1;5C\u{1B}[1;3D\u{1B}b\u{1B}f", [.wordRight, .wordLeft, .wordLeft, .wordRight]),
        (
            "\u{1}\u{5}\u{B}\u{15}\u{17}\u{19}",
            [.home, .end, .deleteToEnd, .deleteToStart, .deleteBlankWordBack, .yank]
        ),
        (
            "\u{3}\u{4}\u{C}\u{1A}\r\n\u{7F}\u{8}\u{1B}[3~\u{1B}d\u{1B}\u{7F}",
            [
                .interrupt, .endOfInput, .clearScreen, .suspend, .enter, .enter, .backspace, .backspace, .delete,
                .deleteWordForward, .deleteWordBack,
            ]
        ),
    ])
    func `sequences of xterm and its kin are keys`(typed: String, keys: [Key]) {
        #expect(self.keys(typed) == keys)
    }

    @Test(arguments: [
        "\u{1B}[<0;12;7M", "\u{1B}[12;34R", "\u{1B}[?1;2c", "\u{1B}]0;rm -rf\u{7}", "\u{1B}]52;c;aGk=\u{1B}\\",
        "\u{1B}P+q\u{1B}\\",
        "\u{1B}Ox", "\u{1B}[200", "\u{1B}", "\u{1B}q", "\u{0}\u{7}\u{1C}\u{9}",
        "\u{1B}[" + String(repeating: "1;", count: 99) + "m",
    ])
    func `a sequence that means nothing becomes no text`(typed: String) {
        #expect(keys(typed).isEmpty)
    }

    @Test func `characters of several bytes are one key, and broken ones are replaced`() {
        #expect(keys("aé日👩") == [.text("a"), .text("é"), .text("日"), .text("👩")])
        #expect(keys([0xC3, 0x61]) == [.text("\u{FFFD}"), .text("a")])
        #expect(keys([0xE6, 0x97, 0x1B, 0x5B, 0x43]) == [.text("\u{FFFD}"), .right])
        #expect(keys([0x80, 0xFF, 0x62]).last == .text("b"))
        #expect(keys([0xC3]) == [])
    }

    @Test func `what is pasted is one key, whatever is in it`() {
        #expect(
            keys("\u{1B}[200~a\nb\u{1B}[C\u{4}\u{1B}[201x\u{1B}\u{1B}[201~c") == [
                .pasted("a\nb\u{1B}[C\u{4}\u{1B}[201x\u{1B}"), .text("c"),
            ])
        #expect(keys("\u{1B}[200~never ended\u{3}x") == [.interrupt, .text("x")])
        let long = keys("\u{1B}[200~" + String(repeating: "a", count: 1 << 20) + "\u{1B}[201~b")
        #expect(long.count == 2 && long.last == .text("b"))
    }

    @Test func `Ctrl-C is read within any sequence`() {
        for begun in ["\u{1B}", "\u{1B}[", "\u{1B}[12;", "\u{1B}O", "\u{1B}]0;x", "\u{1B}[200~x"] {
            #expect(keys(begun + "\u{3}").last == .interrupt, "\(begun.debugDescription)")
        }
        #expect(keys([0xE6, 0x97, 0x03]).last == .interrupt)
    }

    // MARK: Editing

    @Test(arguments: [
        ("hello\u{1B}[D\u{1B}[Dx", "helx|lo"), ("b\u{1}a\u{5}c", "abc|"), ("one two\u{1B}b\u{B}", "one |"),
        ("one two\u{1B}b\u{15}", "|two"), ("ab-c d\u{17}", "ab-c |"), ("ab-c\u{1B}\u{7F}", "ab-|"),
        ("a b\u{1}\u{1B}d", "| b"),
        ("one two\u{17}\u{1}\u{19} ", "two |one "), ("ab\u{14}", "ba|"), ("abc\u{1}\u{4}", "|bc"),
        ("ab\u{1B}[D\u{1B}[3~", "a|"),
        ("日本語\u{7F}x", "日本x|"), ("e\u{301}\u{7F}", "|"), ("\u{301}a", "\u{301}a|"), ("👩‍👩‍👧\u{7F}", "|"),
        ("\u{7F}\u{1B}[D\u{B}", "|"),
        ("a\u{1B}[C\u{1B}[C", "a|"), ("a b  \u{1B}b\u{1B}b\u{1B}f", "a| b  "),
    ])
    func `keys edit the line`(typed: String, shown: String) {
        #expect(line(typed) == shown)
    }

    @Test func `up and down go through the lines before, and back to the one that is written`() {
        let three = "one\rtwo\rtwo\r\r  \rthr"
        #expect(line(three + "\u{1B}[A") == "two|")
        #expect(line(three + "\u{1B}[A\u{1B}[A") == "one|")
        #expect(line(three + "\u{1B}[A\u{1B}[A\u{1B}[A") == "one|")
        #expect(line(three + "\u{10}\u{10}\u{E}\u{E}ee") == "three|")
        #expect(line(three + "\u{1B}[B") == "thr|")
        #expect(line("one\rx\u{1B}[A\u{3}") == "|")
        #expect(line("one\rx\u{1B}[A\u{3}\u{1B}[A!") == "one!|")
        #expect(edited("one\r\u{1B}[A!\r").outcomes == [.line("one"), .line("one!")])
    }

    @Test func `Ctrl-C clears, and Ctrl-D ends on an empty line only`() {
        #expect(edited("ab\u{3}").outcomes == [.cleared(wasEmpty: false)])
        #expect(edited("\u{3}").outcomes == [.cleared(wasEmpty: true)])
        #expect(edited("a\u{4}").outcomes.isEmpty && edited("\u{4}").outcomes == [.end])
    }

    @Test func `what is pasted in several lines is one line, without its last end`() {
        let pasted = edited("ask: \u{1B}[200~one\r\ntwo\rthree\tfour\n\n\u{1B}[201~\r")
        #expect(pasted.outcomes == [.line("ask: one\ntwo\nthree four")])
    }

    @Test func `nothing that steers a terminal or reorders text is in the line`() {
        let hostile = "a\u{1B}]0;x\u{7}\u{1B}[31mb\u{202E}c\u{2066}\u{9B}1m\u{200B}\u{E0041}\u{85}\u{0}d"
        let typed = edited("\u{1B}[200~\(hostile)\u{1B}[201~").editor.text
        #expect(typed == "a]0;x[31mbc1md")
        #expect(edited("x\u{202E}\u{9B}y").editor.text == "xy")
    }

    @Test func `a line has an end`() {
        let paste = "\u{1B}[200~" + String(repeating: "a", count: 20_000) + "\u{1B}[201~"
        let editor = edited(paste + paste + "b").editor
        #expect(editor.characters.count == 16_384 && editor.cursor == 16_384)
    }

    // MARK: Drawing

    private func drawing(_ text: String, cursor: Int? = nil, columns: Int = 10, rows: Int = 5, after row: Int = 0)
        -> LineDrawing
    {
        LineDrawing(
            prompt: ("> ", 2), Array(text), cursor: cursor ?? text.count, columns: columns, rows: rows, after: row)
    }

    @Test func `a line is drawn over what was there, with the cursor at its place`() {
        #expect(drawing("abc").output == "\r\u{1B}[J> abc\r\u{1B}[5C")
        #expect(drawing("abc", cursor: 0, after: 2).output == "\r\u{1B}[2A\u{1B}[J> abc\r\u{1B}[2C")
        #expect(drawing("a\nb").output == "\r\u{1B}[J> a↵b\r\u{1B}[5C")
    }

    @Test func `a long line is broken between characters, wide ones too`() {
        #expect(drawing("12345678").output == "\r\u{1B}[J> 12345678\r\n\r")
        #expect(drawing("12345678").cursorRow == 1)
        #expect(drawing("12345678", cursor: 7).output == "\r\u{1B}[J> 12345678\r\u{1B}[9C")
        #expect(drawing("123456789", cursor: 1).output == "\r\u{1B}[J> 12345678\r\n9\r\u{1B}[1A\u{1B}[3C")
        let wide = drawing("1234567日本")
        #expect(wide.output == "\r\u{1B}[J> 1234567\r\n日本\r\u{1B}[4C" && wide.cursorRow == 1)
    }

    @Test func `of a line that is taller than the terminal, the rows around the cursor are drawn`() {
        let text = String(repeating: "0123456789", count: 9)
        for cursor in 0...text.count {
            let drawing = drawing(text, cursor: cursor)
            #expect(drawing.output.split(separator: "\r\n").count <= 5 && (0..<5).contains(drawing.cursorRow))
        }
        #expect(drawing(text, cursor: 0).output.contains("> 01234567"))
        #expect(!drawing(text).output.contains("> "))
    }

    @Test(arguments: [0, 1, 3])
    func `a terminal without room is drawn to all the same`(columns: Int) {
        #expect(drawing("日本", columns: columns, rows: columns).cursorRow >= 0)
    }
}
