import Foundation
import RecallCore
import RecallText

/// Dates that a question mentions in words: "in May 2023", "on 7 May", "2021-04-03".
///
/// They are no filter: what was written near such a date ranks higher.
struct DateMentions {
    /// A year, a month or a day of the calendar. Missing parts match any value: "May" is every May.
    struct Mention: Hashable {
        var year: Int?
        var month: Int?
        var day: Int?
    }

    let mentions: [Mention]
    /// The words that are part of a mention. A matching date makes up for their absence in the text.
    let words: Set<String>

    /// The mentions in words that are folded, in their order.
    init(_ words: [String]) {
        mentions = Self.mentions(words)
        let isMentioned = !mentions.isEmpty
        self.words = Set(
            words.indices.filter {
                isMentioned && (Self.month(words, $0) ?? Self.year(words[$0]) ?? Self.day(words[$0])) != nil
            }
            .map { words[$0] })
    }

    private static func mentions(_ words: [String]) -> [Mention] {
        let months = words.indices.filter { month(words, $0) != nil }
        guard !months.isEmpty else { return words.compactMap(year).map { Mention(year: $0) } }
        return months.map { index in
            // "7 May 2023", "May 7th, 2023", "7. Mai", "el 7 de mayo de 2023"
            let around = words[max(0, index - 2)..<min(words.count, index + 4)]
            return Mention(
                year: around.lazy.compactMap(year).first, month: month(words, index),
                day: around.lazy.compactMap(day).first)
        }
    }

    /// The month that a word names. "may" and "march" are mostly verbs in English, so they need a date's company.
    private static func month(_ words: [String], _ index: Int) -> Int? {
        guard let month = months[words[index]] else { return nil }
        guard ["may", "march", "mars"].contains(words[index]) else { return month }
        let before = index > 0 ? words[index - 1] : ""
        let after = index + 1 < words.count ? words[index + 1] : ""
        let isDated = ["in", "on", "last", "since", "of", "this", "next", "before", "after", "until", "en", "im"]
            .contains(before)
        return isDated || day(before) != nil || day(after) != nil || year(after) != nil ? month : nil
    }

    private static func year(_ word: String) -> Int? {
        word.utf8.count == 4 ? Int(word).flatMap { (1900...2099).contains($0) ? $0 : nil } : nil
    }

    private static func day(_ word: String) -> Int? {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        let ending = word.dropFirst(digits.count)
        guard ["", "st", "nd", "rd", "th"].contains(ending) else { return nil }
        return Int(digits).flatMap { (1...31).contains($0) ? $0 : nil }
    }

    /// Names of months, folded. "mar" is Spanish for the sea.
    private static let months = MonthNames.numbers(in: [.english, .german, .french, .spanish, .italian])
        .merging(MonthNames.abbreviations.filter { $0.value != 3 }) { name, _ in name }
        .merging(["sept": 9]) { name, _ in name }
}

extension DateMentions {
    /// Spans of time with the quality of a match: 1/2 for the year, 1 for the month, 1 more for its day. Where spans
    /// overlap, later ones take precedence.
    ///
    /// - Parameters:
    ///   - years: the years to try for a mention without one.
    func spans(in years: ClosedRange<Int>, _ clock: QueryClock) -> [(span: Range<Date>, fit: Float)] {
        mentions.flatMap { mention in
            (mention.year.map { $0...$0 } ?? years).flatMap { mention.spans(in: $0, clock) }
        }
    }
}

extension DateMentions.Mention {
    fileprivate func spans(in year: Int, _ clock: QueryClock) -> [(span: Range<Date>, fit: Float)] {
        let yearFit: Float = self.year == nil ? 0 : 0.5
        var points: [(DateExpression.Point, Float)] = []
        if let month {
            points.append((.month(year: year, month: month), yearFit + 1))
            if let day { points.append((.day(year: year, month: month, day: day), yearFit + 2)) }
        } else {
            points.append((.year(year), yearFit))
        }
        return points.compactMap { point, fit in point.days(in: clock).map { ($0.start..<$0.end, fit) } }
    }
}
