import RecallCore
import RecallText

/// A date as written in a query: a day, a month, a year, or a relative date; single or as a range.
///
///     2024   2024-03   2024-03-17   17.3.2024   2024-01..2024-03   ..2023   2w..   1y..6m   3d
///     today  yesterday  tomorrow   this week   last month   march   last march   march 2024   17 march 2024
///     3 de noviembre de 2024   3. März 2024   last spring   summer 2023   early 2024   two weeks ago   before christmas
public struct DateExpression: Hashable, Sendable {
    /// A calendar's unit.
    public enum Unit: Hashable, Sendable {
        case day, week, month, year
    }

    /// Some days that belong together.
    public enum Point: Hashable, Sendable {
        case year(Int)
        case month(year: Int, month: Int)
        case day(year: Int, month: Int, day: Int)
        /// The day that many units before today.
        case ago(Int, Unit)
        /// The day, week, month or year that we are in, or one before it.
        case current(Unit, back: Int)
        /// The last month of that number that has begun, or the last one that has ended.
        case named(month: Int, hasEnded: Bool)
        /// The last day of the week, Monday being 1, that is over.
        case weekday(Int)
        /// A season of the northern hemisphere, or a holiday.
        case yearly(Yearly, Year)
        /// The first, second or last third of a year, season or month.
        indirect case part(Third, of: Point)
    }

    /// Days that come every year.
    public enum Yearly: Hashable, Sendable {
        case spring, summer, autumn, winter, christmas, easter
    }

    /// The year of something that comes every year: its number, or that of the last one that has begun or ended. A winter
    /// belongs to the year in which it begins.
    public enum Year: Hashable, Sendable {
        case number(Int)
        case current, begun, ended
    }

    /// A third.
    public enum Third: Int, Hashable, Sendable {
        case early, middle, late
    }

    /// One date, or a range that may be open at one end.
    enum Form: Hashable {
        case point(Point)
        case range(Point?, Point?)
        /// All that was before or after it.
        case before(Point)
        case after(Point)
    }

    let form: Form

    /// The expression, or `nil` if `text` is none. Case does not matter; words may be joined by blanks, `-` or `_`.
    public init?(_ text: String) {
        let text = text.lowercased()
        if let dots = text.firstRange(of: "..") {
            guard let ends = Self.ends(text[..<dots.lowerBound], text[dots.upperBound...]) else { return nil }
            form = ends
        } else {
            guard let found = Point(text).map(Form.point) ?? Form(words: Point.words(text)) else { return nil }
            form = found
        }
    }

    /// The dates of which `text`, or an end of it, may be either.
    static func readings(_ text: String) -> [Point] {
        let ends = text.firstRange(of: "..").map { [text[..<$0.lowerBound], text[$0.upperBound...]] } ?? [text[...]]
        return ends.lazy.map(NumericDate.readings).first { $0.count > 1 } ?? []
    }

    init(_ point: Point) {
        form = .point(point)
    }

    private static func ends(_ first: Substring, _ last: Substring) -> Form? {
        let texts = [first, last].map { $0.filter { $0 != " " }.isEmpty ? nil : String($0) }
        let points = texts.map { $0.flatMap { Point($0) } }
        guard points[0] != nil || points[1] != nil else { return nil }
        // An end that is written but is no date makes the whole no date.
        guard (texts[0] == nil) == (points[0] == nil), (texts[1] == nil) == (points[1] == nil) else { return nil }
        return .range(points[0], points[1])
    }
}

extension DateExpression.Point {
    /// The point that `text`, in lower case, names.
    init?(_ text: String) {
        let parts = Self.words(text)
        let point = Self.numbers(text) ?? Self.relative(parts) ?? Self.named(parts) ?? Self.phrase(parts)
        guard let point else { return nil }
        self = point
    }

    static func words(_ text: String) -> [String] {
        text.split { " -_,".contains($0) }.map { WordFolding.fold(String($0)) }
    }

    /// The date in digits, if there is only one that it may be.
    static func numbers(_ text: String) -> Self? {
        let readings = NumericDate.readings(text)
        return readings.count == 1 ? readings[0] : nil
    }

    private static func relative(_ parts: [String]) -> Self? {
        switch parts {
        case ["today"]: return .current(.day, back: 0)
        case ["yesterday"]: return .current(.day, back: 1)
        case ["tomorrow"]: return .current(.day, back: -1)
        case ["this", "week"]: return .current(.week, back: 0)
        case ["this", "month"]: return .current(.month, back: 0)
        case ["this", "year"]: return .current(.year, back: 0)
        case ["last", "week"]: return .current(.week, back: 1)
        case ["last", "month"]: return .current(.month, back: 1)
        case ["last", "year"]: return .current(.year, back: 1)
        default: break
        }
        let units: [Character: DateExpression.Unit] = ["d": .day, "w": .week, "m": .month, "y": .year]
        guard parts.count == 1, let unit = parts[0].last.flatMap({ units[$0] }), (2...5).contains(parts[0].utf8.count),
            parts[0].utf8.dropLast().allSatisfy(\.isASCIIDigit), let count = Int(parts[0].dropLast())
        else { return nil }
        return .ago(count, unit)
    }

    private static func month(_ name: String) -> Int? { MonthNames.number(of: name) }

    private static func named(_ parts: [String]) -> Self? {
        let parts = parts.filter { !DateWords.fillers.contains($0) }
        switch parts.count {
        case 1: return month(parts[0]).map { .named(month: $0, hasEnded: false) }
        case 2 where parts[0] == "last": return month(parts[1]).map { .named(month: $0, hasEnded: true) }
        case 2, 3: return dated(parts)
        default: return nil
        }
    }

    /// `march 2024`, `2024 march`, `17 march 2024`, `march 17th 2024`.
    private static func dated(_ parts: [String]) -> Self? {
        let months = parts.compactMap(month), years = parts.compactMap(year)
        guard months.count == 1, years.count == 1 else { return nil }
        guard parts.count == 3 else { return .month(year: years[0], month: months[0]) }
        let days = parts.compactMap(day)
        return days.count == 1 ? .day(year: years[0], month: months[0], day: days[0]) : nil
    }

    private static func year(_ word: String) -> Int? {
        guard word.utf8.count == 4, word.utf8.allSatisfy(\.isASCIIDigit), let year = Int(word), year > 0 else {
            return nil
        }
        return year
    }

    /// The day of the month: `7`, `7th`, `7.`
    static func day(_ word: String) -> Int? {
        let digits = word.utf8.prefix(while: \.isASCIIDigit)
        guard (1...2).contains(digits.count), endings.contains(String(word.dropFirst(digits.count))) else { return nil }
        return Int(word.prefix(digits.count)).flatMap { (1...31).contains($0) ? $0 : nil }
    }

    private static let endings: Set<String> = ["", "st", "nd", "rd", "th", "er", "."]
}
