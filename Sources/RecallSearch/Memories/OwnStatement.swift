import RecallCore
import RecallText

/// Statements about the person, or about the people and things that they call theirs.
enum OwnStatement {
    /// The type of memory that a clause states; `nil` if it states none that lasts.
    static func type(of clause: Clause) -> MemoryType? {
        let words = clause.words
        if let start = beginnings.length(at: 0, in: words), let type = begun(words, start) { return type }
        return aboutPerson(words) ?? OwnThing.type(of: clause)
    }

    // MARK: I

    /// "I am vegan", "I don't eat meat", "We have a dog".
    private static func aboutPerson(_ words: [String]) -> MemoryType? {
        guard let first = words.first, pronouns.contains(first) else { return german(words) ?? spanish(words) }
        let start = adverbs.length(at: 1, in: words).map { 1 + $0 } ?? 1
        if preferences.length(at: start, in: words) != nil {
            return hasObject(words, after: preferences, from: start) ? .preference : nil
        }
        if states.length(at: start, in: words) != nil { return .fact }
        let isRegular = start > 1 && !regular.isDisjoint(with: words.prefix(start))
        if let length = (isRegular ? regularHabits : habits).length(at: start, in: words) {
            let isSaid = isRegular || isConcrete(words.dropFirst(start + length).first)
            return isSaid ? (isRegular ? .preference : .fact) : nil
        }
        return plan(words, from: start)
    }

    /// Something is preferred, and it is not just "that".
    private static func hasObject(_ words: [String], after phrases: Phrases, from start: Int) -> Bool {
        guard let length = phrases.length(at: start, in: words) else { return false }
        return isConcrete(words.dropFirst(start + length).first) && words.last != "one"
    }

    private static func isConcrete(_ word: String?) -> Bool { word.map { !vague.contains($0) } ?? false }

    /// "I am going to run in October", "I plan to retire".
    private static func plan(_ words: [String], from start: Int) -> MemoryType? {
        if let length = plans.length(at: start, in: words) {
            return isLasting(words, start + length) ? .plan : nil
        }
        guard let length = futures.length(at: start, in: words) else { return nil }
        return isLasting(words, start + length) && MemoryEnd.namesTime(words) ? .plan : nil
    }

    private static func isLasting(_ words: [String], _ verb: Int) -> Bool {
        words.indices.contains(verb) && !errands.contains(words[verb])
    }

    /// "From June on I work in Leeds".
    private static func begun(_ words: [String], _ start: Int) -> MemoryType? {
        guard let person = words.dropFirst(start).prefix(8).firstIndex(where: pronouns.contains),
            MemoryEnd.namesTime(Array(words[..<person])), isLasting(words, person + 1)
        else { return nil }
        return .plan
    }

    private static let pronouns = Set.words("i we")
    private static let regular = Set.words("usually always never only mostly normally rarely often")
    private static let vague = Set.words(
        """
        that this it these those you him her them what how to see hear about for from answer answers question an idea
        off part care place time turns your one
        """
    ).subtracting(["an", "answers"])
    private static let errands = Set.words(
        """
        look check call ask try see find read write send need say tell search do have think start get give let show be
        am m was been believe guess wonder also only still had could would should must can not
        """
    ).subtracting(["start"])

    private static let beginnings = Phrases(
        "from\nstarting\nstarting in/on/from\nas of\nsince\nuntil\ntill\nbeginning in/on\nuntil the end of\nab\nseit\nbis"
    )

    private static let adverbs = Phrases(
        """
        usually/always/never/only/mostly/normally/rarely/often/still/also/now/really/currently/absolutely/do/both
        don t
        do not
        can t
        cannot
        can only
        can not
        no longer
        don t usually
        ve always/never
        have always/never
        """)

    private static let preferences = Phrases(
        """
        prefer
        love
        like
        hate
        dislike
        enjoy
        adore
        detest
        d rather have/use/get/take/eat/drink/read/travel/sit/go
        would rather have/use/get/take/eat/drink/read/travel/sit/go
        can t stand
        avoid
        """)

    /// Complete by themselves, or whatever follows.
    private static let states = Phrases(
        """
        am/m allergic/vegan/vegetarian/married/divorced/widowed/single/engaged/retired/diabetic/pregnant/deaf/blind
        am/m colour/color blind
        am/m left/right handed
        am/m lactose/gluten intolerant
        am/m self employed
        am/m not allergic/vegan/vegetarian/married
        am/m not a/an/the member/owner/tenant/employee
        am/m no longer a/an/the
        am/m from
        am/m a/an nurse/teacher/doctor/engineer/lawyer/student/writer/painter/plumber/carpenter/designer/musician
        am/m a/an programmer/developer/manager/consultant/pilot/cook/chef/farmer/gardener/librarian/scientist/pensioner
        am/m a/an member/vegetarian/vegan/diabetic/widow/widower/translator/architect/journalist/accountant/photographer
        am/m a/an electrician/baker/actor/singer/historian/physicist/chemist/biologist/dentist/pharmacist/midwife
        am/m the treasurer/chair/president/secretary/owner/tenant/landlord/head
        was/were born
        grew up
        live
        work part/full/nights/from/as/for/in/at/with/only
        have/ve asthma/diabetes/epilepsy/migraines/hay/celiac/coeliac
        have/ve a/an/no dog/cat/son/daughter/brother/sister/twin/child/horse/car/licence/license/allergy/bike/garden/degree
        have/ve one/two/three/four/five/six children/kids/sons/daughters/brothers/sisters/dogs/cats/siblings/horses
        have a/an/any car/licence/license/dog/cat/child/bike/garden
        have children/kids/pets
        stopped/quit smoking/drinking/working
        am/m years old
        moved to/here/from
        wear size
        """)

    /// Habits of the person; something has to follow.
    private static let habits = Phrases(lastingHabits)
    /// Verbs that name a habit if a word such as "usually" says so.
    private static let regularHabits = Phrases(
        lastingHabits
            + "\nfly\ntravel\nsleep\npay\nbook\nbuy\nstay\nmeet\nwork\nhave the\nget up\ncook\nrun\nuse\nsit\nread\ngo to"
    )
    private static let lastingHabits = """
        drive
        eat
        drink
        smoke
        play
        speak
        teach
        study
        sing
        wear
        own
        park
        commute
        volunteer
        practise
        practice
        collect
        grow
        ride
        swim
        take
        """

    private static let plans = Phrases(
        """
        plan to
        intend to
        decided to
        ve decided to
        have decided to
        want to learn/become/retire/move/travel/run/lose/quit/save/visit/study/stop
        am/m moving to
        am/m retiring
        am/m getting married
        """)

    /// Plans if they name a time.
    private static let futures = Phrases(
        """
        am/m going to
        will
        ll
        will be
        ll be
        am/m leaving/travelling/traveling/flying/starting
        am/m away
        """)
}

extension OwnStatement {
    /// "Ich bin Vegetarierin", "Ich wohne in Leipzig".
    fileprivate static func german(_ words: [String]) -> MemoryType? {
        guard ["ich", "wir"].contains(words.first) else { return nil }
        if germanPreferences.length(at: 1, in: words) != nil { return .preference }
        return germanStates.length(at: 1, in: words) != nil ? .fact : nil
    }

    private static let germanPreferences = Phrases(
        "mag/hasse/liebe/bevorzuge kein/keine/keinen\nmag/hasse/liebe/bevorzuge\nesse/trinke/fahre/fliege/reise lieber")
    private static let germanStates = Phrases(
        """
        bin allergisch/vegetarier/vegetarierin/veganer/veganerin/verheiratet/geschieden/linkshander/diabetiker/rentner
        wohne/wohnen in/bei
        arbeite/arbeiten bei/als/in/im
        heisse
        esse/trinke kein/keine/keinen/nie
        habe/haben einen/eine/zwei/drei hund/katze/sohn/tochter/kinder/bruder/schwester
        """)

    /// "Soy alérgica a ...", "Vivo en Sevilla".
    fileprivate static func spanish(_ words: [String]) -> MemoryType? {
        let start = words.first == "yo" ? 1 : 0
        if spanishPreferences.length(at: start, in: words) != nil { return .preference }
        return spanishStates.length(at: start, in: words) != nil ? .fact : nil
    }

    private static let spanishPreferences = Phrases(
        "prefiero\nme gusta/gustan/encanta/encantan\nno me gusta/gustan\nodio")
    private static let spanishStates = Phrases(
        """
        soy alergico/alergica/vegetariano/vegetariana/vegano/vegana/medico/medica/profesor/profesora/zurdo/zurda
        vivo en/con
        vivimos en
        trabajo en/de/como/para
        me llamo
        no como/bebo
        tengo un/una/dos/tres perro/gato/hijo/hija/hijos/hijas/hermano/hermana/hermanos
        """)
}
