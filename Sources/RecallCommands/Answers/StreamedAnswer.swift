import RecallAssistant

/// Shows what a model writes while it comes: prose at once, a table or code when it is complete.
package struct StreamedAnswer {
    /// The complete lines of an unfinished table or code.
    private var block: [String] = []
    private var isInCode = false
    /// The beginning of a line that may belong to one.
    private var line = ""
    /// True if the current line is prose, and shown as it comes.
    private var isShown = false

    private static let width = 100

    /// Nothing yet.
    package init() {}

    /// The text to show now that more has come.
    package mutating func take(_ more: String, _ terminal: TerminalText) -> String {
        var shown = Shown()
        for character in more {
            if isShown {
                shown.prose.append(character)
                isShown = !character.isNewline
            } else if character.isNewline {
                endLine(&shown, terminal)
            } else {
                line.append(character)
                guard isProse else { continue }
                endBlock(&shown, terminal)
                shown.prose += line
                (line, isShown) = ("", true)
            }
        }
        return shown.text
    }

    /// The text that was held back, at the end.
    package mutating func rest(_ terminal: TerminalText) -> String {
        var shown = Shown()
        if !line.isEmpty { endLine(&shown, terminal) }
        endBlock(&shown, terminal)
        isShown = false
        return shown.text
    }

    /// True if the line cannot become one of a table or of code.
    private var isProse: Bool {
        let beginning = line.drop { $0 == " " }
        return !isInCode && !beginning.isEmpty && AnswerBlock.Line(line) == .other && !"```".hasPrefix(beginning)
    }

    private mutating func endLine(_ shown: inout Shown, _ terminal: TerminalText) {
        let kind = AnswerBlock.Line(line)
        if isInCode {
            block.append(line)
            if kind == .fence { endBlock(&shown, terminal) }
        } else {
            if kind != .row { endBlock(&shown, terminal) }
            isInCode = kind == .fence
            if kind == .other { shown.prose += line + "\n" } else { block.append(line) }
        }
        line = ""
    }

    private mutating func endBlock(_ shown: inout Shown, _ terminal: TerminalText) {
        guard !block.isEmpty else { return }
        let lines = AnswerBlock.blocks(of: block.joined(separator: "\n")).flatMap {
            $0.lines(terminal, width: Self.width)
        }
        shown.add(lines.joined(separator: "\n") + "\n")
        (block, isInCode) = ([], false)
    }

    /// Text for the terminal: of prose without what would steer it.
    private struct Shown {
        var prose = ""
        private var before = ""

        var text: String { before + TerminalText.safe(prose, keepingLines: true) }

        mutating func add(_ rendered: String) {
            (before, prose) = (text + rendered, "")
        }
    }
}
