import Foundation
import RecallCore
import RecallKit

/// A day of a month without its year, in a question for what is then: "what is on 11 December?", "was habe ich am 11.12.?".
struct DayOfYear: Hashable, Sendable {
    /// The day as dates are written: "11 December", "11.12.".
    let written: String
    /// True if the question is about what was.
    let isPast: Bool

    /// The day that a question asks for, its words one blank apart; `nil` if it is another question.
    init?(_ question: String) {
        let forms = [(Self.presents, false), (Self.pasts, true)]
        let found = forms.lazy.compactMap { patterns, isPast in
            QuestionPattern.groups(of: question, patterns.map { $0 + "$" }).map { (day: $0[0], isPast: isPast) }
        }.first
        guard let found else { return nil }
        let day = found.day.replacing(#/\b(?:the|of) /#, with: "").replacing(#/(\d)(?:st|nd|rd|th)\b/#) { $0.1 }
        written = day.contains(".") && day.last?.isNumber == true ? day + "." : day
        isPast = found.isPast
    }

    /// Words that ask for all that is dated on the day, of the likeliest year first; none if there is no such day.
    func queries(_ clock: QueryClock) -> [String] {
        let year = clock.calendar.component(.year, from: clock.now)
        let days = (year - 1...year + 1).compactMap { year -> (words: String, end: Date)? in
            let day = written.hasSuffix(".") ? "\(written)\(year)" : "\(written) \(year)"
            let read = RecallLibrary.interpret(SearchQuery("date:\"\(day)\"", clock: clock))
            guard read.notes.isEmpty, let end = read.dates.first?.to else { return nil }
            return ("what happened on \(day)", end)
        }
        let (past, coming) = (days.filter { $0.end <= clock.now }, days.filter { $0.end > clock.now })
        let (last, next) = (past.reversed().map(\.words), coming.map(\.words))
        return isPast ? last + next : next + last
    }

    /// A weekday may stand before it.
    private static let date =
        #"(?:(?:on|am|for) )?(?:\p{L}+(?:day|tag|och|abend),? (?:the |den )?)?"#
        + #"((?:the )?\d{1,2}(?:st|nd|rd|th|\.)?(?: of)? \p{L}{3,}|\p{L}{3,} (?:the )?\d{1,2}(?:st|nd|rd|th)?"#
        + #"|\d{1,2}\. ?\d{1,2}\.?)"#
    private static let presents = [
        #"what(?:'s|’s| is| have i got| do (?:i|we) have| am i doing| are we doing)"#
            + #"(?: (?:on|up|planned|scheduled|happening|going on))? "# + date,
        #"(?:do (?:i|we) have|is there|have i got) (?:anything|something)(?: (?:on|planned|scheduled))? "# + date,
        #"was (?:ist|habe ich|haben wir|mache ich|steht|liegt|kommt)(?: (?:los|an|vor|geplant))? "# + date
            + #"(?: (?:los|an|vor|geplant))?"#,
    ]
    private static let pasts = [
        #"what (?:happened|went on|was (?:on|going on)|did (?:i|we) (?:do|have)|was) "# + date,
        #"was (?:geschah|passierte|ist passiert|war los|war|habe ich|haben wir) "# + date
            + #"(?: (?:los|gemacht|getan|passiert))?"#,
    ]
}
