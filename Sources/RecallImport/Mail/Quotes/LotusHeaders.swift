import RecallText

/// Header lines as Lotus Notes writes them above quoted mail: its author and moment without labels, then `To:`.
///
///     Carol St Clair
///     03/02/2000 03:27 PM
///     To: David Forster/LON/ECT@ECT
///     cc:
///     Subject: Comfort letter
extension MailLines {
    /// Such header lines.
    struct LotusHeaders {
        /// The author, in the text.
        let author: Range<Int>
        /// The first line with a label.
        let labels: Int
    }

    /// The header lines that begin at line `i`; `nil` if there are none.
    func lotusHeaders(at i: Int) -> LotusHeaders? {
        if let headers = headersBelowAuthor(at: i) { return headers }
        // A letterhead, which is indented as the author below it is.
        guard i < lines.count, lines[i].depth == 0, !lines[i].isBlank, isIndented(i), let next = nextContent(i + 1),
            next <= i + 3, isIndented(next), label(lines[next].content) == .sender
        else { return nil }
        return headersBelowAuthor(at: next)
    }

    /// The header lines whose author is in line `i`.
    private func headersBelowAuthor(at i: Int) -> LotusHeaders? {
        guard i < lines.count, lines[i].depth == 0, (3...Self.longestLotusLine).contains(lines[i].content.count)
        else { return nil }
        let content = lines[i].content
        // "Ann Example" <ann@example.org> on 05/03/2000 10:00:00 AM
        if let end = endOfAuthor(content) {
            return labels(below: i).map { LotusHeaders(author: content.lowerBound..<end, labels: $0) }
        }
        guard isLotusName(content), let next = nextContent(i + 1), next <= i + 2, lines[next].depth == 0,
            isMoment(lines[next].content)
        else { return nil }
        return labels(below: next).map { LotusHeaders(author: content, labels: $0) }
    }

    private static let longestLotusLine = 120
    /// Lines with "Please respond to", which may come before the labels.
    private static let mostLinesBetween = 3

    private func isIndented(_ i: Int) -> Bool { lines[i].content.lowerBound > lines[i].range.lowerBound }

    private func labels(below i: Int) -> Int? {
        var (line, between) = (i + 1, 0)
        while let next = nextContent(line), next <= line + 3, lines[next].depth == 0 {
            if let label = label(lines[next].content), label != .sender { return next }
            guard between > 0 || text.hasIgnoringCase("please respond to", at: lines[next].content.lowerBound),
                between < Self.mostLinesBetween
            else { return nil }
            (line, between) = (next + 1, between + 1)
        }
        return nil
    }

    /// One to six words, most of them with capital letters, that end no sentence.
    private func isLotusName(_ content: Range<Int>) -> Bool {
        let words = text[content].split(separator: UInt8(ascii: " "))
        let capital = words.count { $0.first.map { $0 &- 65 < 26 || $0 >= 0x80 || $0 == UInt8(ascii: "\"") } ?? false }
        guard let last = text[content].last else { return false }
        return (1...6).contains(words.count) && capital * 2 > words.count && !Array(".:!?,;".utf8).contains(last)
    }

    /// True for a day and a time, `05/03/2000 10:00 AM`, and nothing else.
    private func isMoment(_ range: Range<Int>) -> Bool {
        guard (10...32).contains(range.count), text[range.lowerBound].isASCIIDigit else { return false }
        var (digits, separators, colons, letters) = (0, 0, 0, 0)
        for byte in text[range] {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
            case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."): separators += 1
            case UInt8(ascii: ":"): colons += 1
            case UInt8(ascii: " "): break
            case _ where byte.isASCIILetter: letters += 1
            default: return false
            }
        }
        return digits >= 6 && separators == 2 && (1...2).contains(colons) && letters <= 6
    }

    /// The end of what stands before ` on ` or two spaces and a moment, at the end of a line; `nil` if there is no such moment.
    func endOfAuthor(_ content: Range<Int>) -> Int? {
        guard content.count > 12 else { return nil }
        for end in stride(from: content.upperBound - 12, to: max(content.lowerBound, content.upperBound - 40), by: -1) {
            let gap = text.has(" on ", at: end) ? 4 : text.has("  ", at: end) || text.has("\t", at: end) ? 2 : 0
            if gap > 0, isMoment(text.trimmed(end + gap - 1..<content.upperBound)) { return end }
        }
        return nil
    }

    /// The line after a separator that line `i` begins and the next one ends: `--- Forwarded by Ann on` `05/03/2000 ---`.
    func endOfSeparator(_ i: Int) -> Int {
        guard i + 1 < lines.count, !lines[i].isBlank, !lines[i + 1].isBlank, lines[i + 1].depth == 0,
            text[lines[i].content.upperBound - 1] != UInt8(ascii: "-"),
            text.has("---", at: lines[i + 1].content.upperBound - 3)
        else { return i + 1 }
        return i + 2
    }
}
