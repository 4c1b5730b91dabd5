import RecallText

/// The people and animals whom a text calls somebody's: "my sister", "mum", "the vet". Those of one kind have one name here.
struct Relatives {
    /// Family, friends and animals.
    let family: Set<String>
    /// Those whom one goes to or works with.
    let roles: Set<String>

    var all: Set<String> { family.union(roles) }

    /// The relatives that folded words name.
    init(_ words: [String]) {
        // A sister-in-law is no sister.
        let inLaw = zip(words, words.dropFirst()).contains { $0 == ("in", "law") } ? " in law" : ""
        family = Set(words.flatMap { Self.families[$0] ?? [] }.map { $0 + inLaw })
        roles = Set(words.flatMap { Self.others[$0] ?? [] })
    }

    private static func table(_ lines: String) -> [String: [String]] {
        lines.split(separator: "\n").reduce(into: [:]) { table, line in
            let words = line.split(separator: " ").map(String.init)
            for word in words { table[word, default: []].append(words[0]) }
        }
    }

    /// One a line, with the words for it; a word of two lines may mean either.
    private static let families = table(
        """
        mother mum mom mama mutter madre parents parent eltern padres
        father dad papa vater padre parents parent eltern padres
        sister sisters schwester hermana sibling siblings twin geschwister hermanos
        brother brothers bruder hermano sibling siblings twin geschwister hermanos
        daughter daughters tochter hija child children kid kids kind kinder hijos
        son sons sohn hijo child children kid kids kind kinder hijos
        wife frau esposa mujer partner spouse fiancee girlfriend married
        husband mann marido esposo partner spouse fiance boyfriend married
        girlfriend freundin novia partner
        boyfriend freund novio partner
        grandmother grandma oma abuela grandparents
        grandfather grandpa opa abuelo grandparents
        grandson grandchild grandchildren
        granddaughter grandchild grandchildren
        uncle onkel tio
        aunt tante tia
        cousin primo prima
        niece nichte
        nephew neffe
        stepson
        stepdaughter
        stepmother
        stepfather
        godmother
        godfather
        godson godchild
        goddaughter godchild
        friend friends freund freundin amigo amiga
        cat cats katze gato pet pets
        dog dogs hund perro puppy pet pets
        horse pony pferd pet pets
        rabbit pet pets
        hamster pet pets
        """)

    private static let others = table(
        """
        dentist zahnarzt zahnarztin dentista
        doctor gp physician arzt arztin hausarzt medico medica
        therapist
        physiotherapist
        pediatrician paediatrician doctor
        vet
        accountant steuerberater
        lawyer notary solicitor
        plumber
        electrician
        carpenter
        gardener
        cleaner
        landlord landlady vermieter vermieterin casero
        neighbour neighbor neighbours neighbors nachbar nachbarin vecino vecina
        boss manager supervisor chef chefin jefe jefa
        colleague colleagues coworker
        teacher tutor coach trainer
        hairdresser barber
        mechanic
        roommate flatmate
        nanny babysitter
        """)
}
