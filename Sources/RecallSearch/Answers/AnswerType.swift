import Foundation
import RecallCore
import RecallText

/// The type of answer that a question asks for, as far as such answers can be recognised in a sentence.
enum AnswerType: Hashable {
    case person, place, time
    /// A number, a length of time.
    case number
    /// A sum of money or a quantity with its unit: "how much".
    case amount
    /// Digits that mean no quantity: a telephone number, a code.
    case identifier
    /// Anything else: reasons, things, yes or no.
    case other

    /// The type of a question by its words, folded, in English, German, French or Spanish.
    init(_ words: [String]) {
        let beginning = words.prefix(Self.questionWordWithin)
        let pairs = zip(words, words.dropFirst()).map { "\($0) \($1)" }
        let asked = zip(words, words.dropFirst()).first { Self.whichWords.contains($0.0) && Self.nouns[$0.1] != nil }
        if pairs.contains(where: Self.amountQuestions.contains)
            || beginning.first.map(Self.amountQuestions.contains) == true
        {
            self = .amount
        } else if pairs.contains(where: QuestionType.numberQuestions.contains)
            || beginning.contains(where: QuestionType.numberQuestions.contains)
        {
            self = .number
        } else if beginning.contains(where: QuestionType.timeQuestions.contains) {
            self = .time
        } else if let type = asked.flatMap({ Self.nouns[$0.1] }) {
            self = type
        } else if Self.asksPrice(words) {
            self = .amount
        } else if let type = Self.headNoun(words).flatMap(Self.type(ofNoun:)) {
            self = type
        } else {
            self = beginning.lazy.compactMap { Self.questionWords[$0] }.first ?? .other
        }
    }

    /// "combien" and "cuánto" ask for numbers too.
    private static let amountQuestions: Set<String> = ["how much", "wie viel", "wieviel", "wie hoch", "wie teuer"]

    /// True for "what did the crown cost", "what is she paid", "what is the monthly rent".
    ///
    /// Not for "what did she pay for", which asks for a thing.
    private static func asksPrice(_ words: [String]) -> Bool {
        if words.first == "was" { return words.contains(where: germanPriceVerbs.contains) }
        guard words.prefix(questionWordWithin).contains(where: whichWords.contains), let last = words.last,
            !thingsAreAskedAfter.contains(last)
        else { return false }
        if words.contains(where: priceVerbs.contains) { return true }
        return words.indices.contains { i in
            guard i + 2 < words.count, copulas.contains(words[i]), determiners.contains(words[i + 1]) else {
                return false
            }
            return prices.contains(words[i + 2]) || i + 3 < words.count && prices.contains(words[i + 3])
        }
    }

    private static let priceVerbs = Set.words("cost costs pay paid coute coutent coutait cuesta cuestan costo costaba")
    /// After "was", which begins questions of yes and no in English.
    private static let germanPriceVerbs = Set.words("kostet kosten kostete kosteten gekostet bezahlt bezahlen")
    private static let prices = Set.words(
        """
        price rent fee fare salary wage deposit fine premium budget total preis miete gebuhr gehalt kaution betrag summe
        prix loyer salaire montant caution precio alquiler sueldo salario importe
        """)
    private static let copulas = Set.words("is was are were s ist war sind waren lautet est etait es era fue")
    private static let determiners = Set.words(
        """
        the a my your our his her their its der die das mein meine unser unsere ihr ihre le la mon ma notre el mi su
        nuestro
        """)
    private static let thingsAreAskedAfter = Set.words("for about with")

    /// The noun that "what is …" asks for, the last one before a preposition: "code" in "what is the gate code of the
    /// shed".
    private static func headNoun(_ words: [String]) -> String? {
        let asksWhat = words.first.map { whichWords.contains($0) || germanWhat.contains($0) } ?? false
        guard asksWhat, words.count > 2, copulas.contains(words[1]) else { return nil }
        return words.dropFirst(2).prefix { !nounEnds.contains($0) }.last
    }

    private static func type(ofNoun noun: String) -> AnswerType? {
        identifiers.contains(noun) || noun.hasSuffix("nummer") ? .identifier : nouns[noun]
    }

    private static let germanWhat = Set.words("was wie")
    private static let nounEnds = Set.words(
        """
        of for at in on from to with by and that where von vom fur zu zum zur bei im am der des de du pour a del para en
        con
        """)
    /// Nouns of what is an identifier. Not of passwords, which may be words.
    private static let identifiers = Set.words(
        """
        number code pin phone telephone reference ref id postcode zip iban telefon kennzeichen postleitzahl plz
        numero telefono codigo matricula referencia
        """)

    /// True if a sentence is to have a number of some form.
    var isNumeric: Bool { self == .amount || self == .identifier }

    /// Question words stand among the first words: "In welchem Jahr", "To whom".
    private static let questionWordWithin = 4

    private static let questionWords = table([
        (.person, "who whom whose wer wem wen wessen qui quien quienes"), (.place, "where wo woher wohin donde adonde"),
    ])
    private static let whichWords = Set.words("what which welche welcher welches welchem welchen que cual quel quelle")
    /// Nouns after "which", with the type of what they ask for.
    private static let nouns = table([
        (
            .time,
            """
            year date day month century decade time week jahr jahre jahrhundert datum tag monat woche ano siglo fecha
            dia mes hora annee date jour mois siecle heure
            """
        ),
        (
            .place,
            """
            city country state place town region area county stadt land ort staat region ciudad pais lugar estado ville
            pays lieu endroit
            """
        ), (.number, "percentage number percent prozentsatz anzahl porcentaje numero pourcentage nombre"),
        (.person, "person man woman mann frau persona hombre mujer personne homme femme"),
    ])

    private static func table(_ entries: [(type: AnswerType, words: String)]) -> [String: AnswerType] {
        entries.reduce(into: [:]) { table, entry in
            for word in entry.words.split(whereSeparator: \.isWhitespace) { table[String(word)] = entry.type }
        }
    }
}

extension AnswerType {
    /// True if a sentence has something of this type that the question does not contain, false if it has nothing;
    /// `nil` if that cannot be recognised.
    ///
    /// - Parameters:
    ///   - words: of the sentence, folded.
    ///   - asked: the words of the question, folded.
    ///   - isGerman: true where nouns begin with capital letters.
    func isAnswered(by text: String, _ words: [String], besides asked: Set<String>, isGerman: Bool) -> Bool? {
        switch self {
        case .number: words.contains { !asked.contains($0) && QuestionType.isNumber($0) }
        case .amount: Self.hasAmount(text, words)
        case .identifier: words.contains { !asked.contains($0) && $0.utf8.contains(where: \.isASCIIDigit) }
        case .time: words.contains { !asked.contains($0) && Self.isTime($0) }
        case .person, .place: Self.names(in: text, besides: asked, inRow: isGerman ? 2 : 1)
        case .other: nil
        }
    }

    /// True if there is a number with a currency or a unit: `£1,450`, `300 euros`, `15 %`.
    private static func hasAmount(_ text: String, _ words: [String]) -> Bool {
        if text.contains(where: { "£$€¥₹%".contains($0) }) { return text.contains(where: \.isNumber) }
        return zip(words, words.dropFirst()).contains { QuestionType.isNumber($0) && units.contains($1) }
    }

    private static let units = Set.words(
        """
        euro euros eur pound pounds gbp dollar dollars usd franc francs franken chf cent cents pence libra libras dolares
        percent prozent pourcent ciento kg kilo kilos kilogram kilograms gram grams gramm grammes gramos liter liters litre
        litres litro litros km kilometer kilometers kilometre kilometres mile miles meter meters metre metres metros
        hour hours stunde stunden heure heures hora horas million millions millionen millones billion billions
        """)

    private static func isTime(_ word: String) -> Bool {
        QuestionType.timeWords.contains(word) || word.utf8.contains(where: \.isASCIIDigit)
    }

    /// True if so many words in a row, not at the beginning of a sentence, begin with a capital letter.
    private static func names(in text: String, besides asked: Set<String>, inRow least: Int) -> Bool {
        var (row, isFirst) = (0, true)
        for word in text.split(whereSeparator: \.isWhitespace) {
            let letters = word.drop { !$0.isLetter && !$0.isNumber }.prefix { $0.isLetter || $0.isNumber }
            let isName =
                !isFirst && letters.count > 1 && letters.first?.isUppercase == true
                && !asked.contains(WordFolding.fold(String(letters)))
            row = isName ? row + 1 : 0
            if row == least { return true }
            isFirst = word.last.map { ".!?:".contains($0) } ?? false
        }
        return false
    }
}
