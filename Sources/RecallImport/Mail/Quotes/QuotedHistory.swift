/// Earlier mail below the author's text without quote marks, after a separator or a block of header lines.
extension MailLines {
    /// An introduction of earlier mail without quote marks.
    private struct History {
        enum Form { case original, forward, attribution }
        var form: Form
        /// The lines of the introduction.
        var lines: Range<Int>
    }

    /// Marks quoted history. Everything below its first introduction belongs to others, with two exceptions:
    /// forwarded mail is the message itself, and in a mail without text above the introduction the author's text must
    /// be below.
    ///
    /// - Complexity: O(*n*).
    mutating func markQuotedHistory(_ relation: MailQuotes.Relation) {
        let lastQuoted = lines.lastIndex { $0.depth > 0 } ?? -1
        var hasText = false
        var i = 0
        while i < lines.count {
            guard lines[i].depth == 0, isAuthored(i), let history = history(at: i) else {
                hasText = hasText || isAuthored(i)
                i += 1
                continue
            }
            introductions.append(Introduction(lines: history.lines, isAttribution: history.form == .attribution))
            if endsText(history, relation, hasText: hasText, lastQuoted: lastQuoted) {
                // Top posting: everything below is earlier mail.
                mark(history.lines.lowerBound..., .quoted)
                return
            }
            // The forwarded text is part of this mail; only the introduction itself is marked.
            if history.form == .forward { hasForward = true }
            mark(history.lines, .attribution)
            i = history.lines.upperBound
        }
    }

    private func endsText(
        _ history: History, _ relation: MailQuotes.Relation, hasText: Bool, lastQuoted: Int
    ) -> Bool {
        switch history.form {
        case .forward: false
        // If quote marks follow, they delimit the earlier mail, and the author may go on below it.
        case .attribution: relation != .forward && hasText && !isQuoted(soonAfter: history.lines.upperBound)
        case .original:
            // A reply without text above and without quote marks below is an empty one.
            hasText ? relation != .forward : relation == .reply && lastQuoted < history.lines.upperBound
        }
    }

    /// Marks quoted lines as the author's: in a forward, they are the message.
    mutating func keepQuotes() {
        for i in lines.indices where lines[i].mark == .quoted { lines[i].mark = .authored }
    }

    /// True if one of the next lines has a quote mark.
    private func isQuoted(soonAfter i: Int) -> Bool {
        lines[i..<min(i + 8, lines.count)].contains { $0.depth > 0 }
    }

    /// The introduction at line `i`; `nil` if there is none.
    private func history(at i: Int) -> History? {
        if let isForward = separator(i) {
            let end = endOfSeparator(i)
            let next = nextContent(end) ?? lines.count
            return History(
                form: isForward ? .forward : .original,
                lines: i..<(headerBlock(at: next) ?? lotusBlock(at: next) ?? end))
        }
        if isRule(lines[i].content), let next = nextContent(i + 1), next <= i + 2,
            let end = headerBlock(at: next) ?? senderLine(next)
        {
            return History(form: .original, lines: i..<end)
        }
        if let end = headerBlock(at: i, isAlone: true) ?? lotusBlock(at: i) {
            return History(form: .original, lines: i..<end)
        }
        if isLooseAttribution(i) {
            return History(form: .attribution, lines: firstLineOfAttribution(i)..<i + 1)
        }
        return nil
    }

    /// The line after `From: … @ …` at line `i`, the only header line that some programs leave below their rule.
    private func senderLine(_ i: Int) -> Int? {
        let content = lines[i].content
        return label(content) == .sender
            && (text[content].contains(UInt8(ascii: "@")) || text.slice(content).firstIndex(of: " at ", from: 0) != nil)
            ? i + 1 : nil
    }

    /// `-----Original Message-----`: false; `---------- Forwarded message ---------`, `Begin forwarded message:`: true.
    private func separator(_ i: Int) -> Bool? {
        let content = lines[i].content
        var words = content
        while !words.isEmpty, Self.isRuleByte(text[words.lowerBound]) { words = words.dropFirstByte }
        let hyphens = words.lowerBound - content.lowerBound
        while !words.isEmpty, Self.isRuleByte(text[words.upperBound - 1]) { words = words.dropLastByte }
        guard
            hyphens >= 2 || content.upperBound > words.upperBound && text[content.upperBound - 1] == UInt8(ascii: ":")
                || text[content.upperBound - 1] == UInt8(ascii: ":") || hyphens == 0 && text[content.lowerBound] >= 0x80
        else { return nil }
        words = text.trimmed(words)
        if QuotePhrases.forwardedMessage.isPrefix(text, words), hyphens >= 2 || isAppleForwardMark(words) {
            return true
        }
        if hyphens >= 2, QuotePhrases.originalMessage.isPrefix(text, words) { return false }
        return nil
    }

    /// True for `Begin forwarded message:` alone on its line.
    private func isAppleForwardMark(_ words: Range<Int>) -> Bool {
        guard let length = QuotePhrases.forwardedMessage.match(text, words.lowerBound, words.upperBound) else {
            return false
        }
        return words.count - length <= 24 && text.has(":", at: words.upperBound - 1)
            || text.has("：", at: words.upperBound - 3)
    }

    private static func isRuleByte(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "=") || byte == UInt8(ascii: "*")
            || byte == UInt8(ascii: " ")
    }

    /// A line of hyphens, underscores or the like.
    func isRule(_ content: Range<Int>) -> Bool {
        content.count >= 10 && text[content].allSatisfy { Self.isRuleByte($0) && $0 != UInt8(ascii: " ") }
    }

    /// The line after the block of header lines at `i`; `nil` unless they include a sender and two of date, recipient
    /// and subject.
    ///
    /// - Parameter isAlone: true if no line above announces a mail. Then an address or a subject has to tell it from a
    ///   journey, which has "From:", "To:" and "Date:" as well.
    private func headerBlock(at i: Int, isAlone: Bool = false) -> Int? {
        guard i < lines.count, lines[i].depth == 0, label(lines[i].content) != nil else { return nil }
        return headerBlock(at: i, after: [], isAlone: isAlone)
    }

    /// The line after the header lines of Lotus Notes at `i`.
    private func lotusBlock(at i: Int) -> Int? {
        lotusHeaders(at: i).flatMap { headerBlock(at: $0.labels, after: [.sender, .date]) }
    }

    private func headerBlock(at i: Int, after said: Set<HeaderLabel>, isAlone: Bool = false) -> Int? {
        var found = said
        var (end, line, strangers) = (i, i, 0)
        while line < lines.count, line < i + 40, lines[line].depth == 0, !isEndOfBlock(line, found) {
            if let label = label(lines[line].content) {
                found.insert(label)
                (end, strangers) = (line + 1, 0)
            } else if !lines[line].isBlank {
                // A few lines may continue a field; a list of recipients is of any length.
                if !isOfRecipients(lines[line].content) { strangers += 1 }
                guard strangers <= 3 else { break }
            }
            line += 1
        }
        guard found.contains(.sender), found.intersection([.date, .recipient, .subject]).count >= 2,
            !isAlone || found.contains(.subject)
                || lines[i..<line].contains(where: { text[$0.content].contains(UInt8(ascii: "@")) })
        else { return nil }
        while end < lines.count, !lines[end].isBlank, lines[end].depth == 0,
            strangers > 0 || isOfRecipients(lines[end].content)
        {
            end += 1
            strangers -= 1
        }
        return end
    }

    /// True for a line of a list of recipients.
    private func isOfRecipients(_ content: Range<Int>) -> Bool {
        text[content].contains { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: ";") }
            || text.has(",", at: content.upperBound - 1)
    }

    /// A blank line ends the block unless another label follows it.
    private func isEndOfBlock(_ line: Int, _ found: Set<HeaderLabel>) -> Bool {
        guard lines[line].isBlank else { return false }
        return line + 1 >= lines.count || label(lines[line + 1].content) == nil
    }

    /// The kind of header that the line is (`From: …`, `*Von:* …`), or `nil`.
    func label(_ content: Range<Int>) -> HeaderLabel? {
        var start = content.lowerBound
        while start < content.upperBound, text[start] == UInt8(ascii: "*") { start += 1 }
        for (label, words) in QuotePhrases.headerLabels {
            guard let length = words.match(text, start, content.upperBound) else { continue }
            var i = start + length
            while i < content.upperBound,
                text[i] == UInt8(ascii: " ") || text[i] == UInt8(ascii: "*") || text[i] == 0xC2 || text[i] == 0xA0
            {
                i += 1
            }
            if text.has(":", at: i) || text.has("：", at: i) { return label }
        }
        return nil
    }
}

extension Range<Int> {
    fileprivate var dropFirstByte: Range<Int> { lowerBound + 1..<upperBound }
    fileprivate var dropLastByte: Range<Int> { lowerBound..<upperBound - 1 }
}
