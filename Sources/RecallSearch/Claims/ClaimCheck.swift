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
        try claims.map { ClaimVerdict(problem: try problem(of: $0)) }
    }

    private func problem(of claim: Claim) throws -> ClaimVerdict.Problem? {
        guard !claim.evidence.isEmpty else { return .noCitation }
        let said = ClaimText(claim.text, analyzer)
        let evidence = claim.evidence.map { ClaimText($0.text, analyzer) }
        let descriptions = claim.evidence.map { ClaimText(description(of: $0), analyzer) }
        let known = evidence + descriptions
        if !said.numbers.isSubset(of: known.reduce(into: Set()) { $0.formUnion($1.numbers) }) { return .number }
        if !said.datedMonths.isSubset(of: known.reduce(into: Set()) { $0.formUnion($1.months) }) { return .number }
        let words = known.reduce(into: Set()) { $0.formUnion($1.words) }
        if !said.names.subtracting(Self.calendarWords).isSubset(of: words) { return .name }
        if !said.quoted.allSatisfy({ quoted in evidence.contains { Self.contains($0.words, quoted) } }) {
            return .quotedWords
        }
        return try closeness(of: claim, said, known.flatMap(\.content))
    }

    private static func contains(_ words: [String], _ run: [String]) -> Bool {
        words.indices.contains { words[$0...].starts(with: run) }
    }

    /// The facts about a cited text beside its words: sender, title and day of its item, and the times that phrases
    /// such as "yesterday" mean in it.
    private func description(of evidence: Claim.Evidence) -> String {
        let item = evidence.item
        var parts = [item.sender?.name ?? "", item.title, item.conversationTitle]
        if let date = item.date {
            let written = QueryClock(now: date, timeZone: clock.timeZone)
            let language = LanguageDetector.stemming(of: evidence.text)
            parts.append(AbsoluteTimeText(clock.calendar).text(date, .day))
            parts += RelativeTimePhrases().dates(in: evidence.text, language: language, writtenAt: written)
                .map(\.meaning)
        }
        return parts.joined(separator: "\n")
    }

    /// Months and days of the week are no names. Months beside a number are compared as dates.
    private static let calendarWords = Set(MonthNames.numbers(in: [.english, .french, .spanish]).keys).union(
        DateExpression.Point.weekdays)

    // MARK: Meaning

    /// The sentence of the evidence that is nearest to a claim, by words, then by meaning.
    private func closeness(
        of claim: Claim, _ said: ClaimText, _ content: [Set<String>]
    ) throws -> ClaimVerdict.Problem? {
        let sentences = claim.evidence.flatMap { evidence in
            SentenceSplitter.sentences(of: evidence.text).map { evidence.text.utf8Slice($0) }
        }
        let texts = sentences.map { ClaimText($0, analyzer) }
        let shares = texts.map { said.coverage(by: $0.content) }
        let cosines = try cosines(of: claim.text, sentences)
        let scores = sentences.indices.map { shares[$0] + (cosines.isEmpty ? 0 : cosines[$0]) }
        guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }) else { return .meaning }
        if said.isNegated != texts[best].isNegated { return .negation }
        let coverage = said.coverage(by: content)
        if coverage >= Self.enoughCoverage { return nil }
        let isClose = !cosines.isEmpty && cosines[best] >= Self.enoughCosine
        return isClose && coverage >= Self.leastCoverage ? nil : .meaning
    }

    private func cosines(of claim: String, _ sentences: [String]) throws -> [Float] {
        guard let encoder, !sentences.isEmpty else { return [] }
        let vectors = try encoder.encode(passages: [claim] + sentences)
        return sentences.indices.map { row in vectors[0].dot(vectors[row + 1]) }
    }
}
