import Foundation
import RecallCore
import RecallStore
import RecallText

/// Queries whose words name a date, and else only people and kinds: "emails from Rolf Turner in October 2023", "what happened
/// on christmas 2023"; or a kind and from or to whom: "emails from Rolf Turner". What is of these is listed, as with `from:`, `kind:` and `date:`: as words to rank by, a name and a month
/// are found in what others wrote about them.
extension QueryReading {
    /// The same reading as a list; `nil` if the words may have a topic.
    func mentionsOnly(
        _ query: SearchQuery, in library: LibrarySnapshot, _ analyzer: @autoclosure () throws -> QueryAnalyzer
    ) throws -> QueryReading? {
        guard hasPlainWordsOnly, !isFilterOnly else { return nil }
        let all = try analyzer().words(of: freeText)
        guard all.count <= Self.mostWords else { return nil }
        let words = all.filter { !Self.asides.contains($0.folded) }
        let dates = DateMentions(words.map(\.folded), in: freeText)
        let isCertain = words.count < all.count
        guard let other = try Self.filter(words, in: freeText, besides: dates, library, isCertain: isCertain) else {
            return nil
        }
        let dated = try dates.isEmpty ? .everything : library.filter(dates, query.clock)
        let named = dates.isEmpty ? "whose and what" : "whose, what and when"
        return listing(
            dated.and(other), [], query.clock,
            hint: "The words name \(named), so everything of that is listed, newest first. "
                + "Quotation marks search for the words.")
    }

    private static let mostWords = 12

    /// Words beside names, kinds and dates that are no topic.
    private static let asides: Set<String> = [
        "sent", "written", "wrote", "dated", "received", "happened", "happen", "everything", "anything", "all",
        "gesendet", "geschrieben", "passierte", "geschah", "alles",
    ]

    /// The people and kinds that the words name besides dates; `nil` if they say anything else, or nothing but a date and
    /// one word that may be a topic as well as a name.
    ///
    /// - Parameter isCertain: true if other words tell that there is no topic.
    private static func filter(
        _ words: [QueryWord], in text: String, besides dates: DateMentions, _ library: LibrarySnapshot,
        isCertain: Bool
    ) throws -> SearchFilter? {
        // Most queries name neither, and names are looked up.
        guard !dates.isEmpty || words.contains(where: KindWishes.isKind) else { return nil }
        var people = try NamedPeople(words, in: text, library)
        let kinds = KindWishes(words, people, dates)
        let kindPositions = Set(kinds.wishes.map(\.position))
        people.remove(at: kindPositions)
        people.remove(at: Set(words.indices.filter { dates.words.contains(words[$0].folded) }))
        let known = kindPositions.union(people.names.flatMap(\.words)).union(dates.phrases.flatMap(\.words))
        let isTopic = words.indices.contains { index in
            !known.contains(index) && !words[index].isFunctionWord && !dates.words.contains(words[index].folded)
        }
        let areDirected = people.names.map { $0.roles.count < ParticipantRole.allCases.count }
        let isCertain =
            dates.isEmpty
            ? !kindPositions.isEmpty && !areDirected.isEmpty && !areDirected.contains(false)
            : isCertain || !kindPositions.isEmpty || people.names.contains { $0.words.count > 1 }
                || areDirected.contains(true)
        guard !isTopic, isCertain, !people.names.contains(where: { isSubject($0, words) }) else { return nil }
        let persons = people.names.map { $0.filter(words) }
        return .all(persons + kinds.wishes.map(\.filter))
    }

    /// True for a name that is what is written about: "about the deposit", where a sender is called "Shared Deposit Register".
    private static func isSubject(_ name: NamedPeople.Name, _ words: [QueryWord]) -> Bool {
        let before = words[..<name.words.lowerBound].last { !articles.contains($0.folded) }
        return before.map { subjectWords.contains($0.folded) } ?? false
    }

    private static let subjectWords: Set<String> = [
        "about", "regarding", "concerning", "uber", "wegen", "sobre", "sur",
    ]
    private static let articles: Set<String> = [
        "the", "a", "an", "my", "our", "his", "her", "their", "der", "die", "das", "den", "dem", "mein", "meine", "el",
        "la", "le", "les", "los", "las",
    ]
}

extension LibrarySnapshot {
    /// The times that fit the mentions best, as a filter, which nothing passes if none may be of the library.
    fileprivate func filter(_ mentions: DateMentions, _ clock: QueryClock) throws -> SearchFilter {
        let spans = try years(clock).map { mentions.spans(in: $0, clock) } ?? []
        let best = spans.map(\.fit).max()
        return .any(spans.filter { $0.fit == best }.map { .date(from: $0.span.lowerBound, to: $0.span.upperBound) })
    }
}
