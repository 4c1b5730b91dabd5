import Foundation
import RecallCore
import RecallKit

/// A question for what is on, or was, on days that are named by the calendar or from today: "what is on 11 December?", "was habe ich
/// am 11.12.?", "what do I have next week?", "was steht am Freitag an?".
struct AgendaQuestion: Hashable, Sendable {
    /// The days as they are written, in lower case: "11 december", "11.12.", "next week".
    let written: String
    /// True if the question is about what was.
    let isPast: Bool

    /// The days that a question asks for, its words one blank apart; `nil` if it is another question.
    init?(_ question: String) {
        let forms = [(Self.presents, false), (Self.pasts, true)]
        let found = forms.lazy.compactMap { patterns, isPast in
            ItemQuestion.match(question, patterns).map { (days: $0[0], isPast: isPast) }
        }.first
        guard let found else { return nil }
        let days = found.days.lowercased().replacing(#/\b(?:the|of) /#, with: "")
            .replacing(#/(\d)(?:st|nd|rd|th)\b/#) { $0.1 }.replacing(",", with: "")
        written = days.contains(".") && days.last?.isNumber == true && !Self.hasYear(days) ? days + "." : days
        isPast = found.isPast
    }

    private static func hasYear(_ days: String) -> Bool { days.contains(#/\d{4}/#) }

    /// The days, those of the likeliest year first; none if there are no such days. What is on is on the next such day, or was on the last
    /// if that is nearer.
    func days(_ clock: QueryClock) -> [ResolvedDate] {
        func days(_ date: String) -> ResolvedDate? {
            let read = RecallLibrary.interpret(SearchQuery("date:\"\(date)\"", clock: clock))
            return read.notes.isEmpty ? read.dates.first : nil
        }
        if let coming = comingDays(clock) {
            let formatter = clock.formatter("yyyy-MM-dd")
            let range = "\(formatter.string(from: coming.first))..\(formatter.string(from: coming.last))"
            return [days(range)].compactMap(\.self)
        }
        if Self.hasYear(written) { return [days(written)].compactMap(\.self) }
        let year = clock.calendar.component(.year, from: clock.now)
        let ofYears = (year - 1...year + 1).compactMap {
            days(written.hasSuffix(".") ? "\(written)\($0)" : "\(written) \($0)")
        }
        let last = ofYears.last { $0.to.map { $0 <= clock.now } ?? false }
        guard !isPast else { return [last].compactMap(\.self) }
        let next = ofYears.first { $0.to.map { $0 > clock.now } ?? false }
        func distance(_ days: ResolvedDate?) -> TimeInterval {
            abs(days?.from?.timeIntervalSince(clock.now) ?? .infinity)
        }
        return (distance(last) < distance(next) ? [next, last] : [next]).compactMap(\.self)
    }

    /// The first and the last of days that are named from today; `nil` of others. A weekday is the next one, today included.
    private func comingDays(_ clock: QueryClock) -> (first: Date, last: Date)? {
        var calendar = clock.calendar
        calendar.firstWeekday = 2
        let words = written.split(separator: " ").map(String.init)
        guard let noun = words.last else { return nil }
        let (today, isNext) = (calendar.startOfDay(for: clock.now), Self.nextWords.contains(words[0]))
        func day(_ days: Int, after date: Date) -> Date { calendar.date(byAdding: .day, value: days, to: date) ?? date }
        if let days = Self.daysAhead[noun] { return (day(days, after: today), day(days, after: today)) }
        // Monday is the first.
        let position = (calendar.component(.weekday, from: today) + 5) % 7
        if let weekday = Self.weekdays.firstIndex(where: { $0.contains(noun) }) {
            let days = (weekday - position + 7) % 7
            return (day(days, after: today), day(days, after: today))
        }
        let (unit, isWeekend): (Calendar.Component, Bool) =
            ["month", "monat", "maand"].contains(noun) ? (.month, false) : (.weekOfYear, Self.weekends.contains(noun))
        guard isWeekend || unit == .month || ["week", "woche"].contains(noun),
            let within = calendar.date(byAdding: unit, value: isNext ? 1 : 0, to: today),
            let interval = calendar.dateInterval(of: unit, for: within)
        else { return nil }
        let last = day(-1, after: interval.end)
        return (isWeekend ? day(-1, after: last) : interval.start, last)
    }

    private static let daysAhead = [
        "today": 0, "tonight": 0, "heute": 0, "tomorrow": 1, "morgen": 1, "übermorgen": 2,
        "vandaag": 0, "overmorgen": 2,
    ]
    private static let nextWords: Set = [
        "next", "coming", "nächste", "nächsten", "nächstes", "kommende", "kommenden", "volgende", "komende",
    ]
    private static let weekends: Set = ["weekend", "wochenende"]
    private static let weekdays: [Set<String>] = [
        ["monday", "montag", "maandag"], ["tuesday", "dienstag", "dinsdag"], ["wednesday", "mittwoch", "woensdag"],
        ["thursday", "donnerstag", "donderdag"],
        ["friday", "freitag", "vrijdag"], ["saturday", "samstag", "sonnabend", "zaterdag"],
        ["sunday", "sonntag", "zondag"],
    ]

    /// A day of a month; a weekday may stand before it.
    private static let dayOfMonth =
        #"(?:(?:on|am|for|op|voor) )?(?:\p{L}+(?:day|tag|och|abend|dag),? (?:the |den )?)?"#
        + #"((?:(?:the )?\d{1,2}(?:st|nd|rd|th|\.)?(?: of)? \p{L}{3,}|\p{L}{3,} (?:the )?\d{1,2}(?:st|nd|rd|th)?)"#
        + #"(?:,? \d{4})?|\d{1,2}\. ?\d{1,2}\.?(?: ?\d{4})?|\d{4}-\d{2}-\d{2})"#
    /// Days that are named from today.
    private static let daysToCome: String = {
        let names = weekdays.flatMap { $0.sorted() } + daysAhead.keys.sorted() + weekends.sorted()
        let nouns = names.joined(separator: "|") + "|week|woche|month|monat|maand"
        let which =
            "this|the|next|coming|dieser|diesen|diese|dieses|nächsten?s?|kommenden?s?|deze|dit|het|volgende|komende"
        return "(?:(?:on|am|for|at|in|für|op|voor) )?((?:(?:\(which)) )?(?:\(nouns)))"
    }()
    private static let presents: [String] = [dayOfMonth, daysToCome].flatMap(presents)
    private static func presents(_ days: String) -> [String] {
        let planned = "(?: (?:los|an|vor|geplant))?"
        let agenda = "(?: (?:gepland|te doen|op de agenda|in de agenda))?"
        let doing = "have i got| do (?:i|we) have| am i doing| are we doing"
        return [
            "what(?:'s|’s| is| \(doing))(?: (?:on|up|planned|scheduled|happening|going on))? " + days,
            "(?:do (?:i|we) have|is there|have i got) (?:anything|something)(?: (?:on|planned|scheduled))? " + days,
            "was (?:ist|habe ich|haben wir|mache ich|steht|liegt|kommt)\(planned) " + days + planned,
            "wat (?:is er|heb ik|hebben we|doe ik|staat er|gebeurt er)\(agenda) " + days + agenda,
            "(?:heb ik|hebben we|is er|staat er) iets\(agenda) " + days + agenda,
        ]
    }
    private static let pasts = [
        #"what (?:happened|went on|was (?:on|going on)|did (?:i|we) (?:do|have)|was) "# + dayOfMonth,
        #"was (?:geschah|passierte|ist passiert|war los|war|habe ich|haben wir) "# + dayOfMonth
            + #"(?: (?:los|gemacht|getan|passiert))?"#,
    ]
}
