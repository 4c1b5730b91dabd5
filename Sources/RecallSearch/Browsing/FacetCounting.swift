import Foundation
import RecallCore
import RecallStore

/// Counts what the items of a list have in common.
struct FacetCounting {
    let snapshot: LibrarySnapshot
    let table: ItemTable
    let list: MatchLists.List
    let clock: QueryClock

    private static let mostPeople = 50
    private static let mostPlaces = 50

    func facets() throws -> LibraryFacets {
        var facets = LibraryFacets()
        (facets.total, facets.threads) = (list.positions.count, list.threads)
        facets.kinds = kinds()
        facets.people = try people()
        try WorkCancellation.current?.check()
        facets.places = try places()
        try WorkCancellation.current?.check()
        facets.languages = languages()
        facets.months = months()
        facets.years = Self.years(facets.months)
        return facets
    }

    private func kinds() -> [LibraryFacets.Kind] {
        var counts: [ItemKind: Int] = [:]
        for position in list.positions {
            if let kind = table.kind(at: Int(position)) { counts[kind, default: 0] += 1 }
        }
        return ItemKind.allCases.compactMap { kind in counts[kind].map { .init(kind: kind, items: $0) } }
    }

    private func people() throws -> [LibraryFacets.Person] {
        try snapshot.senders(of: list.items, in: table, limit: Self.mostPeople).map { sender in
            let part = sender.person.address.isEmpty ? sender.person.name : sender.person.address
            return .init(
                person: sender.person, query: SearchFilter.from(part).queryText(in: clock), items: sender.items)
        }
    }

    private func places() throws -> [LibraryFacets.Place] {
        try snapshot.places(of: list.items, in: table, limit: Self.mostPlaces).map { place in
            let filter = SearchFilter.place(WordSequence(place.words))
            return .init(name: place.name, query: filter.queryText(in: clock), items: place.items)
        }
    }

    private func languages() -> [LibraryFacets.LanguageCount] {
        var counts: [Language: Int] = [:]
        for position in list.positions {
            if let language = table.language(at: Int(position)) { counts[language, default: 0] += 1 }
        }
        return counts.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.map { language, items in
            .init(language: language, query: SearchFilter.language(language).queryText(in: clock), items: items)
        }
    }

    private func months() -> [TimelineMonth] {
        Timeline(clock).months(ofSorted: list.positions.lazy.compactMap { table.date(at: Int($0)) }).reversed()
    }

    private static func years(_ months: [TimelineMonth]) -> [LibraryFacets.Year] {
        months.reduce(into: []) { years, month in
            let year = Int(month.month.dropLast(3)) ?? 0
            if years.last?.year == year {
                years[years.count - 1].items += month.items
            } else {
                years.append(.init(year: year, items: month.items))
            }
        }
    }
}
