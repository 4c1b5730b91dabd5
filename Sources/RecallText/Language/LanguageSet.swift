package import RecallCore

/// Some languages, as a set of bits to be stored.
package struct LanguageSet: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package init(_ language: Language) {
        rawValue = 1 << Int(language.rawValue)
    }

    package var languages: [Language] { Language.allCases.filter { contains(LanguageSet($0)) } }

    /// The languages' raw values.
    var numbers: some Sequence<Int> {
        sequence(state: rawValue) { rest in
            guard rest != 0 else { return nil }
            defer { rest &= rest - 1 }
            return rest.trailingZeroBitCount
        }
    }
}
