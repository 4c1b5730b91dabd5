/// Lays out flowing text as plain text: collapses white space, breaks lines and paragraphs, marks quotes and list items.
struct TextLayout {
    /// The text so far.
    private(set) var bytes: [UInt8] = []
    /// Byte ranges written while `isHidden` was set, ascending and not touching.
    private(set) var hiddenRanges: [Range<Int>] = []
    /// True if text was dropped because the limit was reached.
    private(set) var isTruncated = false
    /// True if a control character was replaced.
    private(set) var hasControlCharacters = false
    /// Text written from now on is one that a reader does not see.
    var isHidden = false
    /// True if spaces and line ends are preserved.
    var isPreformatted = false
    /// The depth of quotes; each line begins with that many `>`.
    var quoteDepth = 0

    /// The line in which the text of the current table row begins; `nil` if it has none yet.
    var rowLine: Int?

    private let limit: Int
    private var line = 0
    private var isAtRowStart = false
    /// Line ends to be written before the next text: 1 a new line, 2 a new paragraph.
    private var breaks = 0
    private var space = false
    /// Written before the next text if it begins a line.
    private var marker: [UInt8] = []
    /// Written before the next text if that continues the line.
    private var separator: [UInt8] = []
    /// The cells without text that keep their places before the next one.
    private var passedCells = 0
    private var lastQuoteDepth = 0
    private var visibleEnd = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// A new line (1) or paragraph (2) before the next text. Breaks at the same place do not add up.
    mutating func requireBreak(_ count: Int) {
        guard !isAtCellStart else { return }
        breaks = max(breaks, isAtRowStart || !marker.isEmpty ? 1 : count)
    }

    /// One more line end before the next text; the second makes a paragraph.
    mutating func addBreak() {
        guard !isAtCellStart else { return }
        breaks = min(breaks + 1, 2)
    }

    /// Has the next text begin with a list item's mark; in the line below the last text if that was an item too.
    mutating func beginListItem(indentedBy depth: Int, afterItem: Bool = false) {
        breaks = afterItem ? 1 : max(breaks, 1)
        marker = Array(repeating: 0x20, count: 2 * depth) + [0x2D, 0x20]
    }

    /// Forgets the mark of an item that has no text.
    mutating func endListItem() {
        marker = []
    }

    /// Has the next text follow in the same line after ` | `, in spite of the breaks required at the end of a cell; a new
    /// paragraph if the row has several lines already.
    mutating func beginCell() {
        defer { passedCells = 0 }
        guard let rowLine else {
            if passedCells > 0 { marker = Array(repeatElement([0x7C, 0x20], count: passedCells).joined()) }
            return
        }
        guard rowLine == line else { return requireBreak(2) }
        breaks = 0
        separator = Array(repeatElement([0x20, 0x7C, 0x20], count: passedCells + 1).joined())
    }

    /// Keeps the place of a cell without text, in tables whose columns mean something.
    mutating func passCell() { passedCells += 1 }

    /// True at the start of a table cell without text, where line breaks are ignored.
    private var isAtCellStart: Bool { !separator.isEmpty }

    /// Begins a row: the blocks in its cells do not set it apart.
    mutating func beginRow() {
        requireBreak(1)
        isAtRowStart = true
        rowLine = nil
    }

    /// Ends a row: drops the separators of its empty last cells; the next row follows directly if this one is a
    /// single line.
    mutating func endRow() {
        separator = []
        isAtRowStart = false
        breaks = rowLine == line ? 1 : max(breaks, 1)
    }

    /// Writes `text`, which is UTF-8, collapsing white space unless it is preformatted.
    mutating func write(_ text: UnsafeBufferPointer<UInt8>) {
        var i = 0
        while i < text.count {
            let run = Self.plainPrefix(of: text, from: i)
            if run > i {
                append(UnsafeBufferPointer(rebasing: text[i..<run]))
                i = run
            } else {
                i += writeSpecial(text, at: i)
            }
        }
    }

    /// The end of the bytes from `start` that are written as they are.
    private static func plainPrefix(of text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var i = start
        while i < text.count {
            let byte = text[i]
            if byte <= 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xE2 || byte == 0xEF { break }
            i += 1
        }
        return i
    }

    /// Writes the character at `i` that is or may be white space, a control or invisible; returns its length.
    private mutating func writeSpecial(_ text: UnsafeBufferPointer<UInt8>, at i: Int) -> Int {
        let next = i + 1 < text.count ? text[i + 1] : 0
        let last = i + 2 < text.count ? text[i + 2] : 0
        switch (text[i], next, last) {
        case (0x0A, _, _) where isPreformatted:
            addBreak()
            return 1
        case (0x20, _, _), (0x09, _, _), (0x0A, _, _), (0x0C, _, _), (0x0D, _, _):
            writeSpace(text[i])
            return 1
        case (0x00...0x1F, _, _), (0x7F, _, _):
            hasControlCharacters = true
            writeSpace(0x20)
            return 1
        case (0xC2, 0xA0, _):
            writeSpace(0x20)
            return 2
        case (0xC2, 0xAD, _):  // soft hyphen
            return 2
        case (0xC2, 0x80...0x9F, _):  // C1 controls by number, which HTML reads as Windows-1252
            append(Windows1252.utf8(of: next))
            return 2
        case (0xE2, 0x80, 0x8B), (0xEF, 0xBB, 0xBF):  // zero width space, byte order mark
            return 3
        default:
            let end = min(i + (text[i] == 0xC2 ? 2 : 3), text.count)
            append(UnsafeBufferPointer(rebasing: text[i..<end]))
            return end - i
        }
    }

    /// Marks what was written from an offset on as text that a reader does not see.
    mutating func hide(from start: Int) {
        // What sets it apart from the text before is written with it.
        guard var start = bytes[start...].firstIndex(where: { $0 != 0x0A && $0 != 0x20 }) else { return }
        while let last = hiddenRanges.last, last.upperBound >= start {
            start = min(start, last.lowerBound)
            hiddenRanges.removeLast()
        }
        hiddenRanges.append(start..<bytes.count)
        visibleEnd = min(visibleEnd, start)
    }

    private mutating func writeSpace(_ byte: UInt8) {
        guard isPreformatted, byte != 0x0D else {
            space = true
            return
        }
        append([byte])
    }

    private mutating func append(_ text: some Collection<UInt8>) {
        guard bytes.count + text.count + 2 * quoteDepth + 8 <= limit else {
            isTruncated = true
            return
        }
        beginText()
        let start = bytes.count
        bytes.append(contentsOf: text)
        if isHidden { markHidden(start..<bytes.count) } else { visibleEnd = bytes.count }
    }

    /// Writes what is pending before the text: line ends, quote marks, a list marker, a separator, a space.
    private mutating func beginText() {
        if bytes.isEmpty {
            beginLine()
        } else if breaks > 0 {
            endLine()
            beginLine()
        } else if !separator.isEmpty {
            bytes += separator
        } else if space {
            bytes.append(0x20)
        }
        (breaks, space, separator, marker) = (0, false, [], [])
        if rowLine == nil { rowLine = line }
        isAtRowStart = false
    }

    private mutating func endLine() {
        line += 1
        bytes.append(0x0A)
        guard breaks > 1 else { return }
        for _ in 0..<min(lastQuoteDepth, quoteDepth) { bytes.append(0x3E) }
        bytes.append(0x0A)
    }

    private mutating func beginLine() {
        for _ in 0..<quoteDepth { bytes.append(0x3E) }
        if quoteDepth > 0 { bytes.append(0x20) }
        lastQuoteDepth = quoteDepth
        bytes += marker
    }

    /// Adds to the last range if only layout lies between.
    private mutating func markHidden(_ range: Range<Int>) {
        if let last = hiddenRanges.last, visibleEnd <= last.lowerBound {
            hiddenRanges[hiddenRanges.count - 1] = last.lowerBound..<range.upperBound
        } else {
            hiddenRanges.append(range)
        }
    }
}
