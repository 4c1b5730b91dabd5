import RecallCore

/// A search request.
struct SearchRequest: RequestBody {
    enum Key: String, CodingKey, CaseIterable {
        case query, limit, sort, deep, deadlineMilliseconds, cursor
    }

    var query: SearchQuery
    /// The results that were sent before, if the request is for what follows them.
    private let sent: SentResults
    /// The maximum number of results to send.
    private let pageSize: Int
    /// The maximum time of the search.
    private let time: Duration?

    /// The time by which the best results so far are wanted.
    var deadline: ContinuousClock.Instant? { time.map { .now + $0 } }

    init(from container: KeyedDecodingContainer<Key>) throws {
        let text = try container.decode(String.self, forKey: .query)
        guard text.unicodeScalars.count <= ServerLimits.queryLength else {
            throw APIError.badRequest("query has at most \(ServerLimits.queryLength) characters.")
        }
        query = SearchQuery(text, limit: Self.defaultLimit, order: try Self.order(container))
        query.isDeep = try container.decodeIfPresent(Bool.self, forKey: .deep) ?? false
        if let limit = try container.number(.limit, in: 1...200) { (query.limit, query.weakLimit) = (limit, limit) }
        sent =
            container.contains(.cursor)
            ? try SentResults(cursor: container.decode(String.self, forKey: .cursor)) : .none
        pageSize = query.limit
        if sent != .none { (query.limit, query.weakLimit) = (pageSize + sent.count, pageSize + sent.count) }
        time = try container.number(.deadlineMilliseconds, in: 1...60_000).map { .milliseconds($0) }
    }

    /// The part of `response` that is not sent yet, and the cursor to what follows it.
    func page(of response: SearchResponse) -> (response: SearchResponse, nextCursor: String?) {
        sent.page(of: response, limit: pageSize)
    }

    private static let defaultLimit = 20

    private static func order(_ container: KeyedDecodingContainer<Key>) throws -> SearchQuery.Order {
        guard container.contains(.sort) else { return .relevance }
        guard let order = SearchQuery.Order(rawValue: try container.decode(String.self, forKey: .sort)) else {
            throw APIError.badRequest("sort is relevance or date.")
        }
        return order
    }
}
