/// Text that mailing lists, programs and lawyers add to a mail.
extension MailLines {
    /// Marks them.
    ///
    /// - Complexity: O(*n*).
    mutating func markNotices() {
        markListNotices()
        markFooter()
        markDisclaimers()
    }

    /// "To unsubscribe …" with the rest of its paragraph, "Sent from my …", what Mailman writes for parts it took away.
    private mutating func markListNotices() {
        for i in lines.indices where isAuthored(i) {
            let content = lines[i].content
            if QuotePhrases.listNotices.isPrefix(text, content) {
                mark(i..<endOfParagraph(i), .notice)
            } else if content.count <= 90, QuotePhrases.sentFrom.isPrefix(text, content) {
                let end = endOfParagraph(i)
                if end - i <= 3 { mark(i..<end, .signature) }
            }
        }
    }

    private func endOfParagraph(_ i: Int) -> Int {
        var end = i
        while end < lines.count, !lines[end].isBlank, lines[end].depth == 0 { end += 1 }
        return end
    }

    /// A rule near the end with a list's, a program's or a company's address below it.
    private mutating func markFooter() {
        var (i, seen) = (lines.count - 1, 0)
        var hasAddress = false
        while i >= 0, seen <= 14 {
            // Below an introduction stands another mail.
            if lines[i].depth > 0 || lines[i].mark == .attribution { return }
            if !lines[i].isBlank {
                let content = lines[i].content
                if seen > 0, isFooterRule(content), hasAddress, hasText(before: i) { mark(i..., .notice) }
                seen += 1
                hasAddress = hasAddress || isAddressLine(content)
            }
            i -= 1
        }
    }

    /// True if the author wrote something above line `i`; otherwise an apparent notice is the text itself.
    private func hasText(before i: Int) -> Bool {
        lines.indices.prefix(i).contains(where: isAuthored)
    }

    private func isFooterRule(_ content: Range<Int>) -> Bool {
        content.count >= 15 && isRule(content) || text.has("_______________", at: content.lowerBound)
            || text.has("---------------------", at: content.lowerBound)
    }

    /// True if the line names a web or mail address or a list.
    func isAddressLine(_ content: Range<Int>) -> Bool {
        let line = text.slice(content)
        return line.contains(UInt8(ascii: "@")) || line.containsIgnoringCase("http")
            || line.containsIgnoringCase("www.")
            || line.containsIgnoringCase("mailing list") || line.containsIgnoringCase("unsubscribe")
    }

    /// Paragraphs among the last eight that claim confidentiality.
    private mutating func markDisclaimers() {
        var end = lines.count
        for _ in 0..<8 {
            guard let paragraph = paragraph(before: end) else { return }
            let bytes = Int(lines[paragraph.lowerBound].start)..<Int(lines[paragraph.upperBound - 1].end)
            if bytes.count >= 60, bytes.count < 8 << 10, QuotePhrases.disclaimerWords.isAnywhere(text, in: bytes),
                hasText(before: paragraph.lowerBound), isDisclaimer(text.slice(bytes))
            {
                mark(paragraph, .notice)
            }
            end = paragraph.lowerBound
        }
    }

    private func isDisclaimer(_ paragraph: Bytes) -> Bool {
        QuotePhrases.disclaimers.contains {
            paragraph.containsIgnoringCase($0.0) && paragraph.containsIgnoringCase($0.1)
        }
    }

    /// The last run of authored lines before line `end`, as far as blank lines divide it.
    private func paragraph(before end: Int) -> Range<Int>? {
        var last = end - 1
        while last >= 0, !isAuthored(last) { last -= 1 }
        guard last >= 0 else { return nil }
        var first = last
        while first > 0, isAuthored(first - 1) { first -= 1 }
        return first..<last + 1
    }
}
