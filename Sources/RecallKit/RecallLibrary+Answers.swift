public import RecallCore

/// Answers in the library's own words.
extension RecallLibrary {
    /// The sentences that answer a question, word for word.
    public func quotations(
        for query: SearchQuery, limit: Int = 3, deadline: ContinuousClock.Instant? = nil
    ) throws -> QuotedAnswer {
        let response = try search(query, deadline: deadline)
        let quotations = response.results.prefix(limit).compactMap { result in
            result.passages.first.map { hit in
                let sentence = hit.sentence ?? 0..<hit.text.utf8.count
                let start = hit.passage.range.lowerBound
                return Quotation(
                    item: hit.item, range: start + sentence.lowerBound..<start + sentence.upperBound,
                    text: hit.text.utf8Slice(sentence), confidence: result.confidence)
            }
        }
        return QuotedAnswer(
            quotations: Array(quotations), isAnswer: response.answer == .says, confidence: response.confidence)
    }
}
