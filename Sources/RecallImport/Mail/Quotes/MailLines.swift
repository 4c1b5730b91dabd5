import RecallText

/// The lines of a mail's text, each with its classification.
struct MailLines {
    /// The classification of a line.
    enum Mark: UInt8 {
        case authored, quoted, attribution, signature, notice
    }

    /// One line, without its line end.
    struct Line {
        /// The whole line, and its content without white space and quote marks.
        var start: Int32, end: Int32, contentStart: Int32, contentEnd: Int32
        /// The number of `>` before the content.
        var depth: UInt16
        var mark = Mark.authored

        var content: Range<Int> { Int(contentStart)..<Int(contentEnd) }
        var range: Range<Int> { Int(start)..<Int(end) }
        var isBlank: Bool { contentStart == contentEnd }
    }

    /// The lines above earlier mail that say whose it is.
    struct Introduction {
        var lines: Range<Int>
        /// True for a line of text ("On …, … wrote:"), false for header lines and separators.
        var isAttribution: Bool
    }

    /// The maximum number of lines to classify; later ones count as the author's.
    static let most = 1 << 20

    /// The text.
    let text: Bytes
    /// Its lines.
    var lines: [Line] = []
    /// True if a line announces forwarded mail below it.
    var hasForward = false
    /// The lines that introduce earlier mail; not those within what another one introduces.
    var introductions: [Introduction] = []
    /// The offset of the text after the last classified line.
    private(set) var end = 0

    /// The lines of `text`, those with quote marks marked as quoted.
    ///
    /// - Complexity: O(*n*).
    init(_ text: Bytes) {
        self.text = text
        lines.reserveCapacity(text.count / 40 + 1)
        while end < text.count, lines.count < Self.most {
            let next = text.lineEnd(from: end)
            lines.append(line(end..<(text[next - 1] == 10 ? next - 1 : next)))
            end = next
        }
    }

    private func line(_ range: Range<Int>) -> Line {
        var content = range.lowerBound
        var depth = 0
        while content < range.upperBound {
            let byte = text[content]
            if byte == UInt8(ascii: ">") { depth += 1 } else if byte != 32, byte != 9 { break }
            content += 1
        }
        var end = range.upperBound
        while end > content, text[end - 1].isASCIISpace { end -= 1 }
        return Line(
            start: Int32(range.lowerBound), end: Int32(range.upperBound), contentStart: Int32(content),
            contentEnd: Int32(end), depth: UInt16(min(depth, 1000)), mark: depth > 0 ? .quoted : .authored)
    }

    /// Marks the lines of `range` that are not marked yet.
    mutating func mark(_ range: some RangeExpression<Int>, _ mark: Mark) {
        for i in range.relative(to: lines) where lines[i].mark == .authored { lines[i].mark = mark }
    }

    /// True if the line counts as the author's and is not blank.
    func isAuthored(_ i: Int) -> Bool {
        lines[i].mark == .authored && !lines[i].isBlank
    }

    /// The nearest line at or after `i` that is not blank.
    func nextContent(_ i: Int) -> Int? {
        var i = i
        while i < lines.count {
            if !lines[i].isBlank || lines[i].depth > 0 { return i }
            i += 1
        }
        return nil
    }

    /// The nearest line at or before `i` that is not blank.
    func previousContent(_ i: Int) -> Int? {
        var i = i
        while i >= 0 {
            if !lines[i].isBlank || lines[i].depth > 0 { return i }
            i -= 1
        }
        return nil
    }

    /// True if there are any `authoredRanges`.
    var hasAuthored: Bool { lines.indices.contains(where: isAuthored) || end < text.count }

    /// The byte ranges of the runs of authored lines, without white space around them.
    var authoredRanges: [Range<Int>] {
        var ranges: [Range<Int>] = []
        var isRun = false
        for line in lines {
            if line.mark != .authored { isRun = false }
            guard line.mark == .authored, !line.isBlank else { continue }
            if isRun {
                ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<Int(line.contentEnd)
            } else {
                ranges.append(line.content)
            }
            isRun = true
        }
        if end < text.count { ranges.append(end..<text.count) }
        return ranges
    }
}
