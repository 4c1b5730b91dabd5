import RecallText

/// A question for what a contact says of somebody: "What is Anna's mobile number?", "Wann hat Oma Geburtstag?".
///
/// Nothing else may be said in it: "Anna's flight number" is in no contact.
struct ContactQuestion {
    /// The detail that it asks for.
    let detail: ContactDetail
    /// The words of the name, folded. One may be a genitive: "toms".
    let name: [String]

    /// The relation of whom it asks for, and to whom, without a name to the owner: "my brother", "Ben's brother".
    let relation: (kind: Relationship, of: [String])?

    /// The words of the name, each with the one that it may be a genitive of: "toms", "tom".
    var nameForms: [[String]] { Self.forms(of: name) }

    static func forms(of name: [String]) -> [[String]] {
        name.map { $0.last == "s" && $0.count > 2 ? [$0, String($0.dropLast())] : [$0] }
    }
    /// The kind of number or address that it asks for: "mobile", "home" or "work"; `nil` for any.
    let kind: String?

    /// `nil` if a text is no such question, in English, German, French, Spanish, Dutch, Italian or Portuguese.
    init?(_ text: String) {
        let words = text.split(whereSeparator: \.isWhitespace).flatMap(Self.words)
        guard !words.isEmpty, words.count <= Self.mostWords,
            let detail = ContactDetail.allCases.first(where: { $0.isAsked(in: words) })
        else { return nil }
        let name = words.filter { !Self.aroundNames.contains($0) && !detail.words.contains($0) }
        guard (1...Self.longestName).contains(name.count), name.allSatisfy({ $0.allSatisfy(\.isLetter) }) else {
            return nil
        }
        (self.detail, self.name) = (detail, name)
        relation = Self.relation(in: name, isOfOwner: !Self.ownersWords.isDisjoint(with: words))
        kind = Self.kinds.first { !$0.words.isDisjoint(with: words) }?.name
    }

    private static let (mostWords, longestName) = (14, 4)

    private static func relation(in name: [String], isOfOwner: Bool) -> (kind: Relationship, of: [String])? {
        // "Frau Lind" is no wife of hers.
        guard name.count == 1 ? isOfOwner : name[0] != "frau" else { return nil }
        let found = name.indices.lazy.compactMap { place in Relationship(name[place]).map { (place, $0) } }.first
        guard let (place, kind) = found else { return nil }
        return (kind, Array(name[..<place] + name[(place + 1)...]))
    }

    private static let ownersWords = Set.words(
        "my our mein meine meiner meines meinem unsere unser ma mon mes mi mis mijn mio mia meu minha")

    private static let kinds: [(name: String, words: Set<String>)] = [
        ("mobile", Set.words("mobile cell cellphone handy handynummer mobilnummer movil celular portable mobiel")),
        ("home", Set.words("home private privat private thuis festnetznummer landline")),
        ("work", Set.words("work office business arbeit dienstlich dienstliche trabajo werk")),
    ]

    /// The words, folded, of what stands between blanks: "d'Anna" is two, "Anna's" and "e-mail" are one.
    private static func words(_ token: Substring) -> [String] {
        var core = token.drop { !$0.isLetter && !$0.isNumber }
        while let last = core.last, !last.isLetter, !last.isNumber { core.removeLast() }
        if ["'s", "’s"].contains(where: core.hasSuffix) { core.removeLast(2) }
        if core.lowercased().hasPrefix("e-mail") { core.removeAll { $0 == "-" } }
        let parts = core.split { "'’-".contains($0) }
        return parts.map { WordFolding.fold(String($0)) }.filter { !$0.isEmpty }
    }

    /// Words that may stand beside a name and what is asked for.
    private static let aroundNames = Set.words(
        """
        what which when where how is s the of for does has have can you i tell me give show get find please do know a an
        to reach under my our home work private office business landline current
        was wie lautet ist die der das den dem von vom zu hat haben habe wann wo welche welches welcher unter gib zeig
        mir bitte kann ich erreiche mein meine meiner meines meinem unsere unser privat
        private dienstlich dienstliche arbeit aktuelle
        quel quelle est le la les l de du d quand ou ma mon mes notre donne moi a
        cual es el del cuando donde que en mi mis nuestra nuestro dame tiene anos
        wat het een van hoe wanneer waar heeft mijn ons onze voor haar zijn thuis werk mobiel kan bereiken
        qual il di della dell dove quando ha mio mia onde o da e
        """)
}

/// A detail of a contact.
enum ContactDetail: CaseIterable {
    case email, phone, birthday, address, work

    /// The beginnings of the lines of a contact's text that say it.
    var labels: [String] {
        switch self {
        case .email: ["Email"]
        case .phone: ["Phone"]
        case .birthday: ["Birthday"]
        case .address: ["Address"]
        case .work: ["Company", "Title", "Role"]
        }
    }

    /// The words, folded, by which it is asked for.
    fileprivate var words: Set<String> {
        self == .email ? nouns.union(Self.addressNouns) : nouns.union(verbs)
    }

    /// True if words, folded, ask for it: by its name, or by a question word and a verb, "where does Anna live".
    fileprivate func isAsked(in words: [String]) -> Bool {
        words.contains(where: nouns.contains)
            || words.contains(where: questionWords.contains) && words.contains(where: verbs.contains)
    }

    private var nouns: Set<String> {
        switch self {
        case .email: Self.emailNouns
        case .phone: Self.phoneNouns
        case .birthday: Self.birthdayNouns
        case .address: Self.addressNouns
        case .work: Self.workNouns
        }
    }

    private var verbs: Set<String> {
        switch self {
        case .email, .phone: []
        case .birthday: Self.birthVerbs
        case .address: Self.livingVerbs
        case .work: Self.workingVerbs
        }
    }

    private var questionWords: Set<String> { self == .birthday ? Self.timeWords : Self.placeWords }

    private static let emailNouns = Set.words(
        "email emails emailaddress emailadresse mailadresse emailadres mailadres courriel correo")
    private static let phoneNouns = Set.words(
        """
        phone telephone mobile cell cellphone number numbers phonenumber
        telefon telefonnummer handynummer handy mobilnummer nummer rufnummer festnetznummer
        numero telefono movil celular portable telefoonnummer mobiel telefone
        """)
    private static let birthdayNouns = Set.words(
        """
        birthday birthdate geburtstag geburtsdatum anniversaire cumpleanos naissance nacimiento verjaardag jarig
        geboortedatum compleanno aniversario
        """)
    private static let addressNouns = Set.words(
        "address adresse anschrift direccion domicilio postadresse adres indirizzo endereco")
    private static let workNouns = Set.words(
        "company employer firma arbeitgeber empresa entreprise employeur werkgever azienda")
    private static let birthVerbs = Set.words("born geboren ne nee nacio cumple nato nata nasceu old alt oud")
    private static let livingVerbs = Set.words("live lives wohnt lebt habite vit vive woont abita mora")
    private static let workingVerbs = Set.words("work works arbeitet travaille trabaja werkt lavora trabalha")
    private static let placeWords = Set.words("where wo ou donde waar dove onde")
    private static let timeWords = Set.words("when how wann wie quand cuando wanneer hoe quando")
}
