import Foundation
public import RecallCore

/// A query as it was understood.
public struct QueryPayload: Encodable, Sendable {
    struct ResolvedDate: Encodable {
        let written, days: String
        let from, to: Date?
    }

    struct Note: Encodable {
        let message: String
        /// The UTF-8 bytes of the query that it is about.
        let range: [Int]
    }

    struct Wish: Encodable {
        let written, filter: String
        let isRanked: Bool
    }

    let freeText, filter: String
    let dates: [ResolvedDate]
    let items, passages: Int?
    let notes: [Note]
    let wishes: [Wish]
    let hints: [String]

    /// An interpretation as sent.
    public init(_ interpretation: QueryInterpretation) {
        (freeText, filter) = (interpretation.freeText, interpretation.filterText)
        dates = interpretation.dates.map {
            ResolvedDate(written: $0.written, days: $0.days, from: $0.from, to: $0.to)
        }
        (items, passages) = (interpretation.passing?.items, interpretation.passing?.passages)
        notes = interpretation.notes.map { Note(message: $0.message, range: $0.range.payload) }
        wishes = interpretation.wishes.map { Wish(written: $0.written, filter: $0.filterText, isRanked: $0.isRanked) }
        hints = interpretation.hints
    }
}

/// The number of items that match a query, and of the threads they are in.
public struct MatchCountPayload: Encodable, Sendable {
    let items, threads: Int
    let query: QueryPayload

    /// A count as sent.
    public init(_ count: MatchCount) {
        (items, threads) = (count.items, count.threads)
        query = QueryPayload(count.interpretation)
    }
}
