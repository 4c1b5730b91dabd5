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

    /// True if a question asks what one has: "how many cats do I have?"
    static func asksWhatOneHas(_ words: [String]) -> Bool {
        words.indices.dropFirst().contains { index in
            guard havers.contains(words[index]) else { return false }
            return germanHavings.contains(words[index - 1])
                || auxiliaries.contains(words[index - 1])
                    && words.dropFirst(index + 1).first.map(havings.contains) == true
        }
    }

    /// The words, folded, that stand right behind what one says to have, or what a third one has: "cats" of "I have three cats" and of
    /// "Lena has three cats".
    static func had(by haver: Haver, in words: [String]) -> [String] {
        let owning = words.indices.filter { index in
            switch haver {
            case .writer: index > 0 && ["i", "ich"].contains(words[index - 1]) && havings.contains(words[index])
            case .third: thirdHavings.contains(words[index])
            }
        }
        return owning.flatMap { words[($0 + 1)...].prefix(reach) }
    }

    /// One who has something, as a verb says.
    enum Haver { case writer, third }

    /// True if a question asks for what a contact says of the one who asks: "my phone number", and not "my mother's".
    static func asksForOwnDetail(_ words: [String]) -> Bool {
        words.indices.dropLast().contains { possessives.contains(words[$0]) && details.contains(words[$0 + 1]) }
    }

    private static let details = Set.words(
        """
        phone telephone mobile cell number email mail address birthday telefon telefonnummer handynummer nummer adresse
        anschrift geburtstag numero telefono direccion cumpleanos anniversaire
        """)

    /// The words that an adjective or a compound may have: "my new mobile number".
    private static let reach = 3
    private static let possessives = Set.words("my mine mein meine meinen meinem meiner meines mon ma mes mi mis")
    private static let havers = Set.words("i we ich wir")
    private static let auxiliaries = Set.words("do did")
    private static let germanHavings = Set.words("habe haben hatte hatten besitze besitzen")
    private static let havings = Set.words("have own").union(germanHavings)
    private static let thirdHavings = Set.words("has hat owns besitzt")
    private static let pronouns = Set.words("i me ich mich mir je moi yo")
}
