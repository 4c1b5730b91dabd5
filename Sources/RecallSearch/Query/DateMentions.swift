import Foundation
import RecallCore
import RecallText

/// Dates that a question mentions in words: "in May 2023", "on 7 May", "2021-04-03", "last spring", "two weeks ago".
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
    /// The dates that are no plain year, month or day, with the places of their words.
    let phrases: [(expression: DateExpression, words: Range<Int>)]
    /// The words that are part of a mention. A matching date makes up for their absence in the text.
    let words: Set<String>

    /// True if there is no date.
    var isEmpty: Bool { mentions.isEmpty && phrases.isEmpty }

    /// The mentions in a text and its words, which are folded and in their order.
    init(_ words: [String], in text: String = "") {
        let numeric = NumericMentions(text)
        mentions = Self.first(numeric.mentions + Self.mentions(words.filter { !numeric.words.contains($0) }))
        let isMentioned = !mentions.isEmpty
        phrases = Array(Self.phrases(words).prefix(Self.most))
        // What was written before Christmas may well be about it.
        let phrased = phrases.lazy.flatMap { words[$0.words] }.filter { !DateWords.holidays.contains($0) }
        self.words = Set(phrased).union(numeric.words).union(
            words.indices.filter {
                isMentioned && (Self.month(words, $0) ?? Self.year(words[$0]) ?? Self.day(words[$0])) != nil
            }
            .map { words[$0] })
    }

    /// The dates that are looked for. Each may cost a look at the items of a month of every year.
    private static let most = 16

    /// The first distinct ones.
    private static func first(_ mentions: [Mention]) -> [Mention] {
        var seen: Set<Mention> = []
        return Array(mentions.filter { seen.insert($0).inserted }.prefix(most))
    }

    private static let longestPhrase = 6

    /// The longest phrases, from left to right.
    private static func phrases(_ words: [String]) -> [(expression: DateExpression, words: Range<Int>)] {
        var phrases: [(expression: DateExpression, words: Range<Int>)] = []
        var start = 0
        while start < words.count {
            let found = (1...min(longestPhrase, words.count - start)).reversed().lazy.compactMap { length in
                phrase(words[start..<start + length]).map { ($0, start..<start + length) }
            }.first
            if let found { phrases.append(found) }
            start = found?.1.upperBound ?? start + 1
        }
        return phrases
    }

    private static func phrase(_ words: ArraySlice<String>) -> DateExpression? {
        guard let first = words.first else { return nil }
        let isAlone = words.count == 1 && ["yesterday", "today"].contains(first)
        let mayBegin = DateWords.openings.contains(first) || words.last == "ago"
        guard isAlone || (words.count > 1 && mayBegin) else { return nil }
        let expression = DateExpression(words.joined(separator: " "))
        return expression?.isCalendar == true ? nil : expression
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
        return DateWords.beforeMonths.contains(before) || day(before) != nil || day(after) != nil || year(after) != nil
            ? month : nil
    }

    private static func year(_ word: String) -> Int? {
        word.utf8.count == 4 ? Int(word).flatMap { (1900...2099).contains($0) ? $0 : nil } : nil
    }

    private static func day(_ word: String) -> Int? { DateExpression.Point.day(word) }

    /// Names of months, folded. "mar" is Spanish for the sea.
    static let months = MonthNames.fullNumbers
        .merging(MonthNames.abbreviations.filter { $0.value != 3 }) { name, _ in name }
        .merging(["sept": 9]) { name, _ in name }
}

extension DateMentions {
    /// Spans of time with the quality of a match: 1/2 for the year, 1 for the month, a season or what is near a date, 1
    /// more for its day; 1 1/2 for a phrase with its year. Where spans overlap, the best counts.
    ///
    /// - Parameters:
    ///   - years: the years to try for a mention without one.
    func spans(in years: ClosedRange<Int>, _ clock: QueryClock) -> [(span: Range<Date>, fit: Float)] {
        let calendar = mentions.flatMap { mention in
            (mention.year.map { $0...$0 } ?? years).flatMap { mention.spans(in: $0, clock) }
        }
        return calendar + phrases.flatMap { $0.expression.spans(in: years, clock) }
    }

    /// The days of a phrase that means one time only.
    func days(of expression: DateExpression, _ clock: QueryClock) -> DayRange? {
        expression.isYearly ? nil : expression.days(in: clock)
    }
}

extension DateExpression {
    /// True for a plain year, month or day.
    fileprivate var isCalendar: Bool {
        switch form {
        case .point(.year), .point(.month), .point(.day), .point(.named(_, hasEnded: false)): true
        default: false
        }
    }

    /// True for what comes every year, without its year.
    var isYearly: Bool {
        switch form {
        case .point(let point), .before(let point), .after(let point): point.isYearly
        case .range(let first, let last): first?.isYearly == true || last?.isYearly == true
        }
    }

    fileprivate func spans(in years: ClosedRange<Int>, _ clock: QueryClock) -> [(span: Range<Date>, fit: Float)] {
        let fit: Float = isYearly ? 1 : 1.5
        let points = years.lazy.map { year in { (point: Point) in point.inYear(year) } }
        let forms = isYearly ? points.map(form.replacing) : [form]
        return forms.compactMap { $0.span(clock).map { ($0, fit) } }
    }
}

extension DateExpression.Form {
    /// The days around a date that "before" and "after" it mean most likely.
    private static let vicinity: TimeInterval = 28 * 86_400

    fileprivate func replacing(_ change: (DateExpression.Point) -> DateExpression.Point) -> Self {
        switch self {
        case .point(let point): .point(change(point))
        case .before(let point): .before(change(point))
        case .after(let point): .after(change(point))
        case .range(let first, let last): .range(first.map(change), last.map(change))
        }
    }

    fileprivate func span(_ clock: QueryClock) -> Range<Date>? {
        switch self {
        case .point(let point): return point.days(in: clock).map { $0.start..<$0.end }
        case .before(let point): return point.days(in: clock).map { $0.start - Self.vicinity..<$0.start }
        case .after(let point): return point.days(in: clock).map { $0.end..<$0.end + Self.vicinity }
        case .range(let first, let last):
            let (from, to) = (first?.days(in: clock)?.start, last?.days(in: clock)?.end)
            guard let start = from ?? to.map({ $0 - Self.vicinity }) else { return nil }
            let end = to ?? clock.now
            return start < end ? start..<end : nil
        }
    }
}

extension DateExpression.Point {
    fileprivate var isYearly: Bool {
        switch self {
        case .yearly(_, .begun), .named(_, hasEnded: false): true
        case .part(_, let point): point.isYearly
        default: false
        }
    }

    fileprivate func inYear(_ year: Int) -> Self {
        switch self {
        case .yearly(let yearly, .begun): .yearly(yearly, .number(year))
        case .named(let month, hasEnded: false): .month(year: year, month: month)
        case .part(let third, let point): .part(third, of: point.inYear(year))
        default: self
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
