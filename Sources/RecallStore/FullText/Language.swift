import RecallCore

extension Language {
    /// The languages whose words can be reduced to stems.
    static let stemmed = allCases.filter { $0.stemmerName != nil }

    /// Snowball's name of the algorithm.
    var stemmerName: String? {
        switch self {
        case .english, .german, .french, .spanish, .italian, .portuguese, .dutch, .swedish, .norwegian, .danish,
            .finnish, .russian:
            englishName
        default: nil
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
        rawValue = 1 << Int(language.rawValue)
    }

    var languages: [Language] { Language.allCases.filter { contains(LanguageSet($0)) } }

    /// The languages' raw values.
    var numbers: some Sequence<Int> {
        sequence(state: rawValue) { rest in
            guard rest != 0 else { return nil }
            defer { rest &= rest - 1 }
            return rest.trailingZeroBitCount
        }
    }
}

extension Language {
    /// The language most of whose function words occur among `words` (folded), or `nil` when too few do, or more of
    /// another language that has no stemmer.
    ///
    /// Function words are a third of running text, so forty words decide.
    static func guess(_ words: some Sequence<String>) -> Language? {
        var counts = [Int](repeating: 0, count: allCases.count)
        var total = 0
        for word in words {
            total += 1
            for language in StopWords.languages(of: word) { counts[Int(language.rawValue)] += 1 }
        }
        guard let best = stemmed.max(by: { counts[Int($0.rawValue)] < counts[Int($1.rawValue)] }) else { return nil }
        let hits = counts[Int(best.rawValue)]
        return hits >= 2 && hits * 10 >= total && counts.allSatisfy { $0 <= hits } ? best : nil
    }
}
