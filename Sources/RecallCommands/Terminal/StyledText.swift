/// The looks of a stretch of text in a terminal: a set of SGR parameters (ECMA-48, 8.3.117).
struct TextStyle: OptionSet, Hashable {
    let rawValue: UInt8

    static let bold = TextStyle(rawValue: 1 << 0)
    static let dim = TextStyle(rawValue: 1 << 1)
    static let underlined = TextStyle(rawValue: 1 << 2)
    static let red = TextStyle(rawValue: 1 << 3)
    static let green = TextStyle(rawValue: 1 << 4)
    static let yellow = TextStyle(rawValue: 1 << 5)
    static let cyan = TextStyle(rawValue: 1 << 6)
    /// Never broken, even if it is longer than a line: a command to be copied.
    static let unbroken = TextStyle(rawValue: 1 << 7)

    private static let parameters: [(TextStyle, String)] = [
        (.bold, "1"), (.dim, "2"), (.underlined, "4"), (.red, "31"), (.green, "32"), (.yellow, "33"), (.cyan, "36"),
    ]

    /// `text` between the escape sequences that switch the style on and off.
    func applied(to text: String) -> String {
        guard !subtracting(.unbroken).isEmpty, !text.isEmpty else { return text }
        let codes = Self.parameters.filter { contains($0.0) }.map(\.1).joined(separator: ";")
        return "\u{1B}[\(codes)m\(text)\u{1B}[0m"
    }
}

/// Text of which each stretch has a style. It is wrapped before it is rendered, so that escape sequences are not counted.
struct StyledText: ExpressibleByStringLiteral {
    struct Run {
        var text: String
        var style: TextStyle
    }

    private(set) var runs: [Run]

    init(_ text: String, _ style: TextStyle = []) {
        runs = text.isEmpty ? [] : [Run(text: text, style: style)]
    }

    /// A sentence for people, in which commands are not broken: "`recall …`", and "recall …" after a colon, up to a comma, a
    /// full stop or the end.
    init(note: String, _ style: TextStyle = []) {
        self.init("")
        var end = note.startIndex
        // The usage of a command is longer than a line, and nobody copies it.
        for command in note.matches(of: /`recall [^`]+`|: recall .+?(?=[,.;] |\n|$)/)
        where !note[..<command.range.lowerBound].hasSuffix("Usage") {
            let start =
                note[command.range].first == ":"
                ? note.index(command.range.lowerBound, offsetBy: 2) : command.range.lowerBound
            append(StyledText(String(note[end..<start]), style))
            append(StyledText(String(note[start..<command.range.upperBound]), style.union(.unbroken)))
            end = command.range.upperBound
        }
        append(StyledText(String(note[end...]), style))
    }

    init(stringLiteral text: String) {
        self.init(text)
    }

    static func + (left: StyledText, right: StyledText) -> StyledText {
        var sum = left
        sum.append(right)
        return sum
    }

    static func += (left: inout StyledText, right: StyledText) {
        left.append(right)
    }

    private mutating func append(_ other: StyledText) {
        for run in other.runs {
            if runs.last?.style == run.style {
                runs[runs.count - 1].text += run.text
            } else {
                runs.append(run)
            }
        }
    }

    /// The width in columns of a terminal.
    var columns: Int { runs.reduce(0) { $0 + $1.text.columns } }

    /// The text, cut to `columns` with an ellipsis if it is longer.
    func shortened(to columns: Int) -> StyledText {
        guard self.columns > columns else { return self }
        var cells = LineWrapping.cells(of: self)[...]
        var width = cells.reduce(0) { $0 + $1.columns }
        while width >= columns, let last = cells.popLast() { width -= last.columns }
        while cells.last?.isBlank == true { cells.removeLast() }
        return LineWrapping.text(of: cells) + "…"
    }

    /// The text with one blank for each run of them, and none at its beginning.
    func withSingleBlanks() -> StyledText {
        var isAfterBlank = true
        return runs.reduce(into: StyledText("")) { text, run in
            let kept = run.text.filter { character in
                defer { isAfterBlank = character == " " }
                return character != " " || !isAfterBlank
            }
            text += StyledText(kept, run.style)
        }
    }

    /// The text in lines of at most `columns`; the first may be longer, and the last of the `most` lines ends in an
    /// ellipsis if there is more text.
    func wrapped(to columns: Int, firstLine: Int? = nil, most: Int = .max) -> [StyledText] {
        var wrapping = LineWrapping(columns: columns, firstLine: firstLine ?? columns)
        for run in runs {
            for character in run.text where wrapping.lines.count <= most { wrapping.add(character, run.style) }
        }
        var lines = wrapping.finished
        guard lines.count > most else { return lines }
        lines.removeLast(lines.count - most)
        let room = most == 1 ? firstLine ?? columns : columns
        lines[most - 1] = (lines[most - 1] + " …").fitting(room)
        return lines
    }

    /// The text with its end, an ellipsis, moved up so far that it fits.
    private func fitting(_ columns: Int) -> StyledText {
        self.columns <= columns ? self : shortened(to: columns)
    }
}
