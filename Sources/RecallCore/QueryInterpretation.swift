public import Foundation

/// How a query was understood, so that people see what was searched.
public struct QueryInterpretation: Hashable, Sendable {
    /// The words that are ranked by, without the language's own signs.
    public var freeText: String
    /// The exact filter.
    public var filter: SearchFilter
    /// The filter in the query language, dates resolved; empty if every item passes.
    public var filterText: String
    /// The dates that were named, resolved.
    public var dates: [ResolvedDate]
    /// What could not be read as written, in order.
    public var notes: [QueryNote]
    /// How many items pass the filter, and how many passages they have; `nil` if there is no filter.
    public var passing: PassingCounts?

    /// How many pass.
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

/// A date in a query and the days it stands for.
public struct ResolvedDate: Hashable, Sendable {
    /// As written, field included: `date:"last march"`.
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

/// What of a query was not read as its sign asks, and what was done instead.
public struct QueryNote: Hashable, Sendable {
    /// Why, and what was done.
    public var message: String
    /// The UTF-8 byte range in the query, at character boundaries.
    public var range: Range<Int>

    /// A note.
    public init(_ message: String, at range: Range<Int>) {
        self.message = message
        self.range = range
    }
}

/// How many items match a query that is read as a filter alone, and how many threads they are in.
public struct MatchCount: Hashable, Sendable {
    /// Items, exactly.
    public var items: Int
    /// Threads that have at least one of them.
    public var threads: Int
    /// How the query was understood.
    public var interpretation: QueryInterpretation

    /// A count.
    public init(items: Int, threads: Int, interpretation: QueryInterpretation) {
        self.items = items
        self.threads = threads
        self.interpretation = interpretation
    }
}
