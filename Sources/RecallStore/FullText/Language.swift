/// A language whose words can be reduced to stems. The raw value is the bit in a set of languages.
public enum Language: Int, Sendable, CaseIterable {
    case english, german, french, spanish, italian, portuguese, dutch, swedish, norwegian, danish, finnish, russian

    /// Snowball's name of the algorithm.
    var stemmerName: String {
        switch self {
        case .english: "english"
        case .german: "german"
        case .french: "french"
        case .spanish: "spanish"
        case .italian: "italian"
        case .portuguese: "portuguese"
        case .dutch: "dutch"
        case .swedish: "swedish"
        case .norwegian: "norwegian"
        case .danish: "danish"
        case .finnish: "finnish"
        case .russian: "russian"
        }
    }
}

/// Some languages, as a set of bits to be stored.
struct LanguageSet: OptionSet, Hashable, Sendable {
    let rawValue: Int

    init(rawValue: Int) {
        self.rawValue = rawValue
    }

    init(_ language: Language) {
        rawValue = 1 << language.rawValue
    }

    var languages: [Language] { Language.allCases.filter { contains(LanguageSet($0)) } }
}

extension Language {
    /// The language most of whose function words occur among `words` (folded), or `nil` when too few do, or more of
    /// another language that has no stemmer.
    ///
    /// Function words are a third of running text, so forty words decide.
    static func guess(_ words: some Sequence<String>) -> Language? {
        var counts = [Int](repeating: 0, count: allCases.count)
        var others = [Int](repeating: 0, count: StopWords.otherLanguageCount)
        var total = 0
        for word in words {
            total += 1
            for language in StopWords.languages(of: word) { counts[language.rawValue] += 1 }
            for language in StopWords.otherLanguages(of: word) { others[language] += 1 }
        }
        guard let best = allCases.max(by: { counts[$0.rawValue] < counts[$1.rawValue] }) else { return nil }
        let hits = counts[best.rawValue]
        return hits >= 2 && hits * 10 >= total && others.allSatisfy { $0 <= hits } ? best : nil
    }
}
