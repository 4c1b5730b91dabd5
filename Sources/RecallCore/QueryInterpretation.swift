public import Foundation

/// The interpretation of a query, shown to the user.
public struct QueryInterpretation: Hashable, Sendable {
    /// The words that are ranked by, without the language's own signs.
    public var freeText: String
    /// The exact filter.
    public var filter: SearchFilter
    /// The filter in the query language, dates resolved; empty if every item passes.
    public var filterText: String
    /// The dates that were named, resolved.
    public var dates: [ResolvedDate]
    /// The parts of the query that could not be read as written, in order.
    public var notes: [QueryNote]
    /// The people, kinds and dates that plain words name. They exclude nothing, and rank where the wish says so.
    public var wishes: [QueryWish] = []
    /// Notes on filters that say something else than they seem to in this library.
    public var hints: [String] = []
    /// The numbers of items and passages that pass the filter; `nil` without a filter.
    public var passing: PassingCounts?

    /// The numbers of items and passages that pass a filter.
    public struct PassingCounts: Hashable, Sendable {
        /// Items.
        public var items: Int
        /// Their passages.
        public var passages: Int

        /// Counts.
        public init(items: Int, passages: Int) {
            self.items = items
            self.passages = passages
        }
    }

    /// An interpretation.
    public init(
        freeText: String, filter: SearchFilter = .everything, filterText: String = "", dates: [ResolvedDate] = [],
        notes: [QueryNote] = [], passing: PassingCounts? = nil
    ) {
        self.freeText = freeText
        self.filter = filter
        self.filterText = filterText
        self.dates = dates
        self.notes = notes
        self.passing = passing
    }
}

/// A date in a query, with the days it resolves to.
public struct ResolvedDate: Hashable, Sendable {
    /// The date as written, field included: `date:"last march"`.
    public var written: String
    /// The first moment; `nil` if there is none.
    public var from: Date?
    /// The first moment after; `nil` if there is none.
    public var to: Date?
    /// The days, both included, as `2024-03-01..2024-03-31`.
    public var days: String

    /// A resolved date.
    public init(written: String, from: Date?, to: Date?, days: String) {
        self.written = written
        self.from = from
        self.to = to
        self.days = days
    }
}

/// Plain words of a query that name people, a kind or a date, and the filter that they would be.
public struct QueryWish: Hashable, Sendable {
    /// The words as typed.
    public var written: String
    /// The filter in the query language: added to the query, it excludes everything else.
    public var filterText: String
    /// True if what passes the filter ranks higher.
    public var isRanked: Bool

    /// A wish.
    public init(written: String, filterText: String, isRanked: Bool = true) {
        self.written = written
        self.filterText = filterText
        self.isRanked = isRanked
    }
}

/// A part of a query that could not be read as its syntax asks, and the replacement.
public struct QueryNote: Hashable, Sendable {
    /// The reason and the replacement, for people to read.
    public var message: String
    /// The reason alone: where a query is refused, nothing replaces what is wrong.
    public var reason: String { message.ranges(of: ", so ").last.map { String(message[..<$0.lowerBound]) } ?? message }
    /// The UTF-8 byte range in the query, at character boundaries.
    public var range: Range<Int>

    /// A note.
    public init(_ message: String, at range: Range<Int>) {
        self.message = message
        self.range = range
    }
}

/// The numbers of items and threads that match a query read as a filter.
public struct MatchCount: Hashable, Sendable {
    /// Items, exactly.
    public var items: Int
    /// Threads that have at least one of them.
    public var threads: Int
    /// The interpretation of the query.
    public var interpretation: QueryInterpretation

    /// A count.
    public init(items: Int, threads: Int, interpretation: QueryInterpretation) {
        self.items = items
        self.threads = threads
        self.interpretation = interpretation
    }
}
