/// The sentences of a library that answer a question, word for word.
public struct QuotedAnswer: Hashable, Sendable {
    /// The sentences, the most likely answer first.
    public var quotations: [Quotation]
    /// True if they answer the question; false if they are only the nearest to it.
    public var isAnswer: Bool
    /// True if they may answer it, though not surely.
    public var isPossible: Bool
    /// The calibrated probability, 0 to 1, that one of the quotations holds the answer.
    public var confidence: Float

    /// Quotations as an answer.
    public init(quotations: [Quotation], isAnswer: Bool, isPossible: Bool = false, confidence: Float) {
        self.quotations = quotations
        self.isAnswer = isAnswer
        self.isPossible = isPossible && !isAnswer
        self.confidence = confidence
    }
}

/// A sentence of an item.
public struct Quotation: Hashable, Sendable {
    /// The item.
    public var item: ItemSummary
    /// The UTF-8 byte range of the sentence in the item's text.
    public var range: Range<Int>
    /// The bytes of the range, as text.
    public var text: String
    /// Phrases of relative time in it, and the time they mean by the item's date.
    public var dates: [DatedPhrase]
    /// The probability, 0 to 1, that it holds the answer.
    public var confidence: Float

    /// A sentence of an item.
    public init(item: ItemSummary, range: Range<Int>, text: String, dates: [DatedPhrase] = [], confidence: Float) {
        self.item = item
        self.range = range
        self.text = text
        self.dates = dates
        self.confidence = confidence
    }
}
