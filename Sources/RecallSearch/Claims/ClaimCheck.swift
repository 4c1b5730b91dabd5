import Foundation
package import RecallCore
package import RecallEmbedding
import RecallText

/// Checks that evidence says what a claim says. A check of words, numbers and closeness in meaning, not of logic: what
/// passes can still be wrong, what fails is not said by what is cited.
package struct ClaimCheck {
    private let encoder: (any SentenceEncoder)?
    private let clock: QueryClock
    private let analyzer = TermAnalyzer()

    /// The share of a claim's content words that its evidence has, at least, if nothing else tells.
    private static let enoughCoverage: Float = 0.6
    /// The share of its other content words from which a subject that the evidence lacks counts as another one.
    private static let enoughWithoutSubject: Float = 0.75
    /// With fewer of the words than this, no closeness in meaning is enough.
    private static let leastCoverage: Float = 0.2
    /// The cosine of a claim and the nearest sentence of its evidence, at least: 2 % of claims about a message nearby in the
    /// same chat reach it, and 30 % of those whose evidence is in other words (500 questions of LoCoMo with their answers).
    private static let enoughCosine: Float = 0.5

    /// A check; without an encoder by words alone. Dates of items are those of the clock's time zone.
    package init(encoder: (any SentenceEncoder)?, clock: QueryClock) {
        (self.encoder, self.clock) = (encoder, clock)
    }

    /// The verdicts on the claims, in their order.
    ///
    /// - Complexity: encodes each claim and the sentences of its evidence, unless a number, a name or quoted words are missing.
    package func verdicts(on claims: [Claim]) throws -> [ClaimVerdict] {
        var vectors: [String: [Float]] = [:]
        return try claims.map {
            try Task.checkCancellation()
            try WorkCancellation.current?.check()
            return ClaimVerdict(problem: try problem(of: $0, &vectors))
        }
    }

    /// - Parameter vectors: those of the texts that were compared so far.
    private func problem(of claim: Claim, _ vectors: inout [String: [Float]]) throws -> ClaimVerdict.Problem? {
        let said = ClaimText(claim.text, analyzer)
        // What only announces says nothing that could be compared, but for its names and numbers.
        let isLeadIn = Claim.isLeadIn(claim.text) && !said.isNegated && announces(said, claim.question)
        guard !claim.evidence.isEmpty else { return isLeadIn && !said.hasFacts ? nil : .noCitation }
        let evidence = claim.evidence.map { ClaimText($0.text, analyzer) }
        let descriptions = claim.evidence.map { ClaimText(description(of: $0), analyzer) }
        let known = evidence + descriptions
        let sentences = claim.evidence.map { self.sentences(of: $0) }
        guard hasNumbers(said, sentences, descriptions), hasDates(said, claim, evidence, known) else { return .number }
        let words = known.reduce(into: Set()) { $0.formUnion($1.words) }
        let content = known.flatMap(\.content)
        if !said.codes.isSubset(of: words) || !said.rates.allSatisfy({ Self.tells($0, words) }) { return .number }
        if !said.names.subtracting(Self.calendarWords).isSubset(of: words) { return .name }
        // "Trevor has the key" of Pauline: all but the subject is said.
        if let subject = said.subject, !words.contains(subject),
            said.coverageWithoutSubject(by: content) >= Self.enoughWithoutSubject
        {
            return .name
        }
        if !said.quoted.allSatisfy({ quoted in evidence.contains { Self.contains($0.words, quoted) } }) {
            return .quotedWords
        }
        if isLeadIn { return nil }
        if ClaimOpposites(evidence: words).contradict(said.words) || Self.denies(said, evidence, descriptions) {
            return .negation
        }
        if saysMore(claim.text, content) { return .meaning }
        return try closeness(of: claim.text, said, sentences.flatMap(\.self), content, &vectors)
    }

    /// True if all that a text says are words that announce, and words of the question.
    private func announces(_ said: ClaimText, _ question: String) -> Bool {
        let asked = ClaimText(question, analyzer).content.reduce(into: Self.announcing) { $0.formUnion($1) }
        return said.content.allSatisfy { !$0.isDisjoint(with: asked) }
    }

    private static let announcing = Set.words(
        """
        here found following say says said mention mentions mentioned write writes wrote written according answer answers
        summary overview list details detail points point steps step items things information relevant below main key
        order time date dates source sources mail mails email emails message messages note notes document documents library result results show
        hier folgende folgendes folgenden gefunden sagen sagt steht laut antwort ubersicht punkte quelle quellen nachricht
        nachrichten notizen voici suivant suivants selon reponse aqui siguiente siguientes segun respuesta
        """)

    /// A sentence of the evidence, and its facts.
    private struct Sentence {
        let text: String
        let facts: ClaimText
    }

    private func sentences(of evidence: Claim.Evidence) -> [Sentence] {
        SentenceSplitter.sentences(of: evidence.text).map { range in
            let text = evidence.text.utf8Slice(range)
            return Sentence(text: text, facts: ClaimText(text, analyzer))
        }
    }

    // MARK: Numbers and dates

    /// True if the evidence has each number, in a sentence that is about the claim, and before the same unit.
    private func hasNumbers(_ said: ClaimText, _ evidence: [[Sentence]], _ descriptions: [ClaimText]) -> Bool {
        let facts = evidence.map { $0.map(\.facts) }
        let (told, sentences) = (numbers(of: said, in: facts), facts.flatMap(\.self))
        // The date and the title of an item tell no amounts.
        let described = descriptions.reduce(into: Set()) { $0.formUnion($1.numbers) }
            .subtracting(said.quantities.map(\.number))
        let undated = sentences.reduce(into: Set()) { $0.formUnion($1.undated) }
        return said.numbers.isSubset(of: told.union(described))
            && said.quantities.allSatisfy { undated.contains($0.number) && !Self.hasOtherUnit($0, sentences) }
    }

    /// True if the evidence tells of a period or unit in some form: "monthly" of "a month".
    private static func tells(_ rate: String, _ words: Set<String>) -> Bool {
        words.contains { $0.hasPrefix(rate) } || others[rate].map { !$0.isDisjoint(with: words) } ?? false
    }

    private static let others: [String: Set<String>] = [
        "day": ["daily"], "year": ["annual", "annually", "annum", "pa"], "piece": ["each"], "person": ["each", "head"],
    ]

    /// True if the evidence has each month and each day of the week.
    private func hasDates(
        _ said: ClaimText, _ claim: Claim, _ evidence: [ClaimText], _ known: [ClaimText]
    ) -> Bool {
        let days = known.reduce(into: Set()) { $0.formUnion($1.days) }
        return said.datedMonths.isSubset(of: known.reduce(into: Set()) { $0.formUnion($1.months) })
            && weekdaysFit(said, claim, evidence, known) && !said.days.contains { Self.isMixed($0, of: days) }
    }

    /// True for a day whose number is of one date only of the evidence, and its month of another.
    private static func isMixed(_ day: ClaimText.Day, of known: Set<ClaimText.Day>) -> Bool {
        !known.contains(day) && known.contains { $0.month == day.month } && known.contains { $0.day == day.day }
    }

    /// The numbers of sentences that say something else of the claim too, or follow one that does: a mail has many numbers.
    private func numbers(of said: ClaimText, in evidence: [[ClaimText]]) -> Set<String> {
        let told = Set(said.content.flatMap(\.self)).subtracting(ClaimText.unitWords)
            .intersection(evidence.flatMap { $0.flatMap { $0.content.flatMap(\.self) } })
        return evidence.reduce(into: []) { numbers, sentences in
            for (index, sentence) in sentences.enumerated() {
                let near = sentences[max(0, index - 1)...index].flatMap(\.content)
                if told.isEmpty || near.contains(where: { !$0.isDisjoint(with: told) }) {
                    numbers.formUnion(sentence.numbers)
                }
            }
        }
    }

    /// True if the number stands in the evidence with other units only.
    private static func hasOtherUnit(_ quantity: ClaimText.Quantity, _ known: [ClaimText]) -> Bool {
        let units = known.flatMap(\.quantities).filter { $0.number == quantity.number }.map(\.unit)
        return !units.isEmpty && !units.contains(quantity.unit)
    }

    /// True if each day of the week is in the evidence, or is that of a date which the claim gives, or that of the item or of
    /// "yesterday" in it.
    private func weekdaysFit(
        _ said: ClaimText, _ claim: Claim, _ evidence: [ClaimText], _ known: [ClaimText]
    ) -> Bool {
        guard !said.weekdays.isEmpty else { return true }
        // The day on which it was written is another one than that of which it speaks.
        let told = evidence.reduce(into: Set()) { $0.formUnion($1.weekdays) }
        let named = told.isEmpty ? known.reduce(into: Set()) { $0.formUnion($1.weekdays) } : told
        let years = Set(claim.evidence.compactMap { $0.item.date.map { clock.calendar.component(.year, from: $0) } })
        let dated = dates(in: said, ofYears: years).map { (clock.calendar.component(.weekday, from: $0) + 5) % 7 + 1 }
        return said.weekdays.isSubset(of: dated.isEmpty ? named : Set(dated))
    }

    /// The days that a text may mean: its numbers up to 31 of its months, in its year or in one of `years`.
    private func dates(in text: ClaimText, ofYears years: Set<Int>) -> [Date] {
        let numbers = text.numbers.compactMap(Int.init)
        let own = numbers.filter { 1900...2200 ~= $0 }
        return (own.isEmpty ? Array(years) : own).flatMap { year in
            text.datedMonths.flatMap { month in
                numbers.filter { 1...31 ~= $0 }.compactMap {
                    clock.calendar.date(from: DateComponents(year: year, month: month, day: $0))
                }
            }
        }
    }

    // MARK: Denials and additions

    /// True if the claim affirms a word that the evidence only denies, or denies one that it only affirms.
    private static func denies(_ said: ClaimText, _ evidence: [ClaimText], _ descriptions: [ClaimText]) -> Bool {
        func stems(_ words: [Set<String>]) -> Set<String> { words.reduce(into: []) { $0.formUnion($1) } }
        let denied = stems(evidence.flatMap(\.denied))
        let affirmed = stems(evidence.flatMap(\.affirmed) + descriptions.flatMap(\.content))
        return said.affirmed.contains { !$0.isDisjoint(with: denied) && $0.isDisjoint(with: affirmed) }
            || said.denied.allSatisfy { $0.isDisjoint(with: denied) }
                && said.denied.contains { !$0.isDisjoint(with: affirmed) }
    }

    /// True if a clause of a claim says several things of which the evidence has none: "…, and the neighbours sued".
    private func saysMore(_ claim: String, _ known: [Set<String>]) -> Bool {
        let clauses = ClaimClauses.clauses(of: claim).map { ClaimText($0, analyzer) }
        return clauses.count > 1 && clauses.contains { $0.content.count > 1 && $0.coverage(by: known) == 0 }
    }

    private static func contains(_ words: [String], _ run: [String]) -> Bool {
        words.indices.contains { words[$0...].starts(with: run) }
    }

    /// The facts about a cited text beside its words: sender, author, title and day of its item, and the times that phrases
    /// such as "yesterday" mean in it.
    private func description(of evidence: Claim.Evidence) -> String {
        let item = evidence.item
        var parts = [item.sender?.name ?? "", item.author?.name ?? "", item.title, item.conversationTitle]
        if let date = item.date {
            let written = QueryClock(now: date, timeZone: clock.timeZone)
            let language = LanguageDetector.stemming(of: evidence.text)
            let weekday = clock.calendar.component(.weekday, from: date) - 1
            parts += [AbsoluteTimeText(clock.calendar).text(date, .day), Self.weekdays[weekday]]
            parts += RelativeTimePhrases().dates(in: evidence.text, language: language, writtenAt: written)
                .map(\.meaning)
        }
        return parts.joined(separator: "\n")
    }

    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    /// Months and days of the week are no names. Months beside a number are compared as dates.
    private static let calendarWords = Set(MonthNames.numbers(in: [.english, .french, .spanish]).keys).union(
        DateExpression.Point.weekdays.flatMap { [$0, $0 + "s"] })

    // MARK: Meaning

    /// The sentence of the evidence that is nearest to a claim, by words, then by meaning.
    private func closeness(
        of claim: String, _ said: ClaimText, _ sentences: [Sentence], _ content: [Set<String>],
        _ vectors: inout [String: [Float]]
    ) throws -> ClaimVerdict.Problem? {
        let shares = sentences.map { said.coverage(by: $0.facts.content) }
        let cosines = try cosines(of: claim, sentences.map(\.text), &vectors)
        let scores = sentences.indices.map { shares[$0] + (cosines.isEmpty ? 0 : cosines[$0]) }
        guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }) else { return .meaning }
        let isDenied =
            said.isNegated
            ? !zip(sentences, shares).contains { $0.facts.isNegated && $1 > 0 }
            : isDenied(said, in: sentences[best].text)
        if isDenied { return .negation }
        let coverage = said.coverage(by: content)
        if coverage >= Self.enoughCoverage { return nil }
        let isClose = !cosines.isEmpty && cosines[best] >= Self.enoughCosine
        return isClose && coverage >= Self.leastCoverage ? nil : .meaning
    }

    /// True if the clause of a sentence that says most of what is claimed denies something. "The chain is new, not the lock"
    /// does not deny that the chain is new.
    private func isDenied(_ said: ClaimText, in sentence: String) -> Bool {
        let clauses = ClaimClauses.clauses(of: sentence).map { ClaimText($0, analyzer) }
        let shares = clauses.map { said.coverage(by: $0.content) }
        guard let most = shares.max() else { return false }
        return zip(clauses, shares).contains { $1 == most && $0.isNegated }
    }

    private func cosines(
        of claim: String, _ sentences: [String], _ vectors: inout [String: [Float]]
    ) throws -> [Float] {
        guard let encoder, !sentences.isEmpty else { return [] }
        // Each text once: sentences of an answer cite the same.
        let new = Set([claim] + sentences).filter { vectors[$0] == nil }.sorted()
        if !new.isEmpty {
            let made = try encoder.encode(passages: new)
            for (row, text) in new.enumerated() { vectors[text] = Array(made[row]) }
        }
        let own = vectors[claim] ?? []
        return sentences.map { own.dot(vectors[$0] ?? []) }
    }
}
