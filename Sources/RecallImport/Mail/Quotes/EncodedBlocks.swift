import RecallText

/// Blocks for programs within the text: PGP armor (RFC 9580, 6), uuencoded and yEnc files, bare base64.
extension MailLines {
    /// Marks them.
    ///
    /// - Complexity: O(*n*).
    mutating func markEncodedBlocks() {
        var i = 0
        while i < lines.count {
            i = lines[i].isBlank ? i + 1 : max(i + 1, endOfEncodedBlock(at: i))
        }
    }

    /// - Returns: the line after the block that begins at line `i`, or `i`.
    private mutating func endOfEncodedBlock(at i: Int) -> Int {
        let content = lines[i].content
        switch text[content.lowerBound] {
        case UInt8(ascii: "-") where text.has("-----BEGIN PGP ", at: content.lowerBound): return markArmor(at: i)
        case UInt8(ascii: "b") where text.has("begin ", at: content.lowerBound): return markUUEncoded(at: i)
        case UInt8(ascii: "=") where text.has("=ybegin ", at: content.lowerBound):
            return markThrough(i) { [text] in text.has("=yend", at: $0.content.lowerBound) }
        default: return markBase64(at: i)
        }
    }

    private mutating func markArmor(at i: Int) -> Int {
        let content = lines[i].content
        if text.has("-----BEGIN PGP SIGNED MESSAGE", at: content.lowerBound) {
            // The armor's own header ends at an empty line; the text that is signed follows.
            return markThrough(i) { $0.isBlank }
        }
        return markThrough(i) { [text] in text.has("-----END PGP ", at: $0.content.lowerBound) }
    }

    /// Marks the lines from `i` through the first for which `isLast` holds, or to the end.
    private mutating func markThrough(_ i: Int, _ isLast: (Line) -> Bool) -> Int {
        var end = i + 1
        while end < lines.count, !isLast(lines[end]) { end += 1 }
        mark(i...min(end, lines.count - 1), .notice)
        return end + 1
    }

    /// Marks a uuencoded block: `begin 644 name`, lines whose first character encodes their length, `end`.
    private mutating func markUUEncoded(at i: Int) -> Int {
        guard lines[i].content.count > 6 else { return i }
        let rest = text.trimmed(lines[i].content.lowerBound + 6..<lines[i].content.upperBound)
        let digits = text[rest].prefix { $0 &- 48 < 8 }.count
        guard digits == 3 || digits == 4, i + 1 < lines.count, isUULine(lines[i + 1]) else { return i }
        var end = i + 1
        while end < lines.count, isUULine(lines[end]) { end += 1 }
        if let last = nextContent(end), text.slice(lines[last].content).equalsIgnoringCase("end") { end = last + 1 }
        mark(i..<end, .notice)
        return end
    }

    private func isUULine(_ line: Line) -> Bool {
        // The content lacks `>` and spaces at its ends, which are data here.
        let range = line.range
        guard !range.isEmpty, (32...96).contains(text[range.lowerBound]) else { return false }
        let bytes = Int((text[range.lowerBound] - 32) & 63)
        let characters = (bytes + 2) / 3 * 4
        return (characters - 2...characters + 2).contains(range.count - 1)
    }

    /// At least eight lines of equal length in base64, without a space: no one wrote them.
    private mutating func markBase64(at i: Int) -> Int {
        let length = lines[i].content.count
        guard length >= 56, length <= 78, isBase64(lines[i]) else { return i }
        var end = i + 1
        while end < lines.count, lines[end].content.count == length, isBase64(lines[end]) { end += 1 }
        guard end - i >= 8 else { return end }
        if end < lines.count, isBase64(lines[end]), lines[end].content.count % 4 == 0 { end += 1 }
        mark(i..<end, .notice)
        return end
    }

    private func isBase64(_ line: Line) -> Bool {
        !line.isBlank
            && text[line.content].allSatisfy {
                $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
                    || $0 == UInt8(ascii: "=")
            }
    }
}
