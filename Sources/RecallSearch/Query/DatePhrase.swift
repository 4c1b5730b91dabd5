import RecallText

/// Dates in plain English: "last spring", "the summer of 2023", "early 2024", "two weeks ago", "before Christmas".
extension DateExpression.Point {
    /// The point that a phrase in lower case names.
    static func phrase(_ words: [String]) -> Self? {
        let words = words.filter { !["the", "of"].contains($0) }
        guard let first = words.first else { return nil }
        if words.count > 1, DateWords.introductions.contains(first) { return phrase(Array(words.dropFirst())) }
        if let third = DateWords.thirds[first] { return part(third, Array(words.dropFirst())) }
        return ago(words) ?? weekday(words) ?? yearly(words)
    }

    private static func part(_ third: DateExpression.Third, _ words: [String]) -> Self? {
        switch Self(words.joined(separator: " ")) {
        case .year(let year)?: .part(third, of: .year(year))
        case .month(let year, let month)?: .part(third, of: .month(year: year, month: month))
        case .named(let month, let hasEnded)?: .part(third, of: .named(month: month, hasEnded: hasEnded))
        case .current(let unit, let back)? where unit == .month || unit == .year:
            .part(third, of: .current(unit, back: back))
        case .yearly(let yearly, let year)? where yearly != .christmas && yearly != .easter:
            .part(third, of: .yearly(yearly, year))
        default: nil
        }
    }

    /// "two weeks ago" is the week before the last one; days, months and years likewise.
    private static func ago(_ words: [String]) -> Self? {
        guard words.count == 3, words[2] == "ago", let count = number(words[0]), let unit = unit(words[1]) else {
            return nil
        }
        return .current(unit, back: count)
    }

    /// A small number in digits or in words.
    static func number(_ word: String) -> Int? {
        if (1...3).contains(word.utf8.count), word.utf8.allSatisfy(\.isASCIIDigit) { return Int(word) }
        return numbers.firstIndex(of: word).map { $0 + 1 } ?? (["a", "an"].contains(word) ? 1 : nil)
    }

    private static let numbers = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    ]

    /// The unit of a noun, singular or plural.
    static func unit(_ word: String) -> DateExpression.Unit? {
        switch word {
        case "day", "days": .day
        case "week", "weeks": .week
        case "month", "months": .month
        case "year", "years": .year
        default: nil
        }
    }

    private static func weekday(_ words: [String]) -> Self? {
        let names = words.first == "last" ? Array(words.dropFirst()) : words
        guard names.count == 1, let index = weekdays.firstIndex(of: names[0]) else { return nil }
        return .weekday(index + 1)
    }

    static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    private static func yearly(_ words: [String]) -> Self? {
        guard words.count <= 2, let yearly = words.lazy.compactMap({ DateWords.yearly[$0] }).first else { return nil }
        guard words.count == 2 else { return .yearly(yearly, .begun) }
        let other = DateWords.yearly[words[0]] == nil ? words[0] : words[1]
        switch other {
        case "last" where DateWords.yearly[words[1]] != nil: return .yearly(yearly, .ended)
        case "this" where DateWords.yearly[words[1]] != nil: return .yearly(yearly, .current)
        default:
            guard case .year(let year)? = Self.numbers(other) else { return nil }
            return .yearly(yearly, .number(year))
        }
    }
}

extension DateExpression.Form {
    /// A phrase that is open at one end, in lower case: "before christmas", "since last week", "the last three weeks".
    init?(words: [String]) {
        guard words.count > 1 else { return nil }
        if let count = Self.lastCount(words) {
            self = .range(count, nil)
            return
        }
        guard let point = DateExpression.Point(words.dropFirst().joined(separator: " ")) else { return nil }
        switch words[0] {
        case "before": self = .before(point)
        case "after": self = .after(point)
        case "since": self = .range(point, nil)
        case "until", "till": self = .range(nil, point)
        default: return nil
        }
    }

    /// The beginning of "(in) (the) last three weeks".
    private static func lastCount(_ words: [String]) -> DateExpression.Point? {
        let words = words.drop { DateWords.introductions.contains($0) || $0 == "the" }.map(\.self)
        guard words.count == 3, ["last", "past"].contains(words[0]), let unit = DateExpression.Point.unit(words[2])
        else {
            return nil
        }
        return DateExpression.Point.number(words[1]).map { .ago($0, unit) }
    }
}
