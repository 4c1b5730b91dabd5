import Foundation

/// The kinds of numbers that formats of cells make (ECMA-376, part 1, 18.8.30; [MS-XLS], 2.4.126).
enum CellFormat {
    case number, date, percent

    /// By the number of a built-in format, or the code of one of the workbook's own.
    init(_ id: Int, _ code: String?) {
        guard let code else {
            self = (14...22).contains(id) ? .date : (9...10).contains(id) ? .percent : .number
            return
        }
        let letters = Self.letters(of: code)
        // Hours and minutes alone are durations.
        let isDate = letters.lowercased().contains { "yd".contains($0) }
        self = letters.contains("%") ? .percent : isDate ? .date : .number
    }

    /// The code without what is quoted or in brackets.
    private static func letters(of code: String) -> String {
        var letters = ""
        var (isQuoted, inBrackets) = (false, false)
        for character in code.prefix(100) {
            switch character {
            case "\"": isQuoted.toggle()
            case "[": inBrackets = true
            case "]": inBrackets = false
            default: if !isQuoted, !inBrackets { letters.append(character) }
            }
        }
        return letters
    }

    /// A finite number as this format shows it.
    ///
    /// - Parameter startsIn1904: true if days are counted from 1904, as on early Macintoshes.
    func text(_ number: Double, startsIn1904: Bool) -> String {
        switch self {
        case .number: Self.decimal(number)
        case .percent: Self.decimal(number * 100) + " %"
        case .date: Self.date(number, startsIn1904) ?? Self.decimal(number)
        }
    }

    /// In as many digits as Excel shows.
    private static func decimal(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(format: "%.12g", number)
    }

    /// The day, and the time if there is one, of a number of days.
    private static func date(_ days: Double, _ startsIn1904: Bool) -> String? {
        // Up to the year 9999. Day 60 of Excel is the 29th of February 1900, which never was.
        guard days >= 1, days < 2_958_466 else { return nil }
        let epoch = startsIn1904 ? -24_107.0 : days < 60 ? -25_568.0 : -25_569.0
        let seconds = ((days + epoch) * 86_400).rounded()
        let text = Date(timeIntervalSince1970: seconds).formatted(.iso8601.timeZoneSeparator(.colon))
        let (day, time) = (text.prefix(10), text.dropFirst(11).prefix(5))
        return time == "00:00" ? String(day) : "\(day) \(time)"
    }
}
