/// A line that is being written, as the rows of a terminal.
package struct LineDrawing {
    /// The text from the beginning of the prompt's row on. It leaves the cursor where the line has it.
    package let output: String
    /// The row of the cursor, counted from the first row that is drawn.
    package let cursorRow: Int

    /// The sign that stands for the end of a line within the text.
    private static let lineEnd: Character = "↵"

    /// Draws over what was drawn before.
    ///
    /// - Parameters:
    ///   - prompt: the prompt, with escape sequences, and its columns.
    ///   - characters: the line, without controls but for LF.
    ///   - columns: those of the terminal.
    ///   - rows: those of the terminal. Of a longer text, the rows around the cursor are drawn.
    ///   - row: the row of the cursor in the drawing before.
    package init(
        prompt: (text: String, columns: Int), _ characters: [Character], cursor: Int, columns: Int, rows: Int,
        after row: Int
    ) {
        var (lines, used, place) = ([""], prompt.columns, (row: 0, column: prompt.columns))
        let columns = max(columns, prompt.columns + 2)
        for (index, character) in characters.enumerated() {
            let shown = character.isNewline ? Self.lineEnd : character
            let width = shown.columns
            if used + width > columns { (lines, used) = (lines + [""], 0) }
            if index == cursor { place = (lines.count - 1, used) }
            lines[lines.count - 1].append(shown)
            used += width
        }
        if cursor >= characters.count {
            if used == columns { (lines, used) = (lines + [""], 0) }
            place = (lines.count - 1, used)
        }
        let first = max(0, min(place.row - rows / 2, lines.count - rows))
        let shown = lines[first..<min(lines.count, first + max(1, rows))]
        cursorRow = place.row - first
        let text = (first == 0 ? prompt.text : "") + shown.joined(separator: "\r\n")
        output =
            "\r" + Self.up(row) + "\u{1B}[J" + text + "\r" + Self.up(shown.count - 1 - cursorRow)
            + (place.column > 0 ? "\u{1B}[\(place.column)C" : "")
    }

    private static func up(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)A" : "" }
}
