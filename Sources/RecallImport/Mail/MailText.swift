import RecallCore
import RecallText

/// Makes decoded body text fit for storing: LF line ends, no NUL, paragraphs of format=flowed in one line.
enum MailText {
    /// `text` with LF line ends, NUL replaced by U+FFFD and other control characters by spaces; without byte order
    /// mark, without empty lines at its start and white space at its end.
    ///
    /// - Complexity: O(*n*).
    static func normalized(_ text: [UInt8], _ defects: inout Set<Defect>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var hasControls = false
        text.withUnsafeBufferPointer { text in
            var i = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            while i < text.count {
                let runEnd = endOfPlainRun(text, i)
                result.append(contentsOf: text[i..<runEnd])
                i = runEnd
                guard i < text.count else { break }
                hasControls = appendControl(text, &i, to: &result) || hasControls
            }
        }
        if hasControls { defects.insert(.controlCharacters) }
        trimEnd(&result)
        trimLeadingBlankLines(&result)
        return result
    }

    private static func endOfPlainRun(_ text: Bytes, _ start: Int) -> Int {
        var i = start
        while i < text.count, text[i] >= 32 || text[i] == 10 || text[i] == 9 { i += 1 }
        return i
    }

    /// - Returns: true if it was a control character that text should not contain.
    private static func appendControl(_ text: Bytes, _ i: inout Int, to result: inout [UInt8]) -> Bool {
        let byte = text[i]
        i += 1
        switch byte {
        case 13:
            if i == text.count || text[i] != 10 { result.append(10) }
            return false
        case 12:
            result.append(10)
            return false
        case 0:
            result += [0xEF, 0xBF, 0xBD]
            return true
        default:
            result.append(32)
            return true
        }
    }

    private static func trimEnd(_ text: inout [UInt8]) {
        var end = text.count
        while end > 0, text[end - 1].isASCIISpace { end -= 1 }
        // "-- " keeps its space: it is what makes the line a signature mark.
        if end >= 2, text[end - 1] == 45, text[end - 2] == 45, end < text.count, text[end] == 32 { end += 1 }
        text.removeSubrange(end...)
    }

    private static func trimLeadingBlankLines(_ text: inout [UInt8]) {
        guard let first = text.first, first.isASCIISpace, let content = text.firstIndex(where: { !$0.isASCIISpace })
        else { return }
        let lineStart = text[..<content].lastIndex(of: 10).map { $0 + 1 } ?? 0
        text.removeSubrange(..<lineStart)
    }

    /// The text of text/enriched (RFC 1896) without its commands: a line end is a space, each further one a line end; `<<` is `<`.
    ///
    /// - Complexity: O(*n*).
    static func unenriched(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        text.withUnsafeBufferPointer { text in
            var i = 0
            while i < text.count {
                if text[i] == 10 {
                    let end = text[i...].firstIndex { $0 != 10 } ?? text.count
                    result += end - i == 1 ? [32] : Array(repeating: 10, count: end - i)
                    i = end
                } else if text[i] == UInt8(ascii: "<"), !text.has("<<", at: i),
                    let close = text.slice((i..<text.count).prefixRange(62)).firstIndex(of: UInt8(ascii: ">"), from: 0)
                {
                    let isParameter = text.hasIgnoringCase("<param>", at: i)
                    let parameter = text.slice((i..<text.count).prefixRange(1 << 10))
                    let end = isParameter ? parameter.firstIndex(of: "</param>", from: 0).map { i + $0 + 8 } : nil
                    i = end ?? i + close + 1
                } else {
                    result.append(text[i])
                    i += text.has("<<", at: i) ? 2 : 1
                }
            }
        }
        return result
    }

    /// Joins the lines of format=flowed text (RFC 3676): a line that ends in a space continues in the next line of
    /// the same quote depth.
    ///
    /// - Complexity: O(*n*).
    static func unflowed(_ text: [UInt8], deletesSpace: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var openDepth: Int?
        text.withUnsafeBufferPointer { text in
            var start = 0
            while start < text.count {
                let next = text.lineEnd(from: start)
                let end = next > start && text[next - 1] == 10 ? next - 1 : next
                appendFlowed(text, start..<end, deletesSpace, &openDepth, to: &result)
                start = next
            }
        }
        if result.last == 10 { result.removeLast() }
        return result
    }

    private static func appendFlowed(
        _ text: Bytes, _ line: Range<Int>, _ deletesSpace: Bool, _ openDepth: inout Int?, to result: inout [UInt8]
    ) {
        var content = line.lowerBound
        while content < line.upperBound, text[content] == UInt8(ascii: ">") { content += 1 }
        let depth = content - line.lowerBound
        if content < line.upperBound, text[content] == 32 { content += 1 }
        let isSignatureMark = line.upperBound - content == 3 && text.has("-- ", at: content)
        if openDepth != depth || isSignatureMark {
            if openDepth != nil { result.append(10) }
            result.append(contentsOf: repeatElement(UInt8(ascii: ">"), count: depth))
            if depth > 0, content < line.upperBound { result.append(32) }
        }
        let isFlowed = content < line.upperBound && text[line.upperBound - 1] == 32 && !isSignatureMark
        result.append(contentsOf: text[content..<(isFlowed && deletesSpace ? line.upperBound - 1 : line.upperBound)])
        if !isFlowed { result.append(10) }
        openDepth = isFlowed ? depth : nil
    }
}
