/// Breaks styled text into lines: at blanks; beside wide characters, because East Asian text is written without blanks; and
/// anywhere in a word that is longer than a line, but never in what is to be copied.
struct LineWrapping {
    /// A character and its columns.
    struct Cell {
        var character: Character
        var style: TextStyle
        var columns: Int

        init(_ character: Character, _ style: TextStyle) {
            (self.character, self.style, columns) = (character, style, character.columns)
        }

        var isBlank: Bool { character == " " }
        var isUnbroken: Bool { style.contains(.unbroken) }
        var isWide: Bool { columns > 1 }
        /// Closing marks stay with what they close (JIS X 4051, characters not to begin a line with).
        var staysWithPrevious: Bool { "、。，．・：；？！ー々」』）］｝〉》】〕”’".contains(character) }
    }

    private let columns: Int
    private let firstLine: Int
    private(set) var lines: [StyledText] = []
    private var line: [Cell] = []
    private var width = 0
    /// The number of cells after which the current line may be broken.
    private var breakPoint: Int?
    /// True if the line before was broken for lack of room.
    private var isContinued = false

    init(columns: Int, firstLine: Int) {
        self.columns = columns
        self.firstLine = firstLine
    }

    private var room: Int { lines.isEmpty ? firstLine : columns }

    /// All lines, the last one included.
    var finished: [StyledText] {
        line.isEmpty && isContinued ? lines : lines + [Self.text(of: Self.withoutBlankEnd(line))]
    }

    mutating func add(_ character: Character, _ style: TextStyle) {
        let cell = Cell(character, style)
        switch character {
        case "\n": breakLine(at: line.count, continued: false)
        case "\t": addTab(style)
        case " " where !cell.isUnbroken: addBlank(cell)
        default: addInk(cell)
        }
    }

    private mutating func addInk(_ cell: Cell) {
        noteBreakPoint(before: cell)
        while width + cell.columns > room, !line.isEmpty, breakPoint != nil || !cell.isUnbroken {
            breakLine(at: breakPoint ?? cellsThatFit, continued: true)
        }
        append(cell)
    }

    /// The blank at which a line is broken is not printed.
    private mutating func addBlank(_ cell: Cell) {
        if width + 1 > room { return breakLine(at: line.count, continued: true) }
        if line.isEmpty, isContinued { return }
        append(cell)
        if line.contains(where: { !$0.isBlank }) { breakPoint = line.count }
    }

    /// Blanks up to the next multiple of eight columns.
    private mutating func addTab(_ style: TextStyle) {
        repeat { addBlank(Cell(" ", style)) } while width % 8 != 0
    }

    private mutating func append(_ cell: Cell) {
        line.append(cell)
        width += cell.columns
    }

    private mutating func noteBreakPoint(before cell: Cell) {
        guard let last = line.last, last.isWide || cell.isWide else { return }
        if !last.isBlank, !cell.staysWithPrevious, !cell.isUnbroken { breakPoint = line.count }
    }

    private var cellsThatFit: Int {
        var sum = 0
        return max(
            1,
            line.prefix { cell in
                sum += cell.columns
                return sum <= room
            }.count)
    }

    private mutating func breakLine(at point: Int, continued: Bool) {
        lines.append(Self.text(of: Self.withoutBlankEnd(Array(line[..<point]))))
        line = Array(line[point...])
        width = line.reduce(0) { $0 + $1.columns }
        breakPoint = nil
        isContinued = continued
    }

    private static func withoutBlankEnd(_ line: [Cell]) -> ArraySlice<Cell> {
        line[..<((line.lastIndex { !$0.isBlank } ?? -1) + 1)]
    }

    static func cells(of text: StyledText) -> [Cell] {
        text.runs.flatMap { run in run.text.map { Cell($0, run.style) } }
    }

    static func text(of cells: ArraySlice<Cell>) -> StyledText {
        var text = StyledText("")
        var start = cells.startIndex
        while start < cells.endIndex {
            let end = cells[start...].firstIndex { $0.style != cells[start].style } ?? cells.endIndex
            text += StyledText(String(cells[start..<end].map(\.character)), cells[start].style)
            start = end
        }
        return text
    }
}
