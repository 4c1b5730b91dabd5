import RecallText

/// A date in digits: the year first or last, its parts joined by hyphens, slashes or dots.
///
///     2024   2024-03   2024/03/17   2024.3.17   20240317   03/2024   17.3.2024   17/03/2024   03/17/2024
enum NumericDate {
    /// The dates that `text` may stand for: none if it is no date, two for `01/03/2024`, which is 1 March in Europe and
    /// 3 January in the United States. Between dots the day always comes first (DIN 5008).
    static func readings(_ text: some StringProtocol) -> [DateExpression.Point] {
        let bytes = Array(text.utf8)
        let separators = Set(bytes.lazy.filter { !$0.isASCIIDigit })
        guard separators.count <= 1, separators.isSubset(of: "-/.".utf8) else { return [] }
        let parts = bytes.split(omittingEmptySubsequences: false, whereSeparator: separators.contains)
        guard parts.count > 1 || bytes.count != 8 else { return compact(bytes) }
        guard parts.count <= 3, parts.allSatisfy({ [1, 2, 4].contains($0.count) }),
            parts.count(where: { $0.count == 4 }) == 1
        else { return [] }
        let numbers = parts.map(number)
        if parts[0].count == 4 { return valid(numbers) }
        guard parts[parts.count - 1].count == 4 else { return [] }
        return yearLast(numbers, isDayFirst: separators.contains(UInt8(ascii: ".")))
    }

    /// `20240317` (ISO 8601, basic format).
    private static func compact(_ digits: [UInt8]) -> [DateExpression.Point] {
        valid([number(digits[0..<4]), number(digits[4..<6]), number(digits[6..<8])])
    }

    private static func yearLast(_ numbers: [Int], isDayFirst: Bool) -> [DateExpression.Point] {
        guard numbers.count == 3 else { return valid(numbers.reversed()) }
        let dayFirst = valid(numbers.reversed())
        guard !isDayFirst, numbers[0] != numbers[1] else { return dayFirst }
        return dayFirst + valid([numbers[2], numbers[0], numbers[1]])
    }

    /// The date with that year, month and day, if there are such a month and day.
    private static func valid(_ numbers: [Int]) -> [DateExpression.Point] {
        guard numbers[0] > 0, (1...12).contains(numbers.dropFirst().first ?? 1),
            (1...31).contains(numbers.dropFirst(2).first ?? 1)
        else { return [] }
        switch numbers.count {
        case 1: return [.year(numbers[0])]
        case 2: return [.month(year: numbers[0], month: numbers[1])]
        default: return [.day(year: numbers[0], month: numbers[1], day: numbers[2])]
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int {
        digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}
