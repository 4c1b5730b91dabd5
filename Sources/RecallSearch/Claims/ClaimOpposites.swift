import RecallText

/// Words of which one excludes another, and words that turn round what is said. A claim may be in other words than its evidence,
/// but not with the opposite of one of them.
struct ClaimOpposites {
    /// The words of all evidence, folded.
    let evidence: Set<String>

    /// True if a claim, by its words, folded, has a word of which the evidence only has an opposite, or a word that turns the
    /// evidence round and that it has in no form.
    func contradict(_ claim: [String]) -> Bool {
        let claim = Set(claim)
        return Self.opposites.contains { sides in
            let said = sides.filter { !$0.isDisjoint(with: claim) }
            return said.count == 1 && said[0].isDisjoint(with: evidence)
                && sides.contains { !$0.isDisjoint(with: evidence) }
        }
            || Self.reversals.contains { line in
                !line.words.isDisjoint(with: claim) && line.words.union(line.told).isDisjoint(with: evidence)
            }
    }

    /// Sides that exclude each other, a line each set, divided by `|`: English, and what German and the others have of it.
    private static let opposites: [[Set<String>]] = lines(
        """
        granted grants grant approved approves accepted accepts agreed agrees allowed allows | refused refuses rejected rejects \
        denied denies declined declines withdrawn withdrew withdraws
        genehmigt bewilligt angenommen erlaubt zugesagt | abgelehnt verweigert verboten abgesagt
        included includes include including inclusive inkl inklusive | excluded excludes exclude excluding exclusive exkl
        able | unable
        before vorher zuvor davor avant antes | after afterwards danach anschliessend nachher hinterher apres despues
        above | under below beneath underneath
        men mens man male | women womens woman female
        first | second | third | fourth | fifth | sixth
        erste ersten erster | zweite zweiten zweiter | dritte dritten dritter | vierte vierten
        every each | alternate fortnightly
        winter | summer sommer | spring fruhling fruhjahr | autumn fall herbst
        morning | afternoon | evening | night
        older | younger
        positive positiv | negative negativ
        behind hinter | front
        easter ostern | whitsun pentecost pfingsten | christmas weihnachten
        north | south | east | west
        buy bought buys gekauft | sell sold sells verkauft
        raised raises increased increases rises rose | lowered lowers reduced reduces decreased falls fell
        won wins gewonnen | lost loses verloren
        passed passes bestanden | failed fails durchgefallen
        cheaper billiger | dearer teurer
        red rot | blue blau | green grun | yellow gelb | black schwarz | white weiss | brown braun | grey gray grau | pink | purple
        mother mum mom mama mutter | father dad papa vater | sister schwester | brother bruder | son sohn | daughter tochter
        wife | husband
        aunt tante | uncle onkel
        """)

    /// Words after which the evidence does not hold, a line each: it has to have one of the line. Behind `|` stand words that say so,
    /// too, though they turn nothing round.
    private static let reversals: [(words: Set<String>, told: Set<String>)] = lines(
        """
        cancelled canceled cancels cancel abgesagt abgeblasen annule cancelado storniert | off entfallt
        expired expires expire abgelaufen | out
        withdrawn withdrew zuruckgezogen
        lie lies lied luge gelogen fake forged
        stole stolen steal steals theft thief burgled burglary gestohlen geklaut
        sued sues lawsuit verklagt
        changed changes changing moved moves switched replaced postponed rescheduled geandert verschoben verlegt | change new now \
        instead updated shifted shifting moving not neu neue neuen neuer jetzt nicht statt ab from
        half halb halbe | 50
        double twice doppelt
        dozen dutzend
        million millions billion millionen | m mio mn bn
        minus negative
        """
    ).map { ($0[0], $0.count > 1 ? $0[1] : []) }

    private static func lines(_ text: String) -> [[Set<String>]] {
        text.split(separator: "\n").map { line in line.split(separator: "|").map { Set.words(String($0)) } }
    }
}
