import RecallText

/// The lines that name the author of what is quoted below them: "On …, … wrote:".
extension MailLines {
    /// Marks those above quoted lines.
    ///
    /// - Complexity: O(*n*).
    mutating func markAttributions() {
        for i in lines.indices.dropFirst() where lines[i].depth > 0 && lines[i].depth > lines[i - 1].depth {
            guard let last = previousContent(i - 1), last >= i - 3, lines[last].depth < lines[i].depth, isAuthored(last)
            else { continue }
            guard isAttribution(last) else { continue }
            let lines = firstLineOfAttribution(last)..<last + 1
            mark(lines, .attribution)
            introductions.append(Introduction(lines: lines, isAttribution: true))
        }
    }

    /// Takes lines that begin with another sign than `>` (`|`, `#`, `--]`, `AB>`) as quoted, if the first line below an
    /// attribution does; elsewhere such lines are tables, lists or code.
    mutating func markOtherQuotes() {
        for i in lines.indices.dropFirst() where isAuthored(i) {
            guard let above = previousContent(i - 1), above >= i - 2, isAuthored(above),
                endsWithColon(lines[above].content),
                let sign = quoteSign(lines[i].content), isAttribution(above)
            else { continue }
            markLines(beginningWith: sign)
            return
        }
    }

    private mutating func markLines(beginningWith sign: ArraySlice<UInt8>) {
        for i in lines.indices where isAuthored(i) && text[lines[i].content].starts(with: sign) {
            lines[i].depth = 1
            lines[i].mark = .quoted
        }
    }

    /// The sign that a line begins with: up to four letters and `>`, or signs of which the last is an unusual one.
    private func quoteSign(_ content: Range<Int>) -> ArraySlice<UInt8>? {
        var end = content.lowerBound
        while end < content.upperBound, text[end].isASCIILetter { end += 1 }
        let letters = end - content.lowerBound
        if (1...4).contains(letters), text.has("> ", at: end) { return Array(text[content.lowerBound...end])[...] }
        guard letters == 0 else { return nil }
        while end < content.upperBound, Self.quoteSigns.contains(text[end]) { end += 1 }
        guard end > content.lowerBound, end <= content.lowerBound + 4, Self.lastQuoteSigns.contains(text[end - 1])
        else {
            return nil
        }
        return Array(text[content.lowerBound..<end])[...]
    }

    private static let quoteSigns = Array("|#}%:]-=$!+".utf8)
    private static let lastQuoteSigns = Array("|#}%:]!".utf8)

    /// Marks an unquoted line between two quoted ones of which the first is long: the rest of a line that was broken.
    mutating func markWrappedQuotes() {
        for i in lines.indices.dropFirst().dropLast() where isAuthored(i) {
            let (before, after) = (lines[i - 1], lines[i + 1])
            if before.depth > 0, before.depth == after.depth, before.range.count >= 64, lines[i].content.count < 30,
                !before.isBlank, !after.isBlank
            {
                lines[i].mark = .quoted
            }
        }
    }

    /// True if the line ends an attribution: it ends with a colon and contains a word for writing, an address or a
    /// time.
    private func isAttribution(_ i: Int) -> Bool {
        let content = lines[i].content
        guard content.count < 400 else { return false }
        if endsWithColon(content) {
            return QuotePhrases.wrote.isWord(text, in: content) || text[content].contains(UInt8(ascii: "@"))
                || hasTime(content) || hasYear(content)
        }
        return QuotePhrases.onDate.isPrefix(text, content) && QuotePhrases.wrote.isWord(text, in: content)
    }

    /// An attribution with a date or an address, though what follows has no quote marks.
    func isLooseAttribution(_ i: Int) -> Bool {
        let content = lines[i].content
        guard content.count < 400, endsWithColon(content), QuotePhrases.wrote.isWord(text, in: content) else {
            return false
        }
        if let next = nextContent(i + 1), lines[next].depth > 0 { return false }
        let first = firstLineOfAttribution(i)
        let whole = lines[first].content.lowerBound..<content.upperBound
        guard first < i || beginsAttribution(i) else { return false }
        return (hasTime(whole) || hasYear(whole)) && (text[whole].contains(UInt8(ascii: "@")) || hasTime(whole))
    }

    /// The attribution's first line: at most three before `last`, if one of them begins like one.
    func firstLineOfAttribution(_ last: Int) -> Int {
        if beginsAttribution(last) { return last }
        for i in stride(from: last - 1, through: max(0, last - 3), by: -1) {
            guard isAuthored(i) else { break }
            if beginsAttribution(i) { return i }
        }
        return last
    }

    private func beginsAttribution(_ i: Int) -> Bool {
        let content = beginning(lines[i].content)
        guard !content.isEmpty else { return false }
        return QuotePhrases.onDate.isPrefix(text, content)
            && (hasTime(content) || hasYear(content) || hasDigit(content))
            || text[content.lowerBound].isASCIIDigit && (hasTime(content) || hasYear(content))
    }

    /// The line without signs before its first word: `*On …`, `?On …` (a mark of byte order that a list garbled).
    private func beginning(_ content: Range<Int>) -> Range<Int> {
        var start = content.lowerBound
        while start < content.upperBound, Self.signs.contains(text[start]) { start += 1 }
        return start..<content.upperBound
    }

    private static let signs = Array("?*<[\"'_ \u{FEFF}".utf8)

    private func endsWithColon(_ content: Range<Int>) -> Bool {
        text.has(":", at: content.upperBound - 1) || text.has("：", at: content.upperBound - 3)
            || text.has(":*", at: content.upperBound - 2)
    }

    private func hasDigit(_ content: Range<Int>) -> Bool {
        text[content].contains(where: \.isASCIIDigit)
    }

    /// True for `9:41`; `21.41 Uhr` is not recognised.
    private func hasTime(_ content: Range<Int>) -> Bool {
        guard content.count > 4 else { return false }
        for i in content.lowerBound + 1..<content.upperBound - 2 where text[i] == UInt8(ascii: ":") {
            if text[i - 1].isASCIIDigit, text[i + 1].isASCIIDigit, text[i + 2].isASCIIDigit { return true }
        }
        return false
    }

    /// Four digits that could be a year of e-mail: 1970 to 2099.
    private func hasYear(_ content: Range<Int>) -> Bool {
        guard content.count >= 4 else { return false }
        for i in content.lowerBound...content.upperBound - 4 where text.has("20", at: i) || text.has("19", at: i) {
            let isStart = i == content.lowerBound || !text[i - 1].isASCIIDigit
            let isEnd = i + 4 == content.upperBound || !text[i + 4].isASCIIDigit
            if isStart, isEnd, text[i + 2].isASCIIDigit, text[i + 3].isASCIIDigit { return true }
        }
        return false
    }
}
