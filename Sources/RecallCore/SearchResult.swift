/// What a search found, and how it searched.
public struct SearchResponse: Hashable, Sendable {
    /// The way in which passages were found.
    public enum Lane: String, Hashable, Sendable, CaseIterable {
        /// By the words of the query.
        case words
        /// By the meaning of the query.
        case meaning
    }

    /// The best threads, best first.
    public var results: [SearchResult]
    /// The lanes that really ran.
    public var lanes: Set<Lane>
    /// How likely it is that the best passage is relevant, shown or not, from 0 to 1.
    public var confidence: Float
    /// What the person should know about this search: a lane that did not run and why, part of the library not embedded.
    public var notes: [String]
    /// How the query was understood.
    public var interpretation: QueryInterpretation
    /// Whether this is the answer, and not what is there before meaning is compared.
    public var isFinal: Bool
    /// When what was found was written: months with the number of distinct items, ascending. Of a query that is a filter
    /// alone, all items that pass; else those among the ranked passages that have to do with the query. Empty before the
    /// final response.
    public var timeline: [TimelineMonth]

    /// A response.
    public init(
        results: [SearchResult], lanes: Set<Lane>, notes: [String],
        interpretation: QueryInterpretation = QueryInterpretation(freeText: ""), timeline: [TimelineMonth] = [],
        confidence: Float? = nil, isFinal: Bool = true
    ) {
        self.results = results
        self.lanes = lanes
        self.confidence = confidence ?? results.lazy.map(\.confidence).max() ?? 0
        self.notes = notes
        self.interpretation = interpretation
        self.isFinal = isFinal
        self.timeline = timeline
    }

    /// Whether something was found that fits well enough. If not, `results` are the nearest, or none.
    public var hasClearMatch: Bool { confidence >= SearchResult.clearMatch }
}

/// A month in which items were written.
public struct TimelineMonth: Hashable, Sendable {
    /// The month in the time zone of the one who asks: `2024-03`.
    public var month: String
    /// How many items were written in it.
    public var items: Int

    /// A month.
    public init(month: String, items: Int) {
        self.month = month
        self.items = items
    }
}

/// A thread that was found.
public struct SearchResult: Hashable, Sendable {
    /// The thread.
    public var thread: ItemThread
    /// Its passages that match best, best first.
    public var passages: [PassageHit]
    /// How many more of its passages are among those found.
    public var morePassages: Int
    /// How many more threads, ranked below this one, have a best passage that says the same and are not listed.
    public var similarThreads: Int
    /// Why it was found, for a person to read: one line, free of control characters.
    public var why: String
    /// How likely it is that it is relevant, from 0 to 1, as measured on labelled queries of other libraries: it means the
    /// same in every search, and does not order the results. 1 where a filter alone was asked, the cosine in a search for
    /// what is similar.
    public var confidence: Float

    /// A result.
    public init(
        thread: ItemThread, passages: [PassageHit], morePassages: Int, similarThreads: Int = 0, why: String,
        confidence: Float = 1
    ) {
        self.thread = thread
        self.passages = passages
        self.morePassages = morePassages
        self.similarThreads = similarThreads
        self.why = why
        self.confidence = confidence
    }

    /// The confidence from which on a result is more than a weak match.
    public static let clearMatch: Float = 0.08

    /// Whether it may be found by chance.
    public var isWeak: Bool { confidence < Self.clearMatch }

    /// The score of its best passage.
    public var score: Float { passages.first?.score.fused ?? 0 }
}

/// A passage that was found.
public struct PassageHit: Hashable, Sendable {
    /// The passage.
    public var passage: Passage
    /// The item it is in.
    public var item: ItemSummary
    /// The passage's text: exactly the bytes of `passage.range`.
    public var text: String
    /// UTF-8 byte ranges of `text` that hold words of the query.
    public var highlights: [Range<Int>]
    /// The UTF-8 byte range in `text` of the sentence that answers the query best, if one of several stands out. Only of a
    /// result's best passage.
    public var sentence: Range<Int>?
    /// The parts of its score.
    public var score: ScoreParts

    /// A hit.
    public init(
        passage: Passage, item: ItemSummary, text: String, highlights: [Range<Int>], sentence: Range<Int>? = nil,
        score: ScoreParts
    ) {
        self.passage = passage
        self.item = item
        self.text = text
        self.highlights = highlights
        self.sentence = sentence
        self.score = score
    }
}

/// Where a passage's score comes from. The raw values mean the same in every search; `fused` orders one search's results.
public struct ScoreParts: Hashable, Sendable {
    /// The cosine of the query's and the passage's vectors, or `nil` if the meaning lane did not run or has no vector.
    public var cosine: Float?
    /// BM25 of the passage alone.
    public var passageWords: Float
    /// BM25 of the passage with its context, over summed term frequencies.
    public var contextWords: Float
    /// The share of the query's words, weighted by rarity, that the context contains.
    public var coverage: Float
    /// Whether a name in the query is the sender's.
    public var namesSender: Bool
    /// How well the item's date fits one that the query mentions, 0 to 2.5.
    public var dateFit: Float
    /// What a look at the texts of the best passages added to `fused`, or took from it.
    public var secondLook: Float
    /// What the results are ordered by.
    public var fused: Float

    /// The parts of a score.
    public init(
        cosine: Float?, passageWords: Float, contextWords: Float, coverage: Float, namesSender: Bool,
        dateFit: Float = 0, secondLook: Float = 0, fused: Float
    ) {
        self.cosine = cosine
        self.passageWords = passageWords
        self.contextWords = contextWords
        self.coverage = coverage
        self.namesSender = namesSender
        self.dateFit = dateFit
        self.secondLook = secondLook
        self.fused = fused
    }
}
