import Foundation
import RecallCore
import RecallKit

/// All that is on some days: what is dated then, and events that recur or go on then.
struct AgendaAnswer {
    /// In the order of their times, at most `most`.
    let items: [Item]

    private typealias Entry = (time: Date, item: Item)

    /// Events that are looked through for those that recur.
    private static let mostEvents = 5_000
    /// Items of the days that are read.
    private static let mostDated = 100

    /// - Complexity: O(*n*) in the library's events, of which a fixed number is read.
    init(on days: ResolvedDate, _ query: SearchQuery, _ library: RecallLibrary, most: Int) throws {
        guard let from = days.from, let to = days.to else {
            items = []
            return
        }
        var dated = query
        (dated.text, dated.filter) = ("", query.filter.and(.date(from: from, to: to)))
        // What is sent or saved today is nothing that is on, and whoever dates a mail in the future makes no appointment by it.
        if to > query.clock.now { dated.filter = dated.filter.and(Self.appointments) }
        let all = try library.count(dated).items
        let page = try library.page(dated, offset: max(0, all - Self.mostDated), limit: Self.mostDated)
        var entries: [Entry] = []
        for summary in page.items.map(\.summary) {
            guard let item = try library.item(summary.id), !Self.isCancelled(item) else { continue }
            entries.append((item.date ?? from, item))
        }
        let going = try Self.recurring(query, from, to, library)
        // Where there are too many, those of the person's own files come first: anybody can send invitations.
        let sorted = (entries + going).sorted { $0.time < $1.time }
        let (own, sent) = (sorted.filter { $0.item.parent == nil }, sorted.filter { $0.item.parent != nil })
        let chosen = own.prefix(most) + sent.prefix(max(0, most - own.count))
        items = chosen.sorted { $0.time < $1.time }.map(\.item)
    }

    /// The events that began before and recur on the days, or go on.
    private static func recurring(
        _ query: SearchQuery, _ from: Date, _ to: Date, _ library: RecallLibrary
    ) throws -> [Entry] {
        let calendar = query.clock.calendar
        let formatter = query.clock.formatter("yyyy-MM-dd")
        guard let last = calendar.date(byAdding: .day, value: -1, to: to), last >= from,
            let first = CivilDay(formatter.string(from: from))?.daysSince1970,
            let end = CivilDay(formatter.string(from: last))?.daysSince1970, first <= end,
            end - first <= EventDays.mostDays,
            let earliest = calendar.date(byAdding: .day, value: -EventDays.mostDays, to: from)
        else { return [] }
        let recent = SearchFilter.date(from: earliest, to: from)
        let earlier = SearchFilter.all([.date(from: nil, to: from), .words(WordSequence("every"))])
        var events = query
        (events.text, events.filter) = ("", query.filter.and(.format("ics")).and(.any([recent, earlier])))
        var ids: [ItemID] = []
        try library.forEachMatch(events, limit: mostEvents) { ids.append($0.id) }
        return try ids.compactMap { id in
            guard let item = try library.item(id), let date = item.date, !isCancelled(item),
                let event = EventDays(item.text), let day = event.first(in: first...end),
                let time = calendar.date(byAdding: .day, value: day - event.days.lowerBound, to: date)
            else { return nil }
            return (time, item)
        }
    }

    /// Events, and notes of a day.
    private static let appointments = SearchFilter.any([.format("ics"), .kind(.note)])

    /// True for an event that is off, as its text says.
    private static func isCancelled(_ item: Item) -> Bool {
        item.details.event != nil && item.text.contains("\nStatus: cancelled")
    }
}
