import RecallText

/// A sender named by what they are: "the dentist" in "emails from the dentist" and in "what did the dentist say". No sender is
/// called so, but one may be called "Larchbank Dental".
struct SenderRole: Hashable {
    /// The words, without their article.
    let text: String

    /// The role in a query's words; `nil` if they name nobody so.
    ///
    /// - Parameters:
    ///   - people: the people whom the words name: they are no role.
    ///   - dates: the dates that the words name.
    init?(_ words: [QueryWord], _ people: NamedPeople, _ dates: DateMentions) {
        let known = Set(people.names.flatMap(\.words)).union(dates.phrases.flatMap(\.words))
        let starts = words.indices.dropLast(2).filter { index in
            let (word, next) = (words[index].folded, words[index + 1].folded)
            let says = word == "did" && words[(index + 2)...].contains { Self.sayingVerbs.contains($0.folded) }
            return (says || Self.prepositions.contains(word)) && Self.articles.contains(next)
        }
        guard let start = starts.first else { return nil }
        let role = words.indices[(start + 2)...].prefix { index in
            !words[index].isFunctionWord && !known.contains(index) && !dates.words.contains(words[index].folded)
                && !Self.sayingVerbs.contains(words[index].folded)
        }.prefix(Self.mostWords)
        guard !role.isEmpty else { return nil }
        text = words[role].map(\.text).joined(separator: " ")
    }

    private static let mostWords = 3
    private static let sayingVerbs: Set<String> = [
        "say", "write", "tell", "ask", "answer", "reply", "suggest", "mention", "think", "propose", "report",
        "recommend",
    ]
    private static let prepositions: Set<String> = ["from", "von", "vom"]
    private static let articles: Set<String> = [
        "the", "my", "our", "a", "an", "his", "her", "their", "dem", "der", "den", "meinem", "meiner", "unserem",
        "unserer",
        "einem", "einer",
    ]
}
