import RecallText

/// A relation of somebody to the owner: as a question says it, "my brother", and as a contact does, "Related (brother)".
struct Relationship {
    /// The words, folded, for it.
    let words: Set<String>
    /// Wider ones, which may mean it: a brother is a sibling.
    let wider: Set<String>

    /// `nil` if a word, folded, is for none.
    init?(_ word: String) {
        let forms = [word, word.last == "s" && word.count > 3 ? String(word.dropLast()) : word]
        guard let known = Self.all.first(where: { !$0.words.isDisjoint(with: forms) }) else { return nil }
        self = known
    }

    private init(_ words: String, wider: String = "") {
        (self.words, self.wider) = (Set.words(words), Set.words(wider))
    }

    /// True if the label of a relation in a contact, "brother", is for it or for a wider one.
    func isSaid(by label: some StringProtocol) -> Bool {
        let label = WordFolding.fold(String(label))
        return words.contains(label) || wider.contains(label)
    }

    /// In English, German, French, Spanish, Dutch, Italian and Portuguese; the wider ones are those of RFC 6350, too.
    private static let all = [
        Relationship("brother bruder frere hermano broer broeder fratello irmao", wider: "sibling geschwister"),
        Relationship("sister schwester soeur hermana zus zuster sorella irma", wider: "sibling geschwister"),
        Relationship(
            "mother mum mom mommy mama mutter mutti mere maman madre moeder mae", wider: "parent elternteil eltern"),
        Relationship("father dad daddy papa vater vati pere padre vader pai", wider: "parent elternteil eltern"),
        Relationship(
            "wife frau ehefrau gattin femme epouse esposa mujer vrouw echtgenote moglie mulher",
            wider: "spouse partner partnerin ehepartner"),
        Relationship(
            "husband mann ehemann gatte mari epoux esposo marido man echtgenoot marito",
            wider: "spouse partner ehepartner"),
        Relationship("spouse ehepartner", wider: "wife husband partner ehefrau ehemann"),
        Relationship(
            "partner partnerin girlfriend boyfriend freund freundin lebensgefahrte lebensgefahrtin",
            wider: "spouse sweetheart friend"),
        Relationship("son sohn fils hijo zoon figlio filho", wider: "child kind"),
        Relationship("daughter tochter fille hija dochter figlia filha", wider: "child kind"),
        Relationship("child kind enfant hijo bambino", wider: "son daughter sohn tochter"),
        Relationship("boss manager chef chefin vorgesetzter vorgesetzte jefe jefa patron baas capo", wider: "manager"),
        Relationship("assistant assistent assistentin assistante asistente", wider: "agent"),
    ]
}
