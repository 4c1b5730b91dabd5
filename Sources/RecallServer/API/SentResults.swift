import RecallCore

/// The threads that a client has got of a search. A page of results is what follows them in the ranking as it is now: new items
/// may come among them, but nothing is sent twice.
struct SentResults: Equatable, Sendable {
    private var threads: [Int64]

    static let none = SentResults(threads: [])

    var count: Int { threads.count }

    private init(threads: [Int64]) {
        self.threads = threads
    }

    private struct Form: Codable {
        let threads: [Int64]
    }

    /// Reads a cursor.
    ///
    /// - Throws: `APIError` if it is none of a search.
    init(cursor: String) throws {
        let form: Form = try Cursor.place(cursor)
        guard 1...ServerLimits.searchResults ~= form.threads.count else { throw Cursor.unknown }
        threads = form.threads
    }

    /// At most `limit` results of `response` that were not sent, and the cursor to what follows them, if anything does.
    func page(of response: SearchResponse, limit: Int) -> (response: SearchResponse, nextCursor: String?) {
        let sent = Set(threads)
        let left = response.results.filter { !sent.contains($0.thread.id) }
        var page = response
        page.results = Array(left.prefix(limit))
        page.hasMore = response.hasMore || left.count > limit
        let after = SentResults(threads: threads + page.results.map(\.thread.id))
        let isEnd = !page.hasMore || page.results.isEmpty || after.count >= ServerLimits.searchResults
        return (page, isEnd ? nil : Cursor.text(Form(threads: after.threads)))
    }
}
