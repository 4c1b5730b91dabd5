import RecallCore
import RecallStore
import RecallText

/// Queries whose words are a date and nothing else: "3 november 2024", "2024/03/01", "last spring". What was written then is
/// listed, as with `date:`.
extension QueryReading {
    /// The reading with its matches in a library: as a date where the words are one and something is dated so.
    static func matched(_ query: SearchQuery, in snapshot: SearchSnapshot) throws -> (QueryReading, FilterMatches) {
        let reading = QueryReading(query, for: .ranking)
        if query.syntax == .language, let date = reading.date(of: query) {
            return try reading.matched(
                as: reading.listing(date, query.clock), in: snapshot,
                orElse: "Nothing is dated \(date.days), so the words were searched.")
        }
        return try reading.matched(
            as: reading.mentionsOnly(
                query, in: snapshot.library, snapshot.analyzer()), in: snapshot,
            orElse: "Nothing is all that the words name (who, what kind, when), so they were searched.")
    }

    /// A list with its matches; where there is none or it is empty, this reading with its own.
    ///
    /// - Parameter hint: said of an empty list.
    private func matched(
        as list: QueryReading?, in snapshot: SearchSnapshot, orElse hint: String
    ) throws -> (QueryReading, FilterMatches) {
        var reading = self
        if let list {
            let matches = try snapshot.matches(list.filter)
            if matches.selection.map({ $0.items.count > 0 }) == true { return (list, matches) }
            reading.hints.append(hint)
        }
        return (reading, try snapshot.matches(filter))
    }

    /// The date that the free text is, if it stands for the same days every time.
    private func date(of query: SearchQuery) -> ResolvedDate? {
        guard hasPlainWordsOnly, let expression = DateExpression(wholeQuery: freeText), !expression.isYearly,
            let days = expression.days(in: query.clock)
        else { return nil }
        return ResolvedDate(
            written: freeText.trimmingBlanks, from: days.from, to: days.to,
            days: DayRange.text(days, in: query.clock))
    }
}

extension DateExpression {
    /// The date that all words of a query are. One word alone is a topic ("march", "2024", "christmas"), unless it is
    /// "today", "yesterday" or has the signs of a date.
    init?(wholeQuery text: String) {
        var words = text.split(whereSeparator: \.isWhitespace)
        guard words.count <= Self.mostWords else { return nil }
        while words.count > 1, Self.beforeDates.contains(WordFolding.fold(String(words[0]))) { words.removeFirst() }
        let date = words.joined(separator: " ")
        let isTopic = words.count == 1 && date.count == text.trimmingBlanks.count && Self.isOneWord(date)
        guard !isTopic, let expression = DateExpression(date) else { return nil }
        self = expression
    }

    private static let mostWords = 8

    private static let beforeDates = DateWords.introductions.union(DateWords.fillers).union(["the", "im", "en", "au"])

    private static func isOneWord(_ text: String) -> Bool {
        !text.contains { "-/.".contains($0) } && !["today", "yesterday"].contains(text.lowercased())
    }
}

extension StringProtocol {
    fileprivate var trimmingBlanks: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
