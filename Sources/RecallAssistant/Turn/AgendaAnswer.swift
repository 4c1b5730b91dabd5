import Foundation
import RecallCore
import RecallKit

/// All that is on some days: what is dated then, and events that recur or go on then.
struct AgendaAnswer {
    /// In the order of their times, at most `most`.
    let items: [Item]

    private typealias Entry = (time: Date, item: Item)

    /// Events that are looked through for those that recur, and those of them that mails alone hold.
    private static let (mostEvents, mostSentEvents) = (5_000, 1_000)
    /// Items of the days that are read.
    private static let mostDated = 100
    /// Items of which it is asked whose they are: more than a hundred mails can hold for one day.
    private static let mostFound = 50_000

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
        let found = try Self.ownAndSent(dated, library)
        // Newest first: of too many the earliest are read.
        let own = try Self.entries(found.own.suffix(Self.mostDated), from, library)
        let sent = try Self.entries(found.sent.suffix(Self.mostDated), from, library)
        let going = try Self.recurring(query, from, to, library)
        // Where there are too many, those of the person's own files come first: anybody can send invitations.
        let ownSorted = (own + going.own).sorted { $0.time < $1.time }
        let sentSorted = (sent + going.sent).sorted { $0.time < $1.time }
        let chosen = ownSorted.prefix(most) + sentSorted.prefix(max(0, most - ownSorted.count))
        items = chosen.sorted { $0.time < $1.time }.map(\.item)
    }

    /// The items that a query finds, newest first: the person's own, and those that only mails hold.
    private static func ownAndSent(
        _ query: SearchQuery, _ library: RecallLibrary
    ) throws -> (own: [ItemID], sent: [ItemID]) {
        var ids: [ItemID] = []
        try library.forEachMatch(query, limit: mostFound) { ids.append($0.id) }
        let sent = try library.documentsHeldByMailsAlone(ids)
        return (ids.filter { !sent.contains($0) }, ids.filter(sent.contains))
    }

    private static func entries(
        _ ids: some Sequence<ItemID>, _ from: Date, _ library: RecallLibrary
    ) throws -> [Entry] {
        try ids.compactMap { id in
            guard let item = try library.item(id), !isCancelled(item) else { return nil }
            return (item.date ?? from, item)
        }
    }

    /// The events that began before and recur on the days, or go on.
    private static func recurring(
        _ query: SearchQuery, _ from: Date, _ to: Date, _ library: RecallLibrary
    ) throws -> (own: [Entry], sent: [Entry]) {
        let calendar = query.clock.calendar
        guard let last = calendar.date(byAdding: .day, value: -1, to: to), last >= from,
            let first = CivilDay(of: from, in: calendar)?.daysSince1970,
            let end = CivilDay(of: last, in: calendar)?.daysSince1970, first <= end,
            end - first <= EventDays.mostDays,
            let earliest = calendar.date(byAdding: .day, value: -EventDays.mostDays, to: from)
        else { return ([], []) }
        let recent = SearchFilter.date(from: earliest, to: from)
        let earlier = SearchFilter.all([.date(from: nil, to: from), .words(WordSequence("every"))])
        var events = query
        (events.text, events.filter) = ("", query.filter.and(.format("ics")).and(.any([recent, earlier])))
        let found = try ownAndSent(events, library)
        func going(_ ids: some Sequence<ItemID>) throws -> [Entry] {
            try ids.compactMap { id in
                guard let item = try library.item(id), let date = item.date, !isCancelled(item),
                    let event = EventDays(item.text)
                else { return nil }
                // 23:00 in New York is on the next day here.
                let here = event.minute == nil ? nil : CivilDay(of: date, in: calendar)?.daysSince1970
                let shift = here.map { min(1, max(-1, $0 - event.days.lowerBound)) } ?? 0
                guard let day = event.first(in: first - shift...end - shift),
                    let time = calendar.date(byAdding: .day, value: day - event.days.lowerBound, to: date)
                else { return nil }
                return (time, item)
            }
        }
        return (try going(found.own.prefix(mostEvents)), try going(found.sent.prefix(mostSentEvents)))
    }

    /// Events, and notes of a day.
    private static let appointments = SearchFilter.any([.format("ics"), .kind(.note)])

    /// True for an event that is off, as the lines before its description say.
    private static func isCancelled(_ item: Item) -> Bool {
        item.details.event != nil
            && item.text.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
                .contains("Status: cancelled")
    }
}
