import RecallText

/// Statements in several forms about one thing that there is one of: where somebody lives and works.
///
/// "I live in Leeds", "I moved to York" and "My flat is in Bath" are about one home.
enum CommonSlot {
    /// The thing, and the value given of it; `nil` if the words are of no such form.
    static func of(_ words: [String]) -> (slot: [String], value: [String])? {
        let words = words.filter { !fillers.contains($0) }
        for (phrases, name) in forms {
            if let length = phrases.length(at: 0, in: words) { return found([name], words, from: length) }
        }
        return other(words)
    }

    /// "My brother lives in Leeds".
    private static func other(_ words: [String]) -> (slot: [String], value: [String])? {
        guard let first = words.first, owners.contains(first) else { return nil }
        for verb in words.indices.prefix(5).dropFirst(2) {
            for (phrases, name) in verbs {
                guard let length = phrases.length(at: verb, in: words) else { continue }
                return found(words[..<verb] + [name], words, from: verb + length)
            }
        }
        return nil
    }

    /// The value up to what says since when or with whom; `nil` for "a new flat", and for what may be over: "in 2020".
    private static func found(
        _ slot: [String], _ words: [String], from start: Int
    ) -> (slot: [String], value: [String])? {
        // "For the Mill Company", but not "to the coast".
        let skipsArticle = slot.last == "work" && words.dropFirst(start).first == "the"
        let rest = words[(start + (skipsArticle ? 1 : 0))...]
        let value = rest.prefix { !limits.contains($0) }
        guard let first = value.first, !vague.contains(first), !rest.contains(where: isPast) else { return nil }
        return (slot, Array(value))
    }

    private static func isPast(_ word: String) -> Bool {
        word.contains(where: \.isNumber) || pasts.contains(word)
    }

    private static let forms: [(Phrases, String)] = [
        (
            Phrases(
                """
                i/we live in
                i/we moved to
                i/we have/ve moved to
                i am living in
                i m living in
                my/our flat/house/home/apartment is in
                ich/wir wohne/wohnen/lebe/leben in
                ich/wir bin/sind nach
                meine/unsere wohnung ist in
                vivo/vivimos en
                me mude a
                """), "home"
        ),
        (
            Phrases(
                """
                i work for/at
                i am employed by/at
                i m employed by/at
                i started at
                i started working for/at
                i have/ve started at
                my employer is
                ich arbeite bei
                mein arbeitgeber ist
                trabajo en
                """), "work"
        ),
    ]

    private static let verbs: [(Phrases, String)] = [
        (Phrases("lives/live in\nmoved to\nhas/have moved to\nwohnt/wohnen in\nvive en"), "home"),
        (Phrases("works/work for/at\narbeitet bei\ntrabaja en"), "work"),
    ]

    private static let owners = Set.words("my our mein meine unser unsere mi mis")
    private static let fillers = Set.words("now currently just recently still actually again jetzt inzwischen ahora")
    private static let limits = Set.words("in since with from for last this near seit mit als desde con as and but")
    private static let vague = Set.words("a an the my our another ein eine einen un una home night nights weekends")
    private static let pasts = Set.words("last ago when was before until then")
}
