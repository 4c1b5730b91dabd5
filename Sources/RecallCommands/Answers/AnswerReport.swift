import Foundation
import RecallAssistant
import RecallCore
import RecallKit

/// An answer as printed: the sentences with the numbers of what they cite, then the citations.
struct AnswerReport {
    private let answer: Answer

    init(_ answer: Answer) {
        self.answer = answer
    }

    private static let indent = 3
    private static let (width, mostLines) = (100, 3)

    func text(_ terminal: TerminalText) -> String {
        var lines = [answer.heading].compactMap(\.self).map { terminal.rendered(StyledText($0)) }
        if !lines.isEmpty, !answer.sentences.isEmpty { lines.append("") }
        lines += answer.sentences.flatMap { Self.lines(of: $0, terminal) }
        return (lines + citations(terminal) + notes(terminal)).joined(separator: "\n") + "\n"
    }

    /// The part that follows an answer whose text was shown as it was written.
    func afterStream(_ terminal: TerminalText) -> String {
        let unsupported = answer.sentences.filter { !$0.isSupported }
        let lines =
            unsupported.isEmpty
            ? []
            : ["Not supported by what it cites:"]
                + unsupported.flatMap { Self.lines(of: $0, terminal) } + [""]
        return (lines + answer.citations.flatMap { heading(of: [$0], terminal) } + notes(terminal)).joined(
            separator: "\n") + "\n"
    }

    /// The citations with their texts.
    func sources(_ terminal: TerminalText) -> String {
        answer.citations.map { (heading(of: [$0], terminal) + text(of: $0, terminal)).joined(separator: "\n") + "\n" }
            .joined(separator: "\n")
    }

    /// The citations, those of one author in one item together.
    private func citations(_ terminal: TerminalText) -> [String] {
        let sources = answer.citations.map(Source.init).reduce(into: [Source]()) {
            if !$0.contains($1) { $0.append($1) }
        }
        return sources.flatMap { source in
            let cited = answer.citations.filter { Source($0) == source }
            // A quotation stands above already.
            let unquoted = cited.filter { citation in
                !answer.sentences.contains { $0.isQuotation && $0.citations == [citation.number] }
            }
            return [""] + heading(of: cited, terminal) + unquoted.flatMap { text(of: $0, terminal) }
        }
    }

    private struct Source: Equatable {
        let item: ItemID
        let quoted: ItemSummary.Quoted?

        init(_ citation: Answer.Citation) {
            (item, quoted) = (citation.item.id, citation.item.quoted)
        }
    }

    private func notes(_ terminal: TerminalText) -> [String] {
        let notes = answer.notes + [answeredBy].compactMap(\.self)
        return (notes.isEmpty ? [] : [""]) + notes.flatMap { terminal.lines(StyledText(TerminalText.safe($0), .dim)) }
    }

    private var answeredBy: String? {
        answer.model.map { model in
            model.machine.map { "Answered by \(model.name) on \($0): what was read for it left this machine." }
                ?? "Answered by \(model.name) on this machine."
        }
    }

    /// The lines of a sentence; a table or code of a model in lines of its own.
    private static func lines(of sentence: Answer.Sentence, _ terminal: TerminalText) -> [String] {
        let blocks = sentence.isQuotation ? [] : AnswerBlock.blocks(of: sentence.text)
        guard blocks.contains(where: \.isInLines) else { return terminal.lines(text(of: sentence), width: width) }
        let marks = marks(of: sentence).withSingleBlanks()
        return blocks.flatMap { $0.lines(terminal, width: width) }
            + (marks.columns > 0 ? terminal.lines(marks, width: width) : [])
    }

    /// `“The deposit was paid back on 3 June.” [1]`; a sentence that nothing supports is marked.
    private static func text(of sentence: Answer.Sentence) -> StyledText {
        let said = TerminalText.safe(sentence.isQuotation ? sentence.text : AnswerBlock.plain(sentence.text))
        let shown = sentence.isQuotation ? "“\(DisplayText.quotation(said))”" : said
        return StyledText(shown, sentence.isSupported ? [] : .dim)
            + marks(of: sentence)
    }

    /// The numbers of what a sentence cites, and what else is to be said of it.
    private static func marks(of sentence: Answer.Sentence) -> StyledText {
        let marks = sentence.citations.map { "[\($0)]" }.joined()
        var text = StyledText("")
        if !marks.isEmpty { text += StyledText(" " + marks, .cyan) }
        if !sentence.isSupported { text += StyledText(" (not supported by what it cites)", .red) }
        for date in sentence.dates {
            text += StyledText(" (\(TerminalText.safe(date.phrase)): \(TerminalText.safe(date.meaning)))", .dim)
        }
        return text
    }

    private func heading(of cited: [Answer.Citation], _ terminal: TerminalText) -> [String] {
        guard let item = cited.first?.item else { return [] }
        let title = item.title.isEmpty ? item.conversationTitle : item.title
        let number = cited.map { String($0.number) }.joined(separator: ", ") + ". "
        let shown = DisplayText.part(title.isEmpty ? "(no title)" : title)
        return terminal.lines(StyledText(number, [.bold, .cyan]) + StyledText(shown, .bold), hanging: number.columns)
            + terminal.lines(
                StyledText(SearchReport.byline(item, sender: item.senderWithAddress), .dim), indent: Self.indent)
    }

    private func text(of citation: Answer.Citation, _ terminal: TerminalText) -> [String] {
        terminal.lines(
            StyledText(TerminalText.safe(citation.text)).withSingleBlanks(), indent: Self.indent, width: Self.width,
            most: Self.mostLines)
    }
}
