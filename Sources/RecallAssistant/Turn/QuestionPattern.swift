import Foundation
import RecallCore
import RecallKit

/// Regular expressions of questions, and what the words in their groups select.
enum QuestionPattern {
    /// The words of a question, one blank between two.
    static func words(of question: String) -> String {
        question.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The groups of the first pattern that begins a text, case or not; a group without a match is empty.
    static func groups(
        of text: String, _ patterns: [String], options: NSRegularExpression.Options = .caseInsensitive
    ) -> [String]? {
        let range = NSRange(text.startIndex..., in: text)
        for pattern in patterns {
            guard let expression = try? NSRegularExpression(pattern: "^" + pattern, options: options),
                let match = expression.firstMatch(in: text, range: range)
            else { continue }
            return (1..<match.numberOfRanges).map { group in
                Range(match.range(at: group), in: text).map { String(text[$0]) } ?? ""
            }
        }
        return nil
    }

    /// The items from who is called so.
    static func isFrom(_ name: String) -> SearchFilter { .participant(WordSequence(name), in: [.from]) }

    /// The items from who has that name. Somebody who is called "For Mira Berg" is no Mira Berg, and one who is called "Mira wrote:
    /// the rent is 900" no Mira.
    static func isFrom(_ name: String, _ library: RecallLibrary) throws -> SearchFilter {
        let words = RecallLibrary.words(of: name)
        let people = try library.people(named: name)
        let meant = people.filter { person in
            words.count > 1
                ? person.names.contains { RecallLibrary.words(of: $0) == words }
                : person.names.isEmpty || person.names.contains { Participant(name: $0).plainName != nil }
        }
        guard !meant.isEmpty, meant.count < people.count else { return isFrom(name) }
        let others = Set(people).subtracting(meant).flatMap(\.addresses)
        return others.reduce(isFrom(name)) { $0.and(.not(.address($1, in: [.from]))) }
    }

    /// The quotations of who is called so that answer a query; `nil` where there are none. They are an answer if the first
    /// one's item has the words of the subject, however short the question was.
    static func answer(
        _ query: SearchQuery, from name: String, about subject: String, _ library: RecallLibrary
    ) throws -> QuotedAnswer? {
        var query = query
        query.filter = query.filter.and(try isFrom(name, library))
        let answer = try library.quotations(for: query)
        guard let first = answer.quotations.first else { return nil }
        guard try !answer.isAnswer && says(subject, first.item.id, library) else { return answer }
        return QuotedAnswer(quotations: answer.quotations, isAnswer: true, confidence: answer.confidence)
    }

    /// True if an item has all words of a subject ("about the flat").
    private static func says(_ subject: String, _ item: ItemID, _ library: RecallLibrary) throws -> Bool {
        let words = subject.split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "-" }
            .filter { !prepositions.contains($0.lowercased()) && !articles.contains($0.lowercased()) }
        guard !words.isEmpty else { return false }
        let said = words.map { SearchFilter.words(WordSequence(String($0))) }
        let filter = SearchFilter.all([.id(prefix: item.description)] + said)
        return try !library.page(SearchQuery("", filter: filter), offset: 0, limit: 1).items.isEmpty
    }

    private static let prepositions: Set<String> = [
        "about", "for", "to", "if", "whether", "regarding", "of", "on", "concerning", "in", "über", "wegen", "nach",
        "zu",
        "zum", "zur", "von",
    ]

    private static let articles: Set<String> = [
        "the", "a", "an", "my", "our", "their", "his", "her", "die", "der", "das", "den", "dem", "ein", "eine", "einen",
        "mein", "meine", "unsere",
    ]
}
