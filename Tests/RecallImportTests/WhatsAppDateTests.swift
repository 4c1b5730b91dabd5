import Foundation
import RecallCore
import RecallImport
import Testing

/// One way in which exports write date, time and author.
private struct HeaderShape: CustomStringConvertible, Sendable {
    var order = "dmy"
    var separator = "/"
    var isPadded = true
    var hasLongYear = false
    var isBracketed = false
    var hasSeconds = false
    var periods: [String] = []
    var comma = ", "
    var digits = "0123456789"
    var yearsAdded = 0
    var mark = ""

    var description: String { header(year: 2021, month: 3, day: 9, second: 54_321) }

    func header(year: Int, month: Int, day: Int, second: Int) -> String {
        let year = year + yearsAdded
        let parts = ["d": number(day), "m": number(month), "y": hasLongYear ? String(year) : padded(year % 100)]
        let date = order.map { parts[String($0)] ?? "" }.joined(separator: separator)
        let stamp = translated(date + comma + time(second))
        return isBracketed ? "\(mark)[\(stamp)] " : "\(mark)\(stamp) - "
    }

    private func time(_ second: Int) -> String {
        let hour = second / 3600
        let rest = ":" + padded(second / 60 % 60) + (hasSeconds ? ":" + padded(second % 60) : "")
        guard !periods.isEmpty else { return padded(hour) + rest }
        return String((hour + 11) % 12 + 1) + rest + periods[hour / 12]
    }

    private func number(_ value: Int) -> String { isPadded ? padded(value) : String(value) }

    private func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

    private func translated(_ text: String) -> String {
        let own = Array(digits)
        return String(text.map { $0.isASCII ? $0.wholeNumberValue.map { own[$0] } ?? $0 : $0 })
    }

    static func random(using generator: inout SeededSourceGenerator) -> HeaderShape {
        var shape = HeaderShape()
        shape.order = ["dmy", "dmy", "mdy", "ymd"].randomElement(using: &generator)!
        shape.separator = ["/", ".", "-", "\u{200F}/", ". "].randomElement(using: &generator)!
        shape.isPadded = Bool.random(using: &generator)
        shape.hasLongYear = shape.order == "ymd" || Bool.random(using: &generator)
        shape.isBracketed = Bool.random(using: &generator)
        shape.hasSeconds = Bool.random(using: &generator)
        shape.periods = [
            [], [], [" AM", " PM"], ["\u{202F}am", "\u{202F}pm"], [" a. m.", " p. m."], ["\u{A0}a.m.", "\u{A0}p.m."],
            [" ÖÖ", " ÖS"], [" ص", " م"], [" SA", " CH"],
        ].randomElement(using: &generator)!
        shape.comma = [", ", " ", "، "].randomElement(using: &generator)!
        shape.digits = ["0123456789", "0123456789", "٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹", "०१२३४५६७८९"].randomElement(
            using: &generator)!
        shape.yearsAdded = shape.hasLongYear && Int.random(in: 0..<8, using: &generator) == 0 ? 543 : 0
        shape.mark = ["", "", "\u{200E}"].randomElement(using: &generator)!
        return shape
    }
}

struct WhatsAppDateTests {
    /// Messages at rising times, rendered in a random shape, are the same when read back.
    @Test(arguments: 0..<150)
    func whatIsWrittenInAnyShapeIsReadBack(seed: Int) async throws {
        var generator = SeededSourceGenerator(seed: UInt64(seed) + 1)
        let shape = HeaderShape.random(using: &generator)
        let authors = ["Bo", "Ada Lovelace", "+49 151 5550100", "Zoë 🤓", "Dr. X"]
        let bodies = ["hi", "two\nlines", "a: b", "12/5: lunch", "🎉", "[x] done", "9.30 - maybe", "1/2/3"]
        var expected: [(seconds: Int, author: String, text: String)] = []
        var file = ""
        var seconds = 1_577_836_800 + Int.random(in: 0..<86_400 * 300, using: &generator)
        for _ in 0..<80 {
            seconds += Int.random(in: 0..<86_400 * 3, using: &generator)
            if !shape.hasSeconds { seconds -= seconds % 60 }
            let parts = Calendar(identifier: .gregorian).dateComponents(
                in: .gmt, from: Date(timeIntervalSince1970: Double(seconds)))
            let author = authors.randomElement(using: &generator)!
            let text = bodies.randomElement(using: &generator)!
            file += shape.header(year: parts.year!, month: parts.month!, day: parts.day!, second: seconds % 86_400)
            file += "\(author): \(text)\n"
            expected.append((seconds, author, text))
        }
        let items = try await whatsAppItems(file)
        #expect(items.count == expected.count, "\(shape)")
        #expect(items.map { $0.date.map { Int($0.timeIntervalSince1970) } } == expected.map(\.seconds), "\(shape)")
        #expect(items.map { $0.sender?.displayName } == expected.map(\.author), "\(shape)")
        #expect(items.map(\.text) == expected.map(\.text), "\(shape)")
        #expect(items.allSatisfy { $0.defects.isEmpty }, "\(shape)")
    }

    private func days(_ text: String) async throws -> [String] {
        try await whatsAppItems(text).map { item in
            item.date.map { String($0.ISO8601Format().prefix(10)) } ?? "none"
        }
    }

    @Test func oneDayOverTwelveDecidesForTheWholeFile() async throws {
        let american = "1/2/20, 10:00 - A: x\n3/4/20, 10:00 - A: x\n3/14/20, 10:00 - A: x\n"
        #expect(try await days(american) == ["2020-01-02", "2020-03-04", "2020-03-14"])
        let european = "1/2/20, 10:00 - A: x\n3/4/20, 10:00 - A: x\n14/4/20, 10:00 - A: x\n"
        #expect(try await days(european) == ["2020-02-01", "2020-04-03", "2020-04-14"])
    }

    @Test func risingTimesDecideWhereNoDayIsOverTwelve() async throws {
        let european = "11/1/20, 10:00 - A: x\n12/1/20, 10:00 - A: x\n1/2/20, 10:00 - A: x\n2/2/20, 10:00 - A: x\n"
        #expect(try await days(european).last == "2020-02-02")
        #expect(try await days(european).first == "2020-01-11")
    }

    @Test func closenessDecidesWhereBothOrdersRise() async throws {
        let text = (1...9).map { "2/\($0)/20, 10:00 - A: x" }.joined(separator: "\n")
        #expect(try await days(text) == (1...9).map { "2020-02-0\($0)" })
        #expect(try await whatsAppItems(text).allSatisfy { $0.defects.isEmpty })
    }

    @Test func `a message of hundreds of lines that look like dated ones turns no other's date`() async throws {
        let real = (1...40).map { "\($0 % 28 + 1)/\($0 / 28 + 3)/20, 10:00 - A: x" }
        let pasted = (0..<400).map { "12/31/19, 11:\(10 + $0 % 50) - B: y" }
        let text = (real.prefix(20) + pasted + real.dropFirst(20)).joined(separator: "\n")
        let found = try await days(text)
        #expect(found.first == "2020-03-02" && found.last == "2020-04-13")
    }

    /// A chat of some days, with one message in it that has forty dated lines in the other order.
    @Test(arguments: [0, 3, 8, 14, 25], [1, 20])
    func `forty days in one message turn no other's date`(day: Int, messages: Int) async throws {
        let days = messages == 1 ? 60 : 31
        let real = (0..<days).map { day in
            String(repeating: "\(day % 31 + 1)/\(day / 31 + 3)/20, 10:00 - A: x\n", count: messages)
        }
        let pasted = (0..<40).map { "\($0 % 12 + 1)/\(13 + $0 % 15)/19, 11:00 - B: y\n" }
        let found = try await self.days((real.prefix(day + 1) + pasted + real.dropFirst(day + 1)).joined())
        #expect(found.first == "2020-03-01" && found.last == (messages == 1 ? "2020-04-29" : "2020-03-31"))
    }

    @Test func `the first date has to be one`() async throws {
        let pasted = (1...12).flatMap { month in (13...28).map { "\(month)/\($0)/19, 11:00 - B: y" } }
        let text = (["13/3/20, 10:00 - A: x"] + pasted + ["14/3/20, 10:00 - A: x"]).joined(separator: "\n")
        #expect(try await days(text).first == "2020-03-13")
    }

    @Test func twoDaysAreTooFewForClosenessToDecide() async throws {
        let items = try await whatsAppItems("2/1/20, 10:00 - A: x\n2/2/20, 10:00 - A: y\n")
        #expect(items.first?.defects == [.badDate])
    }

    @Test func whatCannotBeDecidedIsFlagged() async throws {
        let items = try await whatsAppItems("1/2/20, 10:00 - A: x\n3/3/20, 10:00 - A: y\n")
        #expect(items.map(\.defects) == [[.badDate], []])
        let dotted = try await whatsAppItems("1.2.20, 10:00 - A: x\n")
        #expect(dotted.map(\.defects) == [[]])
    }

    @Test func aDayThatDoesNotExistIsNoDate() async throws {
        let items = try await whatsAppItems(
            "30.01.20, 10:00 - A: x\n30.02.20, 10:00 - A: y\n30.03.20, 10:00 - A: z\n",
            modified: 1_600_000_000_000_000_000)
        #expect(items.map { $0.date == nil } == [false, true, false])
        #expect(items[1].defects == [.badDate])
    }

    @Test func buddhistYearsOfTwoDigitsAreKnownByTheFilesTime() async throws {
        let items = try await whatsAppItems("31/12/62 23:05 - A: x\n", modified: 1_600_000_000_000_000_000)
        #expect(items.first?.date == Date(timeIntervalSince1970: 1_577_833_500))
    }

    @Test func timesAreThoseOfTheZoneWithItsSummerTime() async throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let text =
            "15.01.2020, 12:00 - A: x\n15.07.2020, 12:00 - A: x\n29.03.2020, 01:59 - A: x\n29.03.2020, 03:00 - A: x\n25.10.2020, 12:00 - A: x\n"
        let hours = try await whatsAppItems(text, zone: zone).map {
            String($0.date!.ISO8601Format().dropFirst(11).prefix(5))
        }
        #expect(hours == ["11:00", "10:00", "00:59", "01:00", "11:00"])
    }
}
