public import RecallCore
import RecallStore
import RecallText

/// Queries that are read as filters alone, every word of them required: exact, without ranks.
extension SearchEngine {
    /// The number of items that match, and of the threads they are in.
    public func count(_ query: SearchQuery) throws -> MatchCount {
        try matches(query) { _, _, _ in }
    }

    /// Calls `body` with the items that match, newest first, those without a date last, and counts them all.
    ///
    /// - Parameter limit: the most items to call `body` with; `nil` for every one.
    public func forEachMatch(
        _ query: SearchQuery, limit: Int? = nil, _ body: (ItemSummary) throws -> Void
    ) throws -> MatchCount {
        try matches(query) { snapshot, table, items in
            for position in table.newestFirst(items).prefix(limit ?? .max) {
                if let summary = try snapshot.summary(at: position, of: table) { try body(summary) }
            }
        }
    }

    /// The newest items of the people, kinds and dates that a query names, and the number of all: "emails from Ann"; `nil` if its
    /// words may have a topic.
    public func items(
        namedBy query: SearchQuery, limit: Int
    ) throws -> (newest: [ItemSummary], count: Int)? {
        guard let filter = try store.read({ try Self.naming(query, $0) })?.filter else { return nil }
        var items: [ItemSummary] = []
        let matches = SearchQuery("", filter: filter, clock: query.clock)
        let count = try forEachMatch(matches, limit: limit) { items.append($0) }
        return (items, count.items)
    }

    /// A query whose words no item has all of, where they name people, kinds and dates: "emails from Ann".
    private static func naming(_ query: SearchQuery, _ library: LibrarySnapshot) throws -> QueryReading? {
        var reading = try QueryReading(query, for: .ranking).mentionsOnly(
            query, in: library, QueryAnalyzer(for: library.passageLayout()))
        reading?.hints = [
            "No item has all of these words. They name people, kinds or dates, so what is of these is counted. "
                + "Quotation marks count what has the words."
        ]
        return reading
    }

    /// The interpretation of a query's text, without searching: what passes is not counted.
    public static func interpret(_ query: SearchQuery) -> QueryInterpretation {
        QueryReading(query, for: .ranking).interpretation(passing: nil)
    }

    /// The names of all fields.
    public static var fieldNames: [String] { QueryField.allCases.map(\.rawValue) }

    private func matches(
        _ query: SearchQuery, _ body: (LibrarySnapshot, ItemTable, ItemSet) throws -> Void
    ) throws -> MatchCount {
        var reading = QueryReading(query, for: .matching)
        return try store.read { snapshot in
            let table = try table(snapshot)
            var items = try snapshot.items(passing: reading.filter, in: table)
            if items.isEmpty, let other = try Self.naming(query, snapshot) {
                items = try snapshot.items(passing: other.filter, in: table)
                reading = other
            }
            try body(snapshot, table, items)
            let hints = try FilterHints(library: snapshot, table: table).hints(reading.filter)
            let passing = QueryInterpretation.PassingCounts(
                items: items.count, passages: table.passageCount(of: items))
            return MatchCount(
                items: items.count, threads: table.threadCount(of: items),
                interpretation: reading.interpretation(passing: passing, hints: hints))
        }
    }
}
