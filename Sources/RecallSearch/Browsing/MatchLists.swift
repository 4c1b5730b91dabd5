import Foundation
import RecallCore
import RecallStore
import Synchronization

/// A cache of the items that match the last few queries, in list order, so that a page costs no more than its items.
public final class MatchLists: Sendable {
    /// The matches of one query.
    struct List: Sendable {
        let filter: SearchFilter
        let items: ItemSet
        /// Positions in the table, newest first; what has no date comes last.
        let positions: [UInt32]
        let threads: Int
    }

    fileprivate struct State {
        /// The table that the lists are of.
        var table: ItemTable?
        /// All of it, newest first.
        var order: [UInt32] = []
        /// The one used last is last.
        var lists: [List] = []
        var facets: [FacetKey: LibraryFacets] = [:]
    }

    /// The parameters of facets other than the items.
    struct FacetKey: Hashable, Sendable {
        let filter: SearchFilter
        /// Determines the month boundaries.
        let timeZone: TimeZone
    }

    private let state = Mutex(State())
    private static let capacity = 8

    /// No lists yet.
    public init() {}

    /// The list of items that pass the filter. Discards lists of another state of the library.
    ///
    /// - Complexity: O(1) for one of the last filters; otherwise O(*n*) in items plus the filter itself, and O(*n*
    ///   log *n*) the first time.
    func list(_ filter: SearchFilter, of table: ItemTable, _ snapshot: LibrarySnapshot) throws -> List {
        try state.withLock { state in
            if state.table?.identity !== table.identity {
                state = State(table: table, order: table.newestFirst())
            }
            let list = try state.take(filter) ?? Self.make(filter, of: table, state.order, snapshot)
            state.lists.append(list)
            if state.lists.count > Self.capacity { state.lists.removeFirst() }
            return list
        }
    }

    /// The facets of a list's items, computed by `count` unless they are cached.
    func facets(
        _ key: FacetKey, of table: ItemTable, count: () throws -> LibraryFacets
    ) rethrows -> LibraryFacets {
        let known = state.withLock { $0.table?.identity === table.identity ? $0.facets[key] : nil }
        if let known { return known }
        let facets = try count()
        state.withLock { state in
            guard state.table?.identity === table.identity else { return }
            if state.facets.count >= Self.capacity { state.facets = [:] }
            state.facets[key] = facets
        }
        return facets
    }

    private static func make(
        _ filter: SearchFilter, of table: ItemTable, _ order: [UInt32], _ snapshot: LibrarySnapshot
    ) throws -> List {
        let items = try snapshot.items(passing: filter, in: table)
        let positions = items == table.all ? order : order.filter { items.contains(Int($0)) }
        return List(filter: filter, items: items, positions: positions, threads: table.threadCount(of: items))
    }
}

extension MatchLists.State {
    /// Takes the list of a filter out.
    fileprivate mutating func take(_ filter: SearchFilter) -> MatchLists.List? {
        lists.firstIndex { $0.filter == filter }.map { lists.remove(at: $0) }
    }
}
