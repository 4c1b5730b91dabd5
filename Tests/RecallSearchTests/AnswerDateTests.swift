import Foundation
import RecallCore
import RecallSearch
import RecallTestSupport
import Testing

/// Phrases of relative time in quoted messages of Monday, 8 May 2023.
@Suite(.scratch) struct AnswerDateTests {
    private static func dates(in text: String) async throws -> [DatedPhrase] {
        var message = Item.message("m", hour: 0, text: text + " (orchard)")
        message.date =
            DateComponents(
                calendar: Calendar(identifier: .gregorian), timeZone: .gmt, year: 2023, month: 5, day: 8, hour: 13
            ).date
        let query = SearchQuery("orchard", clock: QueryClock(now: .days(0), timeZone: .gmt))
        let engine = try await SearchFixture([message]).engine()
        return try engine.quotations(for: query, limit: 1).quotations.first?.dates ?? []
    }

    @Test(arguments: [
        ("I went there yesterday and it was good", "yesterday", "7 May 2023"),
        ("It was the day before yesterday", "day before yesterday", "6 May 2023"),
        ("We saw it last Friday", "last Friday", "5 May 2023"),
        ("See you next Friday at the gate", "next Friday", "12 May 2023"),
        ("We were there two weeks ago", "two weeks ago", "the week of 24 April 2023"),
        ("It was 3 days ago", "3 days ago", "5 May 2023"),
        ("I will be there next month", "next month", "June 2023"),
        ("It was all better last year", "last year", "2022"),
        ("We did it last weekend", "last weekend", "the weekend of 6 May 2023"),
        ("It was the best of last summer", "last summer", "summer 2022"),
        ("We bought it last June", "last June", "June 2022"),
        ("Wir waren gestern da und es war gut", "gestern", "7 May 2023"),
        ("Das war letzten Freitag und es war gut", "letzten Freitag", "5 May 2023"),
        ("Das ist vor zwei Wochen und nicht heute gewesen", "vor zwei Wochen", "the week of 24 April 2023"),
        ("Wir sind nächsten Monat wieder da", "nächsten Monat", "June 2023"),
        (
            "Nous avons mangé dans le jardin hier avec les enfants, et il y avait du soleil pour nous tous", "hier",
            "7 May 2023"
        ),
        ("Nous sommes dans la maison depuis la semaine dernière", "semaine dernière", "the week of 1 May 2023"),
        ("Nous avons fait ça il y a trois jours avec elle", "il y a trois jours", "5 May 2023"),
        ("Fuimos a la fiesta ayer con los niños", "ayer", "7 May 2023"),
        ("Fuimos a la fiesta el viernes pasado con los niños", "viernes pasado", "5 May 2023"),
        ("Lo hicimos hace dos semanas con los niños", "hace dos semanas", "the week of 24 April 2023"),
        ("Vamos a la fiesta la semana que viene con los niños", "semana que viene", "the week of 15 May 2023"),
        (
            "Fuimos a la playa el fin de semana pasado con los niños", "fin de semana pasado",
            "the weekend of 6 May 2023"
        ),
    ])
    func `a phrase of relative time is made absolute by the date of its item`(
        text: String, phrase: String, meaning: String
    ) async throws {
        #expect(try await Self.dates(in: text).contains(DatedPhrase(phrase: phrase, meaning: meaning)))
    }

    @Test(arguments: [
        "Guten Morgen und bis dann, wir sind da", "The last time that I was there it was the best",
        "It was on 5 May 2023", "You set it with today <- Sys.Date() and then",
        "It is in df$yesterday as far as I know",
        "Write yesterday(1) if that is what you need", "Vamos por la mañana a la casa de los niños",
        "Hier ist der Garten und das ist gut",
    ])
    func `what only looks like one is left alone`(text: String) async throws {
        #expect(try await Self.dates(in: text).isEmpty)
    }
}
