import Foundation
import RecallCore
import RecallText

/// The type of answer that a question asks for, as far as such answers can be recognised in a sentence.
enum AnswerType: Hashable {
    case person, place, time
    /// The address of a house, of e-mail or of a page.
    case address
    /// A time of day: "what time".
    case clock
    /// A length of time: "how long".
    case duration
    /// A number of things.
    case number
    /// A sum of money or a quantity with its unit: "how much".
    case amount
    /// Digits that mean no quantity: a telephone number, a code.
    case identifier
    /// A password, which may be a word.
    case password
    /// A reason: "why".
    case reason
    /// A name: "what is the baby called".
    case name
    /// More of a name that the question has: "what is Ida's surname".
    case surname
    /// Anything else: things, yes or no.
    case other

    /// The type of a question by its words, folded, in English, German, French or Spanish, and in Italian, Portuguese, Dutch, Polish
    /// or Russian by its question word.
    init(_ words: [String]) {
        let beginning = words.prefix(Self.questionWordWithin)
        let pairs = zip(words, words.dropFirst()).map { "\($0) \($1)" }
        let asked = zip(words, words.dropFirst()).first { Self.whichWords.contains($0.0) && Self.nouns[$0.1] != nil }
        if pairs.contains(where: Self.durationQuestions.contains) {
            self = .duration
        } else if pairs.contains(where: Self.clockQuestions.contains) {
            self = .clock
        } else if pairs.contains(where: Self.amountQuestions.contains)
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
        } else if words.contains(where: Self.surnames.contains) || pairs.contains(where: Self.surnamePairs.contains) {
            self = .surname
        } else if let type = Self.headNoun(words).flatMap(Self.type(ofNoun:)) {
            self = type
        } else if Self.asksName(words) {
            self = .name
        } else if QuestionType.isTopic(words), words.contains(where: Self.passwords.contains) {
            self = .password
        } else if QuestionType.isTopic(words), let type = Self.head(words[...]).flatMap(Self.type(ofNoun:)) {
            self = type
        } else if QuestionType.isTopic(words), words.contains(where: Self.identifiers.contains) {
            self = .identifier
        } else {
            self = beginning.lazy.compactMap { Self.questionWords[$0] }.first ?? .other
        }
    }

    private static let durationQuestions: Set<String> = [
        "how long", "much time", "wie lange", "viel zeit", "cuanto tiempo", "de temps", "quanto tempo", "hoe lang",
        "jak dlugo", "ile czasu", "как долго", "сколько времени",
    ]
    private static let clockQuestions: Set<String> = [
        "what time", "which time", "viel uhr", "wieviel uhr", "welcher uhrzeit", "quelle heure", "que hora",
        "che ora", "que horas", "hoe laat", "ktorej godzinie", "котором часу",
    ]

    /// "combien" and "cuánto" ask for numbers too.
    private static let amountQuestions: Set<String> = [
        "how much", "wie viel", "wieviel", "wie hoch", "wie teuer", "quanto costa", "quanto custa", "hoe duur",
        "ile kosztuje", "сколько стоит",
    ]

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

    private static let priceVerbs = Set.words(
        "cost costs pay paid charge charged owe owed earn earned coute coutent coutait cuesta cuestan costo costaba")
    /// After "was", which begins questions of yes and no in English.
    private static let germanPriceVerbs = Set.words("kostet kosten kostete kosteten gekostet bezahlt bezahlen")
    private static let prices = Set.words(
        """
        price prices cost costs bill rent fee fare salary wage deposit fine premium budget total
        preis kosten rechnung miete gebuhr gehalt kaution betrag summe
        prix loyer salaire montant caution precio alquiler sueldo salario importe
        """)
    private static let copulas = Set.words("is was are were s ist war sind waren lautet est etait es era fue")
    private static let determiners = Set.words(
        """
        the a my your our his her their its der die das mein meine unser unsere ihr ihre le la mon ma notre el mi su
        nuestro
        """)
    private static let thingsAreAskedAfter = Set.words("for about with")

    /// True for "what is the baby called", "wie heißt der Hund".
    private static func asksName(_ words: [String]) -> Bool {
        guard let first = words.first, let last = words.last else { return false }
        guard words.contains(where: beings.contains) else { return false }
        return whichWords.contains(first) && namings.contains(last)
            || first == "wie" && words.prefix(3).contains(where: germanNamings.contains)
    }

    /// Those that have a name of their own. A thing may be called by any word.
    private static let beings = Set.words(
        """
        baby child son daughter boy girl brother sister wife husband partner boyfriend girlfriend friend neighbour neighbor
        teacher doctor dog cat puppy kitten horse pony rabbit
        sohn tochter kind bruder schwester frau mann partner partnerin freund freundin nachbar nachbarin lehrer lehrerin
        hund katze kater pferd
        """)

    static let surnames = Set.words("surname nachname nachnamen familienname familiennamen apellido apellidos")
    private static let surnamePairs: Set = [
        "last name", "family name", "maiden name", "middle name", "second name",
    ]

    private static let namings = Set.words("called named")
    private static let germanNamings = Set.words("heisst heisse heissen hiess hiessen")

    /// The noun that "what is …" asks for, the last one before a preposition: "code" in "what is the gate code of the
    /// shed".
    private static func headNoun(_ words: [String]) -> String? {
        let asksWhat = words.first.map { whichWords.contains($0) || germanWhat.contains($0) } ?? false
        return asksWhat && words.count > 2 && copulas.contains(words[1]) ? head(words.dropFirst(2)) : nil
    }

    /// The last word before a preposition: "cost" of "cost of the new heating".
    private static func head(_ words: ArraySlice<String>) -> String? { words.prefix { !nounEnds.contains($0) }.last }

    private static func type(ofNoun noun: String) -> AnswerType? {
        if identifiers.contains(noun) || noun.hasSuffix("nummer") { return .identifier }
        if passwords.contains(noun) { return .password }
        return prices.contains(noun) ? .amount : nouns[noun]
    }

    private static let germanWhat = Set.words("was wie")
    private static let nounEnds = Set.words(
        """
        of for at in on from to with by and that where von vom fur zu zum zur bei im am der des de du pour a del para en
        con
        """)
    static let passwords = Set.words("password passphrase pw passwort kennwort contrasena")
    /// Nouns of what is an identifier.
    private static let identifiers = Set.words(
        """
        number code pin phone telephone mobile cell cellphone reference ref id postcode zip iban telefon handy kennzeichen
        postleitzahl plz numero telefono movil codigo matricula referencia
        """)

    /// Question words stand among the first words: "In welchem Jahr", "To whom".
    private static let questionWordWithin = 4

    private static let questionWords = table([
        (.person, "who whom whose wer wem wen wessen qui quien quienes chi quem kto kogo komu кто кого кому кем"),
        (.place, "where wo woher wohin donde adonde onde waar gdzie где куда откуда"),
        (.reason, "why warum wieso weshalb pourquoi perche waarom dlaczego почему зачем"),
    ])

    /// True for a question for a thing, "which fuse board did I quote?", to which no appointment is the answer. Not for what is on.
    ///
    /// - Parameter words: those of the question of this type, folded.
    func isForThing(_ words: [String]) -> Bool {
        guard self == .other, let first = words.first else { return false }
        return (Self.whichWords.contains(first) || first == "wat" || first == "welke")
            && !words.contains(where: Self.agendaWords.contains)
    }

    private static let agendaWords = Set.words(
        """
        have has on up planned scheduled happening doing day days date event events appointment appointments meeting meetings
        calendar next habe steht an los geplant termin termine kalender heb agenda afspraak afspraken gepland
        """)
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
        ),
        (
            .number,
            """
            mileage reading age height weight temperature magnitude speed population capacity percentage number percent alter
            prozentsatz anzahl porcentaje numero pourcentage nombre
            """
        ),
        (.address, "address addresses adresse anschrift direccion domicilio indirizzo endereco adres адрес"),
        (.person, "person man woman mann frau persona hombre mujer personne homme femme"),
    ])

    private static func table(_ entries: [(type: AnswerType, words: String)]) -> [String: AnswerType] {
        entries.reduce(into: [:]) { table, entry in
            for word in entry.words.split(whereSeparator: \.isWhitespace) { table[String(word)] = entry.type }
        }
    }
}

extension Quotation {
    /// True if the quotation has something of the type that a question asks for.
    package func hasWhatIsAsked(by question: String) -> Bool {
        let (asked, words) = (NameWords.words(of: question), NameWords.words(of: text))
        let isGerman = LanguageDetector.stemming(of: text) == .german
        return AnswerType(asked).isAnswered(by: text, words, besides: Set(asked), isGerman: isGerman) == true
    }
}
