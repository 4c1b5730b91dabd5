import RecallCore
import RecallText

/// The people, kinds and dates that a query's plain words name, as filters that the person may add.
struct WishReport {
    let words: [QueryWord]
    let people: NamedPeople
    let kinds: KindWishes
    let dates: DateMentions
    /// The names that are ordinary words too, folded.
    let ordinary: Set<String>
    let clock: QueryClock

    /// The wishes: people, kinds, dates.
    var wishes: [QueryWish] {
        people.names.compactMap(person) + kinds.wishes.flatMap(kind)
            + dates.phrases.compactMap(phrase) + dates.mentions.compactMap(mention)
    }

    private func wish(_ range: Range<Int>, _ filter: SearchFilter, isRanked: Bool = true) -> QueryWish {
        QueryWish(
            written: words[range].map(\.text).joined(separator: " "), filterText: filter.queryText(in: clock),
            isRanked: isRanked)
    }

    /// The kinds that rank higher, and the filter where that is narrower: ranking knows no formats.
    private func kind(_ kind: KindWishes.Wish) -> [QueryWish] {
        let range = kind.position..<kind.position + 1
        let ranked = wish(range, kind.ranked)
        return kind.ranked == kind.filter ? [ranked] : [ranked, wish(range, kind.filter, isRanked: false)]
    }

    /// An ordinary word is a name only where "from" or "to" says so.
    private func person(_ name: NamedPeople.Name) -> QueryWish? {
        let isOrdinary = words[name.words].allSatisfy { ordinary.contains($0.folded) }
        guard !isOrdinary || name.roles.count < ParticipantRole.allCases.count else { return nil }
        return wish(name.words, name.filter(words))
    }

    private func phrase(_ phrase: (expression: DateExpression, words: Range<Int>)) -> QueryWish? {
        dates.days(of: phrase.expression, clock).map { wish(phrase.words, .date(from: $0.from, to: $0.to)) }
    }

    private func isPhrased(_ year: Int) -> Bool {
        dates.phrases.contains { phrase in words[phrase.words].contains { $0.folded == String(year) } }
    }

    /// A date with a year; a month alone may be that of any year. What is part of a phrase is said once.
    private func mention(_ mention: DateMentions.Mention) -> QueryWish? {
        guard let year = mention.year, !isPhrased(year) else { return nil }
        let point: DateExpression.Point =
            switch (mention.month, mention.day) {
            case (let month?, let day?): .day(year: year, month: month, day: day)
            case (let month?, nil): .month(year: year, month: month)
            default: .year(year)
            }
        guard let days = DateExpression(point).days(in: clock) else { return nil }
        return QueryWish(
            written: DayRange.text(days, in: clock),
            filterText: SearchFilter.date(from: days.from, to: days.to).queryText(in: clock))
    }
}
