import RecallText

/// Words that say whose a thing is: "Rui's number", "your salary", "the number of Rui".
struct Possession: Hashable {
    /// Those who have it.
    enum Possessor: Hashable {
        /// "Your".
        case addressee
        /// By a name, folded.
        case named(String)
    }

    let possessor: Possessor
    /// The words, folded, that name what is had, and those that stand beside it.
    let things: [String]
    /// True for a name with an ending: "Rui's", not "of Rui", which may be a month.
    let isGenitive: Bool

    /// The name of who has it; `nil` if it is the addressee.
    var name: String? { if case .named(let name) = possessor { name } else { nil } }

    /// The possessions that a text tells of. Only what begins with a capital letter is a name: "the cat's bowl" has none.
    static func all(in text: String) -> [Possession] {
        let tokens = text.split(whereSeparator: \.isWhitespace).map(Token.init)
        return tokens.indices.compactMap { index in
            let token = tokens[index]
            if let name = token.genitive { return Possession(.named(name), after: index, in: tokens) }
            if index > 0, token.isCapital, tokens[index - 1].folded == "of" {
                return Possession(
                    possessor: .named(token.folded), things: things(before: index - 1, in: tokens), isGenitive: false)
            }
            return secondPersons.contains(token.folded) ? Possession(.addressee, after: index, in: tokens) : nil
        }
    }

    private init(possessor: Possessor, things: [String], isGenitive: Bool) {
        (self.possessor, self.things, self.isGenitive) = (possessor, things, isGenitive)
    }

    private init(_ possessor: Possessor, after index: Int, in tokens: [Token]) {
        let following = tokens[(index + 1)...].prefix(Self.reach)
        let end = following.firstIndex(where: \.endsClause).map { $0 + 1 } ?? following.endIndex
        self.init(
            possessor: possessor, things: following[..<end].map(\.folded), isGenitive: possessor != .addressee)
    }

    private static func things(before index: Int, in tokens: [Token]) -> [String] {
        tokens[..<index].suffix(reach).map(\.folded)
    }

    /// The words that a compound may have: "new phone number".
    private static let reach = 3
    private static let secondPersons = Set.words("your dein deine deinen deinem deiner votre")

    /// A word as it is written.
    private struct Token {
        let folded: String
        /// The name that it is the genitive of, folded.
        let genitive: String?
        let isCapital: Bool
        let endsClause: Bool

        init(_ text: Substring) {
            let word = text.drop { !$0.isLetter && !$0.isNumber }
            let core = word.prefix { $0.isLetter || $0.isNumber || $0 == "'" || $0 == "’" || $0 == "-" }
            isCapital = core.first?.isUppercase == true
            endsClause = core.endIndex < text.endIndex
            let ending = ["'s", "’s"].first(where: core.hasSuffix)
            let stem = ending == nil ? core : core.dropLast(2)
            folded = WordFolding.fold(String(stem))
            genitive = ending != nil && isCapital && !Self.contracted.contains(folded) ? folded : nil
        }

        /// Words that "is" and "has" are written together with.
        private static let contracted = Set.words("it that he she what who there here where how when let this one")
    }
}
