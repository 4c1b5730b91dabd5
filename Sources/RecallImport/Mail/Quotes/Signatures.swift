import RecallText

/// The lines in which authors name themselves below their text.
extension MailLines {
    /// Marks them.
    ///
    /// - Complexity: O(*n*).
    mutating func markSignatures(sender: [UInt8]) {
        markMarkedSignatures()
        markClosing(sender: sender)
    }

    /// `-- ` (RFC 3676, 4.3) and what programs make of it.
    private mutating func markMarkedSignatures() {
        for i in lines.indices where isAuthored(i) {
            guard let most = mostLines(afterMark: lines[i]), let end = endOfSignature(i, most: most) else { continue }
            mark(i..<end, .signature)
        }
    }

    /// The line after the signature whose mark is line `i`, or `nil` if more text follows than a signature has.
    private func endOfSignature(_ i: Int, most: Int) -> Int? {
        var (end, count) = (i + 1, 0)
        while end < lines.count, lines[end].depth == 0, lines[end].mark != .attribution {
            if isAuthored(end) { count += 1 }
            if count > most || end - i > 200 { return nil }
            end += 1
        }
        return end
    }

    /// The maximum number of lines of a signature below this line; `nil` if the line is no signature mark.
    private func mostLines(afterMark line: Line) -> Int? {
        let mark = text.slice(line.content)
        guard mark.count <= 4, line.depth == 0 else { return nil }
        // `-- ` is the standard mark. Without its space it may be a rule, so only a shorter signature is accepted.
        if mark.count == 2, mark.has("--", at: 0) { return line.range.count == 3 ? 40 : 12 }
        if mark.count == 3, mark.has("—", at: 0) { return 8 }
        // The space of `-- ` as a no-break space.
        if mark.count == 4, mark.has("--", at: 0), mark.has("\u{A0}", at: 2) { return 40 }
        return nil
    }

    /// Words of closing and a name, or lines with name and addresses, at the end of the last thing the author wrote.
    private mutating func markClosing(sender: [UInt8]) {
        guard let last = lines.indices.last(where: isAuthored) else { return }
        var first = last
        while first > 0, lines[first - 1].mark == .authored { first -= 1 }
        while !isAuthored(first) { first += 1 }
        if let closing = closing(first...last) {
            mark(closing...last, .signature)
        } else if let card = card(first...last) {
            mark(card...last, .signature)
        } else if last > first, isName(lines[last].content, of: sender) {
            mark(last...last, .signature)
        }
    }

    /// The line with words of closing among the last ones, if only short lines follow.
    private func closing(_ range: ClosedRange<Int>) -> Int? {
        var (i, seen) = (range.upperBound, 0)
        var found: Int?
        while i > range.lowerBound, seen < 12 {
            let content = lines[i].content
            if !content.isEmpty {
                if isClosing(content) { found = i }
                if content.count > 70 { break }
                seen += 1
            }
            if found != nil, i < found ?? 0, !content.isEmpty { break }
            i -= 1
        }
        return found
    }

    private func isClosing(_ content: Range<Int>) -> Bool {
        var end = content.upperBound
        while end > content.lowerBound, Self.endsOfClosing.contains(text[end - 1]) { end -= 1 }
        return end > content.lowerBound && QuotePhrases.closings.isWhole(text, content.lowerBound..<end)
    }

    /// Characters that may follow the words of a closing.
    private static let endsOfClosing = Array("!,.- ".utf8)

    /// The first of the last few short lines, if they hold an address or a telephone number and begin with a name.
    private func card(_ range: ClosedRange<Int>) -> Int? {
        var (first, count) = (range.upperBound, 0)
        var hasAddress = false
        var i = range.upperBound
        while i > range.lowerBound, count < 14 {
            let content = lines[i].content
            if content.count > 60 { break }
            if content.isEmpty {
                if hasAddress, count > 1, isRule(lines[max(i - 1, 0)].content) || !lines[first].isBlank { break }
            } else {
                (first, count) = (i, count + 1)
                hasAddress = hasAddress || isAddressLine(content) || isTelephone(content)
                if content.count < 60, isRule(content) { break }
            }
            i -= 1
        }
        let isNamed = isRule(lines[first].content) || isCapitalized(lines[first].content)
        return hasAddress && count >= 2 && first > range.lowerBound && isNamed ? first : nil
    }

    /// At most six words that all begin with a capital letter or are initials, and no end of a sentence.
    private func isCapitalized(_ content: Range<Int>) -> Bool {
        let words = text[content].split(separator: UInt8(ascii: " "))
        guard (1...6).contains(words.count), let last = text[content].last, !Self.endsOfSentence.contains(last) else {
            return false
        }
        return words.allSatisfy { word in
            guard let first = word.first(where: { $0 != UInt8(ascii: "-") }) else { return true }
            return first &- 65 < 26 || first >= 0x80
        }
    }

    private static let endsOfSentence = Array("?!:;".utf8)

    private func isTelephone(_ content: Range<Int>) -> Bool {
        let digits = text[content].count(where: \.isASCIIDigit)
        return digits >= 7 && digits * 2 >= content.count - 8
    }

    /// True if the line consists of the sender's names: `Ann`, `-Ann Example`.
    private func isName(_ content: Range<Int>, of sender: [UInt8]) -> Bool {
        guard !sender.isEmpty, content.count <= 60 else { return false }
        let names = sender.split(whereSeparator: Self.isBetweenNames).map { $0.map(\.asciiLowercase) }
        let words = text[content].split(whereSeparator: Self.isBetweenNames).map { $0.map(\.asciiLowercase) }
        return !words.isEmpty
            && words.allSatisfy { word in
                names.contains { $0 == word || word.count == 1 && $0.first == word[0] }
            }
    }

    private static let marksBetweenNames = Array("!\"'(),-./_~".utf8)

    private static func isBetweenNames(_ byte: UInt8) -> Bool {
        byte.isASCIISpace || marksBetweenNames.contains(byte)
    }
}
