public import RecallCore

/// The answer to a search, or a stage of it.
public struct SearchResponsePayload: Encodable, Sendable {
    let results: [SearchResultPayload]
    let lanes: [String]
    let stage, answer: String
    let isFinal, hasMore: Bool
    let confidence: Float
    let notes: [String]
    let query: QueryPayload
    let timeline: [MonthPayload]
    let milliseconds: Double
    let nextCursor: String?

    /// A response as sent, `elapsed` after the search began; `nextCursor` asks for what follows.
    public init(_ response: SearchResponse, after elapsed: Duration, nextCursor: String? = nil) {
        self.nextCursor = nextCursor
        results = response.results.map(SearchResultPayload.init)
        lanes = response.lanes.map(\.rawValue).sorted(by: >)
        stage = (response.lanes.contains(.meaning) ? SearchResponse.Lane.meaning : .words).rawValue
        (answer, isFinal, hasMore) = (response.answer.rawValue, response.isFinal, response.hasMore)
        (confidence, notes) = (response.confidence, response.notes)
        query = QueryPayload(response.interpretation)
        timeline = response.timeline.map(MonthPayload.init)
        milliseconds = elapsed / .milliseconds(1)
    }
}

/// A thread that was found.
public struct SearchResultPayload: Encodable, Sendable {
    let thread: ThreadPayload
    let passages: [PassagePayload]
    let morePassages, similarThreads: Int
    let why, match: String
    let confidence: Float

    /// A result as sent.
    public init(_ result: SearchResult) {
        thread = ThreadPayload(result.thread)
        passages = result.passages.map(PassagePayload.init)
        (morePassages, similarThreads) = (result.morePassages, result.similarThreads)
        (why, match, confidence) = (result.why, result.match.rawValue, result.confidence)
    }
}

/// A passage that was found.
public struct PassagePayload: Encodable, Sendable {
    struct Scores: Encodable {
        let cosine: Float?
        let passageBM25, contextBM25, coverage, dateFit, rerank, fused: Float
        let namesSender: Bool

        init(_ score: ScoreParts) {
            cosine = score.cosine
            (passageBM25, contextBM25, coverage) = (score.passageBM25, score.contextBM25, score.coverage)
            (dateFit, rerank, fused) = (score.dateFit, score.rerank, score.fused)
            namesSender = score.namesSender
        }
    }

    let item: ItemSummaryPayload
    let quoting: PersonPayload?
    let segments: [MarkedSegmentPayload]
    /// The segments without the marks of Markdown, or what stands for a passage without text; `nil` if they are the same.
    let excerpt: [MarkedSegmentPayload]?
    /// The UTF-8 bytes of the item's text that it is.
    let range: [Int]
    let page: Int?
    let scores: Scores

    /// A passage as sent.
    public init(_ hit: PassageHit) {
        item = ItemSummaryPayload(hit.item)
        quoting = PersonPayload(quotedIn: hit.item)
        segments = MarkedSegmentPayload.segments(of: hit.text, words: hit.highlights, sentence: hit.sentence)
        excerpt = Self.excerpt(of: hit)
        range = hit.passage.range.payload
        page = hit.page
        scores = Scores(hit.score)
    }

    private static func excerpt(of hit: PassageHit) -> [MarkedSegmentPayload]? {
        if !hit.standIn.isEmpty { return MarkedSegmentPayload.segments(of: hit.standIn, words: [], sentence: nil) }
        guard !hit.marks.isEmpty else { return nil }
        return MarkedSegmentPayload.segments(
            of: hit.text, words: hit.highlights, sentence: hit.sentence, without: hit.marks)
    }
}
