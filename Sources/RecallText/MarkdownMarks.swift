package import RecallCore

/// The marks of Markdown, which excerpts leave out.
package enum MarkdownMarks {
    /// True if a file of that name is Markdown.
    package static func isMarkdown(path: String) -> Bool {
        let name = path.lowercased()
        return [".md", ".markdown", ".mdown", ".mkd"].contains { name.hasSuffix($0) }
    }

    /// The UTF-8 byte ranges of `text`, or of a part of a text, that are marks and not words, ascending: those of headings,
    /// quotations, callouts, tasks, tables, emphasis, code, footnotes and links, with the addresses of links, and HTML tags.
    /// So is a first line that only repeats `title`.
    ///
    /// - Parameter isPart: true for a part that does not begin where the text does: it may begin within a block of code.
    /// - Complexity: O(*n*).
    package static func ranges(in text: String, title: String = "", isPart: Bool = false) -> [Range<Int>] {
        var copy = text
        let marks = copy.withUTF8 { bytes in
            var scan = MarkdownMarkScan(bytes)
            scan.run(isPart: isPart)
            return scan.marks
        }
        guard !title.isEmpty, let line = heading(of: text, marks), line.text == title else { return marks }
        return [0..<line.end] + marks.filter { $0.lowerBound >= line.end }
    }

    /// `text` without its marks.
    package static func removed(from text: String, title: String = "") -> String {
        without(ranges(in: text, title: title), Array(text.utf8)[...])
    }

    /// `text` without its marks but those that say how a thing stands: "[x] cancel the contract", "~~Hotel Astoria~~".
    package static func removedButStates(from text: String) -> String {
        var text = text
        let marks = text.withUTF8 { bytes in
            var scan = MarkdownMarkScan(bytes, keepsStates: true)
            scan.run(isPart: false)
            return scan.marks
        }
        return without(marks, Array(text.utf8)[...])
    }

    /// The first line, if it is a heading, without its marks.
    private static func heading(of text: String, _ marks: [Range<Int>]) -> (text: String, end: Int)? {
        guard text.hasPrefix("#") else { return nil }
        let line = text.utf8.prefix { $0 != 0x0A }
        let words = without(marks.filter { $0.upperBound <= line.count }, Array(line)[...])
        return (words.split(separator: " ").joined(separator: " "), line.count)
    }

    private static func without(_ marks: [Range<Int>], _ bytes: ArraySlice<UInt8>) -> String {
        var (rest, kept) = (0, [UInt8]())
        for mark in marks {
            kept += bytes[rest..<mark.lowerBound]
            rest = mark.upperBound
        }
        return String(decoding: kept + bytes[rest...], as: UTF8.self)
    }
}

extension ItemSummary {
    /// True for notes, and for attachments whose file is Markdown.
    package var isMarkdown: Bool {
        kind == .note || kind == .document && MarkdownMarks.isMarkdown(path: title)
    }
}

/// The next place of a sign, which is looked for once: it stays the next one until the scan has passed it.
private struct NextSign {
    private let sign: UInt8
    private var found = -1

    init(_ sign: Unicode.Scalar) { self.sign = UInt8(ascii: sign) }

    /// The first place in the rest of a line, of which each call has no more than the one before.
    mutating func place(in rest: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        if found < rest.startIndex { found = rest.firstIndex(of: sign) ?? rest.endIndex }
        return found < rest.endIndex ? found : nil
    }
}

/// One pass over a text, line by line: the marks at a line's beginning, then those within it.
private struct MarkdownMarkScan {
    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var marks: [Range<Int>] = []
    private var position = 0
    private var bracket = NextSign("]"), parenthesis = NextSign(")"), bar = NextSign("|"), angle = NextSign(">"),
        nextTag = NextSign("<")
    private var isCode = false
    /// True in a table, after its line of `|---|---|`, and in any line that begins with a bar.
    private var isTable = false
    /// The lengths of runs of backticks that nothing closes in the rest of the line.
    private var unclosed: Set<Int> = []

    /// True if tasks and what is struck out keep their marks.
    private let keepsStates: Bool

    init(_ bytes: UnsafeBufferPointer<UInt8>, keepsStates: Bool = false) {
        (self.bytes, self.keepsStates) = (bytes, keepsStates)
    }

    mutating func run(isPart: Bool) {
        isCode = isPart && beginsInCode()
        while position < bytes.count {
            let end = end(ofLineAt: position)
            scanLine(end)
            position = end + 1
        }
    }

    /// True if the first fence ends a block of code: none opens it with the name of a language, and with it their number is odd,
    /// or what would be code begins another block.
    private func beginsInCode() -> Bool {
        var (start, isOpen, isOdd, isFirstNamed): (Int, Bool, Bool, Bool?) = (0, false, false, nil)
        while start < bytes.count {
            let end = end(ofLineAt: start)
            let words = Self.words(bytes[start..<end])
            start = end + 1
            guard Self.isFence(words) else { continue }
            let isNamed = words.dropFirst(3).contains { $0 > 0x20 && $0 != words.first }
            isFirstNamed = isFirstNamed ?? isNamed
            if isNamed && isOpen { return isFirstNamed == false }
            isOpen.toggle()
            isOdd.toggle()
        }
        return isOdd && isFirstNamed == false
    }

    private func end(ofLineAt start: Int) -> Int { bytes[start...].firstIndex(of: 0x0A) ?? bytes.count }

    private mutating func scanLine(_ end: Int) {
        let words = Self.words(bytes[position..<end])
        if Self.isFence(words) {
            isCode.toggle()
            return mark(words.startIndex..<end)
        }
        if isCode { return }
        if Self.isRule(words) {
            isTable = isTable || words.contains(Self.barSign)
            return mark(words.startIndex..<end)
        }
        isTable = words.contains(Self.barSign) && (isTable || words.first == Self.barSign || isHeader(end))
        unclosed = []
        var start = words.startIndex
        while let next = openingMark(start, end) { start = next }
        position = start
        while position < end { scanSign(end) }
    }

    private static let barSign = UInt8(ascii: "|")

    /// The line without the white space before it.
    private static func words(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
        line.drop { $0 == 0x20 || $0 == 0x09 }
    }

    /// True for the line before a table's `---|---`.
    private func isHeader(_ end: Int) -> Bool {
        guard end + 1 < bytes.count else { return false }
        let next = Self.words(bytes[(end + 1)..<self.end(ofLineAt: end + 1)])
        return next.contains(Self.barSign) && Self.isRule(next)
    }

    private static func isFence(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        line.starts(with: "```".utf8) || line.starts(with: "~~~".utf8)
    }

    /// Lines of `---`, `***`, `|---|---|`.
    private static func isRule(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        line.count >= 3 && line.allSatisfy { "-*_=|: \t".utf8.contains($0) } && line.contains { $0 > 0x20 }
    }

    /// Marks `# `, `> `, `- `, `- [x] ` and returns the position after them.
    private mutating func openingMark(_ start: Int, _ end: Int) -> Int? {
        let rest = bytes[start..<end]
        guard let first = rest.first else { return nil }
        if let after = calloutEnd(rest) {
            mark(start..<after)
            return after
        }
        var length = 1
        switch first {
        case UInt8(ascii: "#"): length = rest.prefix { $0 == UInt8(ascii: "#") }.count
        case UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"): break
        case UInt8(ascii: "[") where !keepsStates && isTask(rest): length = 3
        default: return nil
        }
        guard length <= 6, start + length == end || bytes[start + length] == 0x20 else { return nil }
        let after = min(end, start + length + 1)
        mark(start..<after)
        return after
    }

    /// The place after `[!kind]` and what folds it, where it follows the mark of a quotation.
    private func calloutEnd(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        guard rest.starts(with: "[!".utf8), marks.last?.upperBound == rest.startIndex else { return nil }
        let kind = rest.dropFirst(2).prefix(Self.longestKind).prefix {
            $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: "[")
        }
        guard !kind.isEmpty, kind.endIndex < rest.endIndex, bytes[kind.endIndex] == UInt8(ascii: "]") else {
            return nil
        }
        let after = rest[(kind.endIndex + 1)...]
        let fold = after.prefix(1).prefix { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        return rest[fold.endIndex...].prefix { $0 == 0x20 }.endIndex
    }

    private static let longestKind = 40

    private func isTask(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let box = Array(rest.prefix(3))
        return box.count == 3 && box[2] == UInt8(ascii: "]") && " xX".utf8.contains(box[1])
            && marks.last?.upperBound == rest.startIndex
    }

    /// Moves past the sign at the position, and marks it if it is one.
    private mutating func scanSign(_ end: Int) {
        switch bytes[position] {
        case UInt8(ascii: "\\") where position + 1 < end && Self.isPunctuation(bytes[position + 1]):
            mark(position..<position + 1)
            position += 2
        case UInt8(ascii: "`"): scanCode(end)
        case UInt8(ascii: "*"), UInt8(ascii: "~"), UInt8(ascii: "="): scanRun(end)
        case UInt8(ascii: "_") where !isWithinWord: scanRun(end)
        case Self.barSign: scanBar(end)
        case UInt8(ascii: "["), UInt8(ascii: "!"): scanLink(end)
        case UInt8(ascii: "]"): scanLinkEnd(end)
        case UInt8(ascii: "<"): scanTag(end)
        default: position += 1
        }
    }

    private var isWithinWord: Bool {
        func isWord(_ index: Int) -> Bool {
            bytes.indices.contains(index) && bytes[index].mayBeOfWord
        }
        return isWord(position - 1) && isWord(position + 1)
    }

    /// A bar between the cells of a table, unless it alone parts their words.
    private mutating func scanBar(_ end: Int) {
        let isApart = position == 0 || bytes[position - 1] <= 0x20 || position + 1 == end || bytes[position + 1] <= 0x20
        let after = endOfWidth(of: position, end)
        if isTable && isApart || after > position + 1 { mark(position..<after) }
        position = after
    }

    /// The place after a bar and, in `![picture|100]`, after the width that it is followed by.
    private func endOfWidth(of bar: Int, _ end: Int) -> Int {
        let digits = bytes[(bar + 1)..<end].prefix(Self.longestWidth).prefix {
            (0x30...0x39).contains($0) || $0 == UInt8(ascii: "x")
        }
        let closing = bytes[digits.endIndex..<end].prefix(2)
        let isClosed = closing.elementsEqual("](".utf8) || closing.elementsEqual("]]".utf8)
        return isClosed && !digits.isEmpty ? digits.endIndex : bar + 1
    }

    private static let longestWidth = 9

    /// A tag, or the signs around an address.
    private mutating func scanTag(_ end: Int) {
        let inside = bytes[(position + 1)..<end].drop { $0 == UInt8(ascii: "/") }
        let name = inside.prefix { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
        guard let first = name.first, first > 0x40, inside.startIndex <= position + 2, name.endIndex < end,
            let close = angle.place(in: bytes[name.endIndex..<end]),
            close < nextTag.place(in: bytes[name.endIndex..<end]) ?? end
        else {
            position += 1
            return
        }
        switch bytes[name.endIndex] {
        case 0x20, 0x09, UInt8(ascii: "/"), UInt8(ascii: ">"): mark(position..<close + 1)
        case UInt8(ascii: ":"):
            mark(position..<position + 1)
            mark(close..<close + 1)
        default:
            position += 1
            return
        }
        position = close + 1
    }

    /// A run of backticks and the next one of that length, which is as they are what is between them.
    private mutating func scanCode(_ end: Int) {
        let sign = UInt8(ascii: "`")
        func run(_ start: Int) -> Range<Int> { start..<(start + bytes[start..<end].prefix { $0 == sign }.count) }
        let opening = run(position)
        position = opening.upperBound
        guard opening.count <= Self.longestRun, !unclosed.contains(opening.count) else { return }
        var next = position
        while let start = bytes[next..<end].firstIndex(of: sign) {
            let closing = run(start)
            if closing.count == opening.count {
                mark(opening)
                mark(closing)
                position = closing.upperBound
                return
            }
            next = closing.upperBound
        }
        unclosed.insert(opening.count)
    }

    /// The longest run of backticks that is a mark. Each length that nothing closes is looked for once in a line.
    private static let longestRun = 8

    /// A run of one sign: `**`, `~~`, `==`. A `*` or `=` between blanks is a sign of its own.
    private mutating func scanRun(_ end: Int) {
        let sign = bytes[position]
        let run = position..<(position + bytes[position..<end].prefix { $0 == sign }.count)
        if isMark(run, sign, end) { mark(run) }
        position = run.upperBound
    }

    /// False for signs between blanks, and for those of sums and comparisons: `2*3`, `a=b`.
    private func isMark(_ run: Range<Int>, _ sign: UInt8, _ end: Int) -> Bool {
        let isSpaced =
            (run.lowerBound == 0 || bytes[run.lowerBound - 1] <= 0x20)
            && (run.upperBound == end || bytes[run.upperBound] <= 0x20)
        switch sign {
        case UInt8(ascii: "~"): return !isSpaced && run.count == 2 && !keepsStates
        case UInt8(ascii: "="): return !isSpaced && run.count == 2
        case UInt8(ascii: "*"): return !isSpaced && (run.count > 1 || !isWithinWord)
        default: return !isSpaced
        }
    }

    /// `[`, `![`, `[[` and, if it is followed by a name, the target: `[[Target|`.
    private mutating func scanLink(_ end: Int) {
        let start = position
        if bytes[position] == UInt8(ascii: "!") { position += 1 }
        guard position < end, bytes[position] == UInt8(ascii: "["), bracket.place(in: bytes[position..<end]) != nil
        else {
            position = start + 1
            return
        }
        position += 1
        if position < end, bytes[position] == UInt8(ascii: "^"), markFootnote(start, end) { return }
        guard position < end, bytes[position] == UInt8(ascii: "[") else { return markOpening(start, end) }
        position += 1
        // What follows the bar is the name that is shown, or a picture's width.
        if let bar = bar.place(in: bytes[position..<end]), bar < bracket.place(in: bytes[position..<end]) ?? end,
            endOfWidth(of: bar, end) == bar + 1
        {
            position = bar + 1
        }
        mark(start..<position)
    }

    /// `[^label]`, and the colon after it where it defines the footnote. False if it is none.
    private mutating func markFootnote(_ start: Int, _ end: Int) -> Bool {
        let label = bytes[position..<end].prefix(Self.longestLabel).prefix { $0 > 0x20 && $0 != UInt8(ascii: "]") }
        guard label.count > 1, label.endIndex < end, bytes[label.endIndex] == UInt8(ascii: "]") else { return false }
        let isDefinition = bytes[(label.endIndex + 1)..<end].first == UInt8(ascii: ":")
        position = label.endIndex + (isDefinition ? 2 : 1)
        mark(start..<position)
        return true
    }

    private static let longestLabel = 200

    /// `[` only if `](` or `][` follows: else the brackets are the author's.
    private mutating func markOpening(_ start: Int, _ end: Int) {
        guard let close = bracket.place(in: bytes[position..<end]), close + 1 < end,
            bytes[close + 1] == UInt8(ascii: "(")
        else { return }
        mark(start..<position)
    }

    /// `]]`, and `](address)`.
    private mutating func scanLinkEnd(_ end: Int) {
        let next = position + 1
        guard next < end else {
            position = next
            return
        }
        if bytes[next] == UInt8(ascii: "]") {
            mark(position..<next + 1)
            position = next + 1
        } else if bytes[next] == UInt8(ascii: "("), let close = parenthesis.place(in: bytes[next..<end]) {
            mark(position..<close + 1)
            position = close + 1
        } else {
            position = next
        }
    }

    private mutating func markOne() {
        mark(position..<position + 1)
        position += 1
    }

    private mutating func mark(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        if let last = marks.last, last.upperBound == range.lowerBound {
            marks[marks.count - 1] = last.lowerBound..<range.upperBound
        } else {
            marks.append(range)
        }
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !byte.isASCIIAlphanumeric
    }
}
