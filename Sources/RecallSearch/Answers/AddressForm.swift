import RecallText

/// The form of addresses of houses, e-mail and pages.
enum AddressForm {
    /// True for a text with "Lindenstraße 14", "12 Mill Lane", "rue de la Paix 3", "ada@people.example" or "www.shop.example".
    ///
    /// - Complexity: O(*n*) in its characters.
    static func isIn(_ text: String) -> Bool {
        let tokens = text.split(whereSeparator: \.isWhitespace).map(Token.init)
        return tokens.indices.contains { index in
            tokens[index].isOfNet
                || tokens[index].isStreet
                    && tokens[max(0, index - reach)..<min(tokens.count, index + reach + 1)].contains(where: \.isNumber)
        }
    }

    /// The words between a street and the number of a house, at most: "4 Old Mill Lane", "calle de la Cruz 4".
    private static let reach = 4

    private struct Token {
        let isOfNet: Bool
        let isStreet: Bool
        let isNumber: Bool

        init(_ text: Substring) {
            let core = text.drop { !$0.isLetter && !$0.isNumber }
            let word = core.prefix { $0.isLetter || $0.isNumber }
            let folded = WordFolding.fold(String(word))
            let isName = word.first?.isUppercase == true
            isOfNet =
                core.hasPrefix("www.") || core.hasPrefix("http")
                || core.split(separator: "@").count == 2 && core.contains(".")
            isStreet =
                streets.contains(folded) || isName && nameParts.contains(folded)
                || isName && folded.count > shortestCompound && endings.contains(where: folded.hasSuffix)
            isNumber = word.first?.isNumber == true && word.count <= longestNumber
        }
    }

    /// That of "Amweg".
    private static let shortestCompound = 4
    /// "14b", "1280", a postcode.
    private static let longestNumber = 5
    private static let streets = Set.words(
        "street road avenue lane boulevard strasse allee rue calle avenida rua viale straat ulica ul улица ул")
    /// These are streets only in names.
    private static let nameParts = Set.words(
        """
        st rd ave ln blvd dr drive court ct close place pl square sq terrace crescent way hill row mews gardens grove quay
        parade walk weg platz gasse ring damm ufer via piazza piazzale plaza paseo passeig carrer travessa praca chemin quai
        impasse laan plein gracht plac
        """)
    private static let endings = ["strasse", "str", "weg", "platz", "gasse", "allee", "damm", "ufer", "laan", "straat"]
}
