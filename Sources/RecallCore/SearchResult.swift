/// The result of a search, with the retrieval methods used.
public struct SearchResponse: Hashable, Sendable {
    /// A retrieval method.
    public enum Lane: String, Hashable, Sendable, CaseIterable {
        /// Lexical retrieval (BM25).
        case words
        /// Semantic retrieval (cosine similarity of vectors).
        case meaning
    }

    /// The kind of an answer, by its best match.
    public enum Answer: String, Hashable, Sendable, CaseIterable {
        /// Something says what the query asks for.
        case says
        /// Nothing says it in the query's words; something is close in meaning.
        case closeInMeaning
        /// Nothing is near. The results are the nearest, or none.
        case nothingNear
    }

    /// The best threads, best first.
    public var results: [SearchResult]
    /// The retrieval methods that ran.
    public var lanes: Set<Lane>
    /// The kind of the answer.
    public var answer: Answer
    /// The calibrated probability, 0 to 1, that the best passage is relevant.
    public var confidence: Float
    /// True if there are more results than are listed.
    public var hasMore: Bool
    /// Notes for the user: a retrieval method that did not run and why, the part of the library not embedded yet.
    public var notes: [String]
    /// The interpretation of the query.
    public var interpretation: QueryInterpretation
    /// True for the final response, false for a preliminary, lexical one.
    public var isFinal: Bool
    /// The distribution of results over time: months with the number of distinct items, ascending. For a query that
    /// is only a filter it counts all items that pass, otherwise the relevant ones among the ranked passages. Empty
    /// in preliminary responses.
    public var timeline: [TimelineMonth]

    /// A response.
    public init(
        results: [SearchResult], lanes: Set<Lane>, notes: [String],
        interpretation: QueryInterpretation = QueryInterpretation(freeText: ""), timeline: [TimelineMonth] = [],
        answer: Answer? = nil, confidence: Float? = nil, hasMore: Bool = false, isFinal: Bool = true
    ) {
        self.results = results
        self.answer = answer ?? results.lazy.map(\.match).max().map(Answer.init) ?? .nothingNear
        self.hasMore = hasMore
        self.lanes = lanes
        self.confidence = confidence ?? results.lazy.map(\.confidence).max() ?? 0
        self.notes = notes
        self.interpretation = interpretation
        self.isFinal = isFinal
        self.timeline = timeline
    }
}

extension SearchResponse.Answer {
    /// The answer whose best match is of that kind.
    public init(_ match: SearchResult.Match) {
        switch match {
        case .says: self = .says
        case .closeInMeaning: self = .closeInMeaning
        case .weak: self = .nothingNear
        }
    }
}

/// A month in which items were written.
public struct TimelineMonth: Hashable, Sendable {
    /// The month in the user's time zone: `2024-03`.
    public var month: String
    /// The number of items written in it.
    public var items: Int

    /// A month.
    public init(month: String, items: Int) {
        self.month = month
        self.items = items
    }
}

/// A thread that was found.
public struct SearchResult: Hashable, Sendable {
    /// The kind of a match, by the evidence for it; the weakest first.
    public enum Match: String, Hashable, Sendable, CaseIterable, Comparable {
        /// May be a chance match.
        case weak
        /// Says little or nothing of the query's words, and is close to it in meaning.
        case closeInMeaning
        /// Says what the query asks for.
        case says

        /// True if `a` is the weaker one.
        public static func < (a: Match, b: Match) -> Bool { a.level < b.level }

        private var level: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// The thread.
    public var thread: ItemThread
    /// Its passages that match best, best first.
    public var passages: [PassageHit]
    /// The number of its other passages among the ranked ones.
    public var morePassages: Int
    /// The number of lower-ranked threads that are not listed because their best passage is a near-duplicate of this
    /// one's.
    public var similarThreads: Int
    /// The kind of its best match.
    public var match: Match
    /// The reason why it was found, for people to read: one line without control characters.
    public var why: String
    /// The calibrated probability, 0 to 1, that the result is relevant. It was fitted on labelled queries of other
    /// libraries, is comparable between searches, and does not determine the order. 1 for filter-only queries; the
    /// cosine in a search for similar items.
    public var confidence: Float

    /// A result.
    public init(
        thread: ItemThread, passages: [PassageHit], morePassages: Int, similarThreads: Int = 0, why: String,
        match: Match = .says, confidence: Float = 1
    ) {
        self.match = match
        self.thread = thread
        self.passages = passages
        self.morePassages = morePassages
        self.similarThreads = similarThreads
        self.why = why
        self.confidence = confidence
    }

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
    /// UTF-8 byte ranges of `text` with terms of the query.
    public var highlights: [Range<Int>]
    /// The UTF-8 byte range in `text` of the sentence that answers the query best, if one stands out. Only set for a
    /// result's best passage.
    public var sentence: Range<Int>?
    /// The UTF-8 byte ranges of `text` that are marks of Markdown and not words, ascending: an excerpt leaves them out.
    public var marks: [Range<Int>]
    /// The page, from 1, of the first of the query's words in it, or of its beginning; `nil` if it is in no document of several
    /// pages.
    public var page: Int?
    /// Shown where the passage has no text: the name of a photo's kind, or the beginning of what somebody's program
    /// wrote; otherwise empty.
    public var standIn = ""
    /// The parts of its score.
    public var score: ScoreParts

    /// A hit.
    public init(
        passage: Passage, item: ItemSummary, text: String, highlights: [Range<Int>], sentence: Range<Int>? = nil,
        marks: [Range<Int>] = [], page: Int? = nil, score: ScoreParts
    ) {
        self.passage = passage
        self.item = item
        self.text = text
        self.highlights = highlights
        self.sentence = sentence
        self.marks = marks
        self.page = page
        self.score = score
    }
}

/// The components of a passage's score. Their scales are the same in every search, except that of `fused`, which only
/// orders the results of one search.
public struct ScoreParts: Hashable, Sendable {
    /// The cosine of the query's and the passage's vectors; `nil` if semantic retrieval did not run or the passage
    /// has no vector.
    public var cosine: Float?
    /// BM25 of the passage alone.
    public var passageBM25: Float
    /// BM25 of the passage with its context window, over summed term frequencies.
    public var contextBM25: Float
    /// The idf-weighted share of the query's terms that occur in the context window.
    public var coverage: Float
    /// True if the query names the sender.
    public var namesSender: Bool
    /// The match of the item's date with a date in the query, 0 to 2.5.
    public var dateFit: Float
    /// The reranker's contribution to `fused`, positive or negative.
    public var rerank: Float
    /// The score that results are ordered by.
    public var fused: Float

    /// The parts of a score.
    public init(
        cosine: Float?, passageBM25: Float, contextBM25: Float, coverage: Float, namesSender: Bool,
        dateFit: Float = 0, rerank: Float = 0, fused: Float
    ) {
        self.cosine = cosine
        self.passageBM25 = passageBM25
        self.contextBM25 = contextBM25
        self.coverage = coverage
        self.namesSender = namesSender
        self.dateFit = dateFit
        self.rerank = rerank
        self.fused = fused
    }
}
