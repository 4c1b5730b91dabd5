import RecallCore
import RecallText

/// Statements about what the person calls theirs: "my dentist is ...", "Emil is our plumber".
enum OwnThing {
    /// The type of memory that the clause states; `nil` if none.
    static func type(of clause: Clause) -> MemoryType? {
        owned(clause) ?? relation(clause)
    }

    /// "My wife's birthday is 12 March": a known noun before a verb that describes.
    private static func owned(_ clause: Clause) -> MemoryType? {
        let words = clause.words
        guard let first = words.first, possessives.contains(first),
            let verb = words.prefix(9).indices.dropFirst(2).first(where: { verbs.length(at: $0, in: words) != nil }),
            let length = verbs.length(at: verb, in: words), words.count > verb + length
        else { return nil }
        let nouns = words[1..<verb]
        // What stands last is what is described, names aside: "my wife's birthday", "my son Jonas".
        guard let head = nouns.indices.last(where: { !isName(clause, $0) }).map({ words[$0] }),
            isDescribed(head, nouns, words[verb]), !isPassing(words, verb + length),
            !people.contains(head) || !copulas.contains(words[verb]) || isLasting(clause, verb + length)
        else { return nil }
        return type(head, nouns)
    }

    private static func isDescribed(_ head: String, _ nouns: ArraySlice<String>, _ verb: String) -> Bool {
        if people.contains(head) || nouns.contains("in") && nouns.contains("law") { return true }
        // Things are; only people live and work.
        let hasFavourite = !favourites.isDisjoint(with: nouns)
        return copulas.contains(verb) && (things.contains(head) || hasFavourite)
    }

    private static func type(_ head: String, _ nouns: ArraySlice<String>) -> MemoryType {
        if !favourites.isDisjoint(with: nouns) { return .preference }
        return people.contains(head) ? .person : .fact
    }

    private static func isName(_ clause: Clause, _ word: Int) -> Bool {
        clause.written(word).first?.isUppercase == true && !people.contains(clause.words[word])
    }

    /// True for lasting properties of people: somebody, a number of years, allergic. A mood is none.
    private static func isLasting(_ clause: Clause, _ value: Int) -> Bool {
        let word = clause.words[value]
        return lastingValues.contains(word) || clause.written(value).first?.isUppercase == true
            || word.contains(where: \.isNumber) || clause.words[value - 1] == "called"
    }

    private static let lastingValues = Set.words(
        "a an called named from allergic vegan vegetarian married divorced pregnant deaf blind retired dr mr mrs ein eine un una"
    )

    /// True for whereabouts and moods.
    private static func isPassing(_ words: [String], _ value: Int) -> Bool {
        passing.length(at: value, in: words) != nil && copulas.contains(words[value - 1])
    }

    /// "Carla is my sister in law".
    private static func relation(_ clause: Clause) -> MemoryType? {
        let words = clause.words
        guard let verb = words.prefix(5).firstIndex(where: copulas.contains), verb >= 1, words.count > verb + 2,
            possessives.contains(words[verb + 1]), !others.contains(words[0]),
            (0..<verb).allSatisfy({ clause.written($0).first?.isUppercase == true })
        else { return nil }
        return words[(verb + 2)...].prefix(4).contains(where: people.contains) ? .person : nil
    }

    private static let possessives = Set.words("my our mein meine unser unsere mi mis nuestro nuestra")
    private static let others = Set.words("he she it that this they there who what the his her er sie es das ella eso")
    private static let copulas = Set.words("is are was ist sind war es son called named heisst heissen llama")
    private static let favourites = Set.words("favourite favorite preferred usual lieblings favorito favorita")

    private static let verbs = Phrases(
        """
        is/are called
        is/are named
        is/are
        was called
        was born
        lives/live in/at/with/near/on
        works/work in/at/for/as/with
        goes/go to
        studies/study
        plays/play
        teaches/teach
        speaks/speak
        prefers/prefer
        ist/sind
        heisst/heissen
        wohnt/wohnen in/bei
        arbeitet bei/als/in
        se llama
        es/son
        vive en
        trabaja en
        """)

    private static let passing = Phrases(
        """
        on/in/at/by/off/out/full/empty/due/under/about/for/with/near
        not/still/already/just/very/too/so/also
        here
        there
        late
        ill
        sick
        away
        when
        that
        why
        if
        how
        wrong
        right
        gone
        missing
        lost
        broken
        a mess
        coming
        going
        cancelled
        im
        krank
        weg
        en
        """)

    private static let people = Set.words(
        """
        wife husband partner boyfriend girlfriend fiance fiancee mother father mum mom dad parents brother sister siblings son
        daughter children kids child grandmother grandfather grandma grandpa grandson granddaughter uncle aunt cousin niece
        nephew stepson stepdaughter stepmother stepfather godmother godfather godson goddaughter twin family
        dentist doctor gp physician therapist physiotherapist pediatrician vet accountant lawyer notary plumber electrician
        carpenter gardener cleaner landlord landlady neighbour neighbor neighbours boss manager supervisor colleague
        assistant teacher tutor coach trainer hairdresser barber mechanic agent broker nanny babysitter successor
        friend roommate flatmate tenant caretaker cat dog horse rabbit hamster pet
        frau mann mutter vater bruder schwester sohn tochter kinder oma opa zahnarzt zahnarztin arzt arztin hausarzt chef
        chefin vermieter vermieterin nachbar nachbarin freund freundin katze hund steuerberater
        esposa marido mujer madre padre hermano hermana hijo hija hijos abuela abuelo dentista medico medica jefe jefa casero
        vecino vecina amigo amiga gato perro
        """)

    private static let things = Set.words(
        """
        name names surname birthday anniversary address number phone mobile email size weight height age group type
        car bike bank employer company school university gym church club team contact hours day days bin plate hometown
        city town village country language languages hobby hobbies job profession title pronouns nickname initials
        airline airport diet allergy allergies medication insurer insurance budget rent salary password pin code iban
        geburtstag adresse nummer auto bank schule beruf hobby schuhgrosse
        cumpleanos direccion numero coche banco escuela trabajo talla
        """)
}
