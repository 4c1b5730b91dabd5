import RecallCore
import RecallText

/// The words by which people speak of themselves, in English, German, French and Spanish.
enum FirstPerson {
    /// True if a question, by its words, folded, asks about the one who asks.
    static func asks(_ words: [String]) -> Bool {
        words.contains { possessives.contains($0) || pronouns.contains($0) }
    }

    /// The words, folded, that stand right behind a possessive: "IBAN" of "my IBAN is".
    static func possessions(in words: [String]) -> [String] {
        words.indices.filter { possessives.contains(words[$0]) }.flatMap { words[($0 + 1)...].prefix(reach) }
    }

    /// The words that an adjective or a compound may have: "my new mobile number".
    private static let reach = 3
    private static let possessives = Set.words("my mine mein meine meinen meinem meiner meines mon ma mes mi mis")
    private static let pronouns = Set.words("i me ich mich mir je moi yo")
}
