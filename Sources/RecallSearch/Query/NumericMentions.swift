/// Dates in digits that a text mentions: "2024-11-03", "1/3/2024". Where there are two ways to read one, both are mentioned.
struct NumericMentions {
    /// The months and days.
    private(set) var mentions: [DateMentions.Mention] = []
    /// The digits of which they are made.
    private(set) var words: Set<String> = []

    /// The dates between the blanks and the punctuation of a text.
    init(_ text: String) {
        for part in text.split(whereSeparator: \.isWhitespace) {
            let token = String(part.drop { !$0.isASCIIDigit }.reversed().drop { !$0.isASCIIDigit }.reversed())
            let found = NumericDate.readings(token).compactMap(DateMentions.Mention.init)
            guard !found.isEmpty, token.contains(where: { !$0.isASCIIDigit }) else { continue }
            mentions += found
            words.formUnion(token.split { !$0.isASCIIDigit }.map(String.init))
        }
    }
}

extension DateMentions.Mention {
    /// The mention of a month or a day of the calendar.
    fileprivate init?(_ point: DateExpression.Point) {
        switch point {
        case .month(let year, let month): self.init(year: year, month: month)
        case .day(let year, let month, let day): self.init(year: year, month: month, day: day)
        default: return nil
        }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
