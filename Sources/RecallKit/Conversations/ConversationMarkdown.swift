import Foundation
public import RecallCore

extension Conversation {
    /// The conversation as Markdown: each question a heading, what is cited a footnote with sender, date, title and the
    /// quoted text. Text of items is escaped, so that it shows as it is and links to nothing.
    public var markdown: String {
        let heading = "# \(MarkdownEscape.line(summary.title.isEmpty ? "Conversation" : summary.title))"
        let scope = self.scope.isEmpty ? [] : ["Scope: \(MarkdownEscape.line(self.scope))"]
        let turns = self.turns.flatMap { ConversationMarkdown(turn: $0).blocks }
        return ([heading] + scope + turns).joined(separator: "\n\n") + "\n"
    }
}

/// One turn as blocks of Markdown.
private struct ConversationMarkdown {
    let turn: KeptTurn

    private var answer: Answer { turn.answer }

    var blocks: [String] {
        return ["## \(MarkdownEscape.line(answer.question))", date(turn.asked) + answeredBy]
            + [answer.heading].compactMap(\.self) + (text.isEmpty ? [] : [text])
            + answer.notes.map { "*\(MarkdownEscape.line($0))*" } + answer.citations.map(footnote)
    }

    private var text: String {
        answer.sentences.reduce("") { text, next in
            let isParagraph = answer.model == nil || next.beginsParagraph
            return text + (text.isEmpty ? "" : isParagraph ? "\n\n" : " ") + sentence(next)
        }
    }

    private var answeredBy: String {
        guard let model = answer.model else { return "" }
        let machine = model.machine.map { " on " + MarkdownEscape.line($0) } ?? ""
        return ", answered by \(MarkdownEscape.line(model.name))\(machine)"
    }

    private func sentence(_ sentence: Answer.Sentence) -> String {
        let said = MarkdownEscape.line(
            sentence.isQuotation ? DisplayText.quotation(sentence.text) : sentence.text)
        let isGone = sentence.citations.contains { turn.states[$0] == .deleted }
        let dates = sentence.dates.map {
            " (\(MarkdownEscape.line($0.phrase)): \(MarkdownEscape.line($0.meaning)))"
        }
        return (sentence.isQuotation ? "“\(said)”" : said) + sentence.citations.map(mark).joined()
            + (sentence.isSupported || isGone ? "" : " (not supported by what it cites)") + dates.joined()
    }

    /// Unique in the document: each turn numbers its citations from 1.
    private func mark(_ number: Int) -> String { "[^\(turn.position + 1)-\(number)]" }

    private func footnote(_ citation: Answer.Citation) -> String {
        mark(citation.number) + ": " + source(citation)
    }

    private func source(_ citation: Answer.Citation) -> String {
        guard turn.states[citation.number] != .deleted else { return "The cited item was deleted." }
        let item = citation.item
        let title = item.title.isEmpty ? item.conversationTitle : item.title
        let parts = [item.senderWithAddress ?? "", item.quoting ?? "", item.date.map(date) ?? "", title].filter {
            !$0.isEmpty
        }
        let changed = turn.states[citation.number] == .changed ? " (has changed since)" : ""
        return parts.map(MarkdownEscape.line).joined(separator: ", ") + ": “"
            + MarkdownEscape.line(DisplayText.quotation(citation.text)) + "”" + changed
    }

    private func date(_ date: Date) -> String {
        date.formatted(.iso8601.year().month().day().dateSeparator(.dash))
    }
}

/// Text that Markdown shows as it is.
enum MarkdownEscape {
    /// `text` on one line, every sign that Markdown or HTML may give a meaning escaped.
    static func line(_ text: String) -> String {
        let line = DisplayText.safe(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        var escaped = ""
        for character in line {
            if character.isASCII, signs.contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
        // "www." alone becomes a link too, in GitHub's dialect.
        return protectingBeginning(escaped.replacingOccurrences(of: "www.", with: "www\\.", options: .caseInsensitive))
    }

    private static let signs = Set("\\`*_{}[]()<>#|~!&:@$^")

    /// A line that begins like an item of a list, or is underlined, is none.
    private static func protectingBeginning(_ line: String) -> String {
        guard let first = line.first else { return line }
        if "-+=".contains(first) { return "\\" + line }
        let digits = line.prefix(while: \.isNumber)
        guard !digits.isEmpty, let sign = line.dropFirst(digits.count).first, sign == "." else { return line }
        return String(digits) + "\\" + String(line.dropFirst(digits.count))
    }
}
