import Foundation
import RecallCore
import RecallSearch
import Testing

struct DateExpressionTests {
    /// Saturday, 15 June 2024, 10:00 UTC.
    private static let june = Date(timeIntervalSince1970: 1_718_445_600)

    private func days(_ text: String, in clock: QueryClock = QueryClock(now: june, timeZone: .gmt)) -> String? {
        DateExpression(text)?.days(in: clock).map { DayRange.text($0, in: clock) }
    }

    @Test(arguments: [
        ("2024", "2024-01-01..2024-12-31"), ("2024-03", "2024-03-01..2024-03-31"),
        ("2024-02", "2024-02-01..2024-02-29"),
        ("2024-03-05", "2024-03-05"), ("2024-3-5", "2024-03-05"), ("2024-03..2024-05", "2024-03-01..2024-05-31"),
        ("2024-03-30..", "2024-03-30.."), ("..2023", "..2023-12-31"), ("2022..2023-03-01", "2022-01-01..2023-03-01"),
        ("today", "2024-06-15"), ("Yesterday", "2024-06-14"), ("tomorrow", "2024-06-16"),
        ("this week", "2024-06-10..2024-06-16"),
        ("last week", "2024-06-03..2024-06-09"), ("this month", "2024-06-01..2024-06-30"),
        ("last_month", "2024-05-01..2024-05-31"), ("last-year", "2023-01-01..2023-12-31"),
        ("this year", "2024-01-01..2024-12-31"), ("3d", "2024-06-12.."), ("2w", "2024-06-01.."),
        ("2w..", "2024-06-01.."),
        ("..2w", "..2024-06-01"), ("1y..6m", "2023-06-15..2023-12-15"), ("0d", "2024-06-15.."),
        ("march", "2024-03-01..2024-03-31"), ("last march", "2024-03-01..2024-03-31"),
        ("june", "2024-06-01..2024-06-30"), ("last june", "2023-06-01..2023-06-30"),
        ("July", "2023-07-01..2023-07-31"), ("sept", "2023-09-01..2023-09-30"), ("dec", "2023-12-01..2023-12-31"),
        ("march 2020", "2020-03-01..2020-03-31"), ("2020 feb", "2020-02-01..2020-02-29"),
        ("february..april", "2024-02-01..2024-04-30"), ("yesterday..today", "2024-06-14..2024-06-15"),
        ("last spring", "2024-03-01..2024-05-31"), ("last summer", "2023-06-01..2023-08-31"),
        ("this-summer", "2024-06-01..2024-08-31"), ("summer 2023", "2023-06-01..2023-08-31"),
        ("the summer of 2023", "2023-06-01..2023-08-31"), ("in the fall of 2023", "2023-09-01..2023-11-30"),
        ("spring", "2024-03-01..2024-05-31"), ("autumn", "2023-09-01..2023-11-30"),
        ("last winter", "2023-12-01..2024-02-29"), ("winter 2022", "2022-12-01..2023-02-28"),
        ("early 2024", "2024-01-01..2024-04-30"), ("mid-2023", "2023-05-01..2023-08-31"),
        ("late 2023", "2023-09-01..2023-12-31"), ("end of march 2024", "2024-03-21..2024-03-31"),
        ("early last year", "2023-01-01..2023-04-30"), ("beginning of summer 2023", "2023-06-01..2023-06-30"),
        ("two weeks ago", "2024-05-27..2024-06-02"), ("3 days ago", "2024-06-12"),
        ("a month ago", "2024-05-01..2024-05-31"),
        ("ten years ago", "2014-01-01..2014-12-31"), ("friday", "2024-06-14"), ("last saturday", "2024-06-08"),
        ("on sunday", "2024-06-09"), ("christmas", "2023-12-24..2023-12-26"),
        ("christmas 2022", "2022-12-24..2022-12-26"),
        ("before christmas", "..2023-12-23"), ("after-christmas", "2023-12-27.."),
        ("easter 2024", "2024-03-29..2024-04-01"), ("easter 2025", "2025-04-18..2025-04-21"),
        ("since last week", "2024-06-03.."), ("until march", "..2024-03-31"), ("before summer 2023", "..2023-05-31"),
        ("last 3 weeks", "2024-05-25.."), ("the past two days", "2024-06-13.."),
        ("last spring..yesterday", "2024-03-01..2024-06-14"), ("0001", "0001-01-01..0001-12-31"),
        ("9999", "9999-01-01..9999-12-31"), ("2024/03/05", "2024-03-05"), ("2024.3.5", "2024-03-05"),
        ("2024/03", "2024-03-01..2024-03-31"), ("20240305", "2024-03-05"), ("3/2024", "2024-03-01..2024-03-31"),
        ("03.2024..05.2024", "2024-03-01..2024-05-31"), ("5.3.2024", "2024-03-05"), ("05.03.2024", "2024-03-05"),
        ("17/03/2024", "2024-03-17"), ("03/17/2024", "2024-03-17"), ("17-3-2024", "2024-03-17"),
        ("3/3/2024", "2024-03-03"), ("1.3.2024..17/03/2024", "2024-03-01..2024-03-17"),
        ("17 March 2024", "2024-03-17"), ("march 17, 2024", "2024-03-17"), ("March 1st 2024", "2024-03-01"),
        ("3 de noviembre de 2023", "2023-11-03"), ("3. März 2024", "2024-03-03"), ("3 février 2024", "2024-02-03"),
        ("17th of march 2024", "2024-03-17"), ("noviembre 2023", "2023-11-01..2023-11-30"),
        ("verano 2023", "2023-06-01..2023-08-31"), ("frühling 2024", "2024-03-01..2024-05-31"),
        ("Pâques 2024", "2024-03-29..2024-04-01"),
        ("17-mar-2024", "2024-03-17"), ("17. march 2024", "2024-03-17"), ("since 17 march 2024", "2024-03-17.."),
    ])
    func `a date stands for these days`(text: String, days: String) {
        #expect(self.days(text) == days)
    }

    @Test(arguments: [
        "", "..", "...", "soon", "24", "2024-13", "2024-00", "2023-02-29", "2024-02-30", "2024-03-32", "0000",
        "20241301", "2024/03-01", "2024//01", "/2024", "1.2.3.2024", "12/2024/01", "3/17", "17.3.24", "17/17/2024",
        "2024 2024 march", "32 march 2024", "17 march", "march march 2024", "1th2 march 2024",
        "2024-03-05-06", "2024--03", "-2024", "2024-", "2w3d", "w", "d", "99999d", "last", "last soon", "mar 24", "ma",
        "2024-05..2024-03", "2024..soon", "soon..2024", "2024..2025..2026", "٢٠٢٤", "10:30", "1/2/2024",
        "spring onions", "before", "before soon", "early", "early bird", "the end", "two weeks", "weeks ago",
        "last summer 2023", "ago", "0000 summer",
    ])
    func `what is no date is none`(text: String) {
        #expect(days(text) == nil)
    }

    @Test func `days begin where the one who asks is`() throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        // 31 March 2024 has 23 hours there; half past midnight is still Saturday in London.
        let clock = QueryClock(now: Date(timeIntervalSince1970: 1_711_841_400), timeZone: berlin)
        let today = try #require(DateExpression("today")?.days(in: clock))
        #expect(today.from == Date(timeIntervalSince1970: 1_711_839_600))
        #expect(today.to == Date(timeIntervalSince1970: 1_711_839_600 + 23 * 3_600))
        #expect(days("yesterday", in: clock) == "2024-03-30")
        #expect(days("yesterday", in: QueryClock(now: clock.now, timeZone: .gmt)) == "2024-03-29")
        #expect(days("1m", in: clock) == "2024-02-29..")
    }
}
