public import RecallCore
import RecallSearch
import RecallText

/// Answers without a language model.
extension RecallLibrary {
    /// The sentences that answer a question, word for word, and the probability that they do.
    ///
    /// Only what authors wrote in items that pass the query's filter is quoted. Phrases of relative time come with the
    /// time they mean by their item's date.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of sentences; `nil` for three, or eight in order of time of a question for a list.
    ///   - deadline: the time by which to return the best sentences so far.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func quotations(
        for query: SearchQuery, limit: Int? = nil, deadline: ContinuousClock.Instant? = nil
    ) throws -> QuotedAnswer {
        try engine.quotations(for: query, limit: limit, deadline: deadline)
    }

    /// The words of a quotation in one line; of a note, without marks of Markdown but those of tasks and of what is struck out.
    public static func line(of quotation: Quotation) -> String {
        let text = quotation.item.isMarkdown ? MarkdownMarks.removedButStates(from: quotation.text) : quotation.text
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// True if a quotation tells what a question word alone asks for: a time for the "when" of "Who paid, and when?"
    public static func tells(_ quotation: Quotation, whatAsks part: String) -> Bool {
        let words = words(of: part).filter { !conjunctions.contains($0) }
        return words.count == 1 && quotation.hasWhatIsAsked(by: part)
    }

    private static let conjunctions: Set = ["and", "but", "und", "et", "y", "e", "en"]

    /// The questions that a question consists of, in order: "Who paid, and when?" are two.
    public static func parts(ofQuestion question: String) -> [String] {
        QuestionParts.parts(of: question)
    }
}
