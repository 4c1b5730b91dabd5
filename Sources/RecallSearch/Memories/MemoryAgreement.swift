import RecallText

/// The person that a question is about and the kind of thing it asks for, which a memory has to have to answer it.
struct MemoryAgreement {
    private let analyzer: TermAnalyzer
    private let words: [String]
    private let stems: Set<String>
    private let names: Set<String>
    private let relatives: Relatives
    private let kind: Kind?
    private let isOwn: Bool

    /// The kind of thing that is asked for.
    private enum Kind {
        case person, time, number, town
    }

    /// A memory as it is compared.
    struct Subject {
        private let text: String
        fileprivate let words: [String]
        fileprivate let stems: Set<String>
        let names: Set<String>
        /// Names besides that of the subject.
        fileprivate let others: Set<String>
        fileprivate let relatives: Relatives
        /// The name that it begins with.
        fileprivate let named: String?
        /// True if it is about the person: "I ...", "My ...".
        let isOwn: Bool

        /// True if it says no more than who somebody is, a relation and a name: "My landlord is Dieter Krüger". Asked of the few memories
        /// that are near.
        fileprivate var isIntroduction: Bool {
            let others = words.filter { !MemoryTerms.firstPerson.contains($0) && !MemoryAgreement.links.contains($0) }
            let named = others.filter { Relatives([$0]).all.isEmpty }
            guard !named.isEmpty, others.count == named.count + 1 else { return false }
            let capitals = text.split(whereSeparator: \.isWhitespace).filter { $0.first?.isUppercase == true }
            return Set(capitals.flatMap { NameWords.words(of: String($0)) }).isSuperset(of: named)
        }

        /// - Parameter owner: the names of the person whose memory it is: what is told of them is told of "me".
        init(_ text: String, _ analyzer: TermAnalyzer, owner: Set<String> = []) {
            self.text = text
            words = NameWords.words(of: text)
            stems = MemoryTerms.of(text, analyzer)
            let first = MemoryAgreement.firstName(text, words)
            let isOwner = first.map(owner.contains) ?? false
            named = isOwner ? nil : first
            let written = MemoryTerms.names(in: text, analyzer).subtracting(isOwner ? owner : [])
            names = written.union([named].compactMap(\.self))
            others = written.subtracting(words.prefix(1))
            relatives = Relatives(words)
            isOwn = isOwner || words.first.map(MemoryTerms.firstPerson.contains) ?? false
        }
    }

    /// The agreement with a question.
    init(_ question: String, _ analyzer: TermAnalyzer) {
        self.analyzer = analyzer
        words = NameWords.words(of: question)
        stems = MemoryTerms.of(question, analyzer)
        names = MemoryTerms.names(in: question, analyzer)
        relatives = Relatives(words)
        isOwn = !MemoryTerms.firstPerson.isDisjoint(with: words)
        kind = Self.kind(words)
    }

    /// True if the memory is about somebody else than the question (the sister for the brother, Ana for Ben), or names no
    /// town where one is asked for.
    func excludes(_ memory: Subject) -> Bool {
        if kind == .town, memory.others.isEmpty { return true }
        if memory.isIntroduction, !asksWho { return true }
        return namesAnother(memory) || isOfAnotherRelative(memory) || isOfRelativeAlone(memory)
            || isOfSomebodyNamed(memory) || isOwedTheOtherWay(memory)
    }

    /// True if the memory has what is asked for, false if it has not; `nil` if the question does not tell.
    func hasKind(_ memory: Subject) -> Bool? {
        switch kind {
        case .person: !memory.names.isEmpty || !memory.relatives.all.isEmpty
        case .time: memory.words.contains(where: Self.namesTime)
        case .number: memory.words.contains { $0.contains(where: \.isNumber) || NumberWords.values[$0] != nil }
        case .town, nil: nil
        }
    }

    // MARK: People

    private func namesAnother(_ memory: Subject) -> Bool {
        let (asked, told) = (names.subtracting(memory.words), memory.names.subtracting(words))
        if !names.isEmpty, asked.count == names.count || !told.isEmpty && !asked.isEmpty { return true }
        // "when is ben's birthday", in small letters.
        let owners = zip(words, words.dropFirst()).filter { $0.1 == "s" && !Self.contracted.contains($0.0) }.map(\.0)
        return owners.contains { Relatives([$0]).all.isEmpty && !memory.words.contains($0) && !told.isEmpty }
    }

    private func isOfAnotherRelative(_ memory: Subject) -> Bool {
        let asked = relatives.family
        if !asked.isEmpty, asked.isDisjoint(with: memory.relatives.family) {
            // "I am married to Tomas" has no word of "What is my husband called?"; "My birthday is ..." has one.
            return !memory.relatives.family.isEmpty || memory.isOwn && !stems.isDisjoint(with: memory.stems)
        }
        let (roles, kept) = (relatives.roles, memory.relatives.roles)
        return !roles.isEmpty && !kept.isEmpty && roles.isDisjoint(with: kept)
    }

    /// "My sister's birthday is ..." does not answer "When is my birthday?".
    private func isOfRelativeAlone(_ memory: Subject) -> Bool {
        guard relatives.family.isEmpty, !Relatives(Array(memory.words.prefix(4))).family.isEmpty else { return false }
        return isOwn
            && words.indices.dropLast().contains { index in
                let isOwner = Self.owners.contains(words[index])
                let isActor = ["i", "we"].contains(words[index]) && index > 0 && kind != .person
                return (isOwner || isActor)
                    && (sharesStem(index + 1, memory) || isOwner && sharesStem(index + 2, memory))
            }
    }

    /// "Ben's birthday is ..." answers neither "When is my birthday?" nor "When is mum's birthday?".
    private func isOfSomebodyNamed(_ memory: Subject) -> Bool {
        guard kind != .person, let name = memory.named else { return false }
        return !words.contains(name) && relatives.all.isDisjoint(with: memory.relatives.all)
    }

    private func sharesStem(_ word: Int, _ memory: Subject) -> Bool {
        guard words.indices.contains(word) else { return false }
        return !MemoryTerms.of(words[word], analyzer).isDisjoint(with: memory.stems)
    }

    /// A first word with a capital is a name if a verb of a person, or a possessive, follows.
    fileprivate static func firstName(_ text: String, _ words: [String]) -> String? {
        guard words.count > 1, text.first?.isUppercase == true, verbs.contains(words[1]),
            !MemoryTerms.firstPerson.contains(words[0]), !contracted.contains(words[0])
        else { return nil }
        return words[0]
    }

    /// True if the question asks who somebody is, or what somebody is called.
    private var asksWho: Bool {
        kind == .person || !Self.namings.isDisjoint(with: words)
            || zip(words, words.dropFirst()).contains { Self.asking.contains($0) && !Relatives([$1]).all.isEmpty }
    }

    /// "I owe Carmen 15 euros" is not what I lent her, and what she owes me is not what I owe.
    private func isOwedTheOtherWay(_ memory: Subject) -> Bool {
        let (asked, told) = (pairs(words), pairs(memory.words))
        if told.contains("i owe") { return !Self.lending.isDisjoint(with: words) }
        return told.contains("owes me") && (asked.contains("i owe") || !Self.borrowing.isDisjoint(with: words))
    }

    private func pairs(_ words: [String]) -> Set<String> { Set(zip(words, words.dropFirst()).map { "\($0) \($1)" }) }

    // MARK: Kinds

    private static func kind(_ words: [String]) -> Kind? {
        if words.contains(where: whos.contains) { return .person }
        if words.contains(where: whens.contains) || asks(words, for: units) { return .time }
        if asks(words, for: amounts) { return .number }
        return asks(words, for: towns) ? .town : nil
    }

    /// "What day", "how many".
    private static func asks(_ words: [String], for nouns: Set<String>) -> Bool {
        zip(words, words.dropFirst()).contains { asking.contains($0) && nouns.contains($1) }
    }

    private static func namesTime(_ word: String) -> Bool {
        word.contains(where: \.isNumber) || MonthNames.number(of: word) != nil || NumberWords.values[word] != nil
            || MemoryEnd.namesTime([word]) || times.contains(word)
    }

    fileprivate static let links = Set.words(
        """
        is was are called named the of s mr mrs ms miss dr prof ist war heisst der die das von herr frau es era el la de se
        llama est le appelle
        """)
    private static let namings = Set.words(
        "name names named called surname heisst heisse nachname vorname llama llamas nombre apellido appelle nom prenom"
    )
    private static let lending = Set.words("lend lent lending owes")
    private static let borrowing = Set.words("borrow borrowed borrowing")
    private static let owners = Set.words("my our mein meine meiner unser unsere mi mis nuestro nuestra")
    private static let contracted = Set.words("what who where when how it that there he she let here")
    private static let verbs = Set.words(
        """
        s is was has had lives lived works moved likes loves hates prefers plays studies teaches goes drives owns speaks and
        will can keeps sings runs cooks wants met got ist hat wohnt arbeitet mag es tiene vive trabaja
        """)
    private static let whos = Set.words("who whom whose wer wen wem wessen quien")
    private static let whens = Set.words("when wann cuando")
    private static let asking = Set.words("what which how wie welche welcher welches que cual")
    private static let units = Set.words("day days date time month year season tag monat jahr dia mes")
    private static let amounts = Set.words("many much old big tall number viele viel alt gross nummer numero")
    private static let towns = Set.words("city town village country stadt dorf land ciudad pueblo pais")
    private static let times = Set.words(
        "morning evening afternoon noon night nights midnight weekend weekends daily weekly monthly never always mittags abends"
    )
}
