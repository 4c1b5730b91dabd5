import RecallCore

// Searches as they are asked for and answered.

/// What is searched for.
struct SearchRequest: RequestFields {
    enum Key: String, CodingKey, CaseIterable {
        case query, limit, sort, deadlineMilliseconds
    }

    var query: SearchQuery
    /// How long the answer may take.
    private let time: Duration?

    /// When the best answer so far is wanted.
    var deadline: ContinuousClock.Instant? { time.map { .now + $0 } }

    init(from container: KeyedDecodingContainer<Key>) throws {
        let text = try container.decode(String.self, forKey: .query)
        guard text.unicodeScalars.count <= ServerLimits.queryLength else {
            throw APIError.badRequest("query has at most \(ServerLimits.queryLength) characters.")
        }
        let limit = try container.number(.limit, in: 1...200) ?? 20
        query = SearchQuery(text, limit: limit, order: try Self.order(container))
        time = try container.number(.deadlineMilliseconds, in: 1...60_000).map { .milliseconds($0) }
    }

    private static func order(_ container: KeyedDecodingContainer<Key>) throws -> SearchQuery.Order {
        guard container.contains(.sort) else { return .relevance }
        guard let order = SearchQuery.Order(rawValue: try container.decode(String.self, forKey: .sort)) else {
            throw APIError.badRequest("sort is relevance or date.")
        }
        return order
    }
}

struct SearchResponseFields: Encodable {
    var results: [ResultFields]
    var lanes: [String]
    var stage: String
    var isFinal, hasClearMatch: Bool
    var confidence: Float
    var notes: [String]
    var query: QueryFields
    var timeline: [MonthFields]
    var milliseconds: Double

    init(_ response: SearchResponse, after elapsed: Duration) {
        results = response.results.map(ResultFields.init)
        lanes = response.lanes.map(\.rawValue).sorted(by: >)
        stage = (response.lanes.contains(.meaning) ? SearchResponse.Lane.meaning : .words).rawValue
        isFinal = response.isFinal
        hasClearMatch = response.hasClearMatch
        confidence = response.confidence
        notes = response.notes
        query = QueryFields(response.interpretation)
        timeline = response.timeline.map { MonthFields(month: $0.month, items: $0.items) }
        milliseconds = elapsed / .milliseconds(1)
    }
}

/// How a query was read.
struct QueryFields: Encodable {
    struct Note: Encodable {
        var message: String
        var start, end: Int
    }

    var freeText, filter: String
    var items: Int?
    var notes: [Note]

    init(_ interpretation: QueryInterpretation) {
        freeText = interpretation.freeText
        filter = interpretation.filterText
        items = interpretation.passing?.items
        notes = interpretation.notes.map {
            Note(message: $0.message, start: $0.range.lowerBound, end: $0.range.upperBound)
        }
    }
}

/// A thread that was found.
struct ResultFields: Encodable {
    var thread: ThreadFields
    var passages: [PassageFields]
    var morePassages, similarThreads: Int
    var why: String
    var confidence: Double

    init(_ result: SearchResult) {
        thread = ThreadFields(result.thread)
        passages = result.passages.map(PassageFields.init)
        morePassages = result.morePassages
        similarThreads = result.similarThreads
        why = result.why
        confidence = Double(result.confidence)
    }
}

struct PassageFields: Encodable {
    struct Scores: Encodable {
        var cosine: Float?
        var passageWords, contextWords, coverage, dateFit, secondLook, fused: Float
        var namesSender: Bool

        init(_ score: ScoreParts) {
            cosine = score.cosine
            (passageWords, contextWords, coverage) = (score.passageWords, score.contextWords, score.coverage)
            (dateFit, secondLook, fused) = (score.dateFit, score.secondLook, score.fused)
            namesSender = score.namesSender
        }
    }

    var item: ItemSummaryFields
    var segments: [Segments.Marked]
    var range: [Int]
    var scores: Scores

    init(_ hit: PassageHit) {
        item = ItemSummaryFields(hit.item)
        segments = Segments.marked(hit.text, words: hit.highlights, sentence: hit.sentence)
        range = [hit.passage.range.lowerBound, hit.passage.range.upperBound]
        scores = Scores(hit.score)
    }
}
