import RecallCore

/// An answer as printed: the sentences with the numbers of what they cite, then the citations.
struct AnswerReport {
    private let answer: Answer

    init(_ answer: Answer) {
        self.answer = answer
    }

    private static let indent = 3
    private static let (width, mostLines) = (100, 3)

    func text(_ terminal: TerminalText) -> String {
        var lines = [heading].compactMap(\.self).map { terminal.rendered(StyledText($0)) }
        if !lines.isEmpty, !answer.sentences.isEmpty { lines.append("") }
        lines += answer.sentences.flatMap { terminal.lines(Self.text(of: $0), width: Self.width) }
        for citation in answer.citations { lines += [""] + self.lines(of: citation, terminal) }
        let notes = answer.notes + [answeredBy].compactMap(\.self)
        if !notes.isEmpty { lines.append("") }
        lines += notes.flatMap { terminal.lines(StyledText(TerminalText.safe($0), .dim)) }
        return lines.joined(separator: "\n") + "\n"
    }

    private var heading: String? {
        guard !answer.isFound else { return nil }
        if answer.sentences.isEmpty { return "Not in your library." }
        return answer.model == nil ? "Not in your library. The nearest:" : "None of what was found says this:"
    }

    private var answeredBy: String? {
        answer.model.map { model in
            model.machine.map { "Answered by \(model.name) on \($0): what was read for it left this machine." }
                ?? "Answered by \(model.name) on this machine."
        }
    }

    /// `“The deposit was paid back on 3 June.” [1]`; a sentence that nothing supports is marked.
    private static func text(of sentence: Answer.Sentence) -> StyledText {
        let marks = sentence.citations.map { "[\($0)]" }.joined()
        let said = TerminalText.safe(sentence.text)
        var text = StyledText(sentence.isQuotation ? "“\(said)”" : said, sentence.isSupported ? [] : .dim)
        if !marks.isEmpty { text += StyledText(" " + marks, .cyan) }
        if !sentence.isSupported { text += StyledText(" (not supported by what it cites)", .red) }
        for date in sentence.dates {
            text += StyledText(" (\(TerminalText.safe(date.phrase)): \(TerminalText.safe(date.meaning)))", .dim)
        }
        return text
    }

    private func lines(of citation: Answer.Citation, _ terminal: TerminalText) -> [String] {
        let item = citation.item
        let title = item.title.isEmpty ? item.conversationTitle : item.title
        let number = "\(citation.number). "
        var lines = terminal.lines(
            StyledText(number, [.bold, .cyan])
                + StyledText(TerminalText.safe(title.isEmpty ? "(no title)" : title), .bold),
            hanging: number.columns)
        lines += terminal.lines(StyledText(SearchReport.byline(item), .dim), indent: Self.indent)
        // A quotation stands above already.
        guard !answer.sentences.contains(where: { $0.isQuotation && $0.citations == [citation.number] }) else {
            return lines
        }
        return lines
            + terminal.lines(
                StyledText(TerminalText.safe(citation.text)).withSingleBlanks(), indent: Self.indent,
                width: Self.width, most: Self.mostLines)
    }
}
