import RecallCore
import RecallStore
import RecallText
import RecallVectorIndex

/// The note for a person when nothing says what the query asks for, with what helps.
struct NoMatchNote {
    let query: PreparedQuery
    let snapshot: SearchSnapshot
    /// The vector of the query; `nil` without semantic retrieval.
    let vector: [Float]?
    let limits: SearchLimits

    /// The note; `nil` if a result says it, or enough of it, or if the query has no words.
    func text(_ answer: SearchResponse.Answer, confidence: Float) throws -> String? {
        guard !query.words.isEmpty, answer != .says, !query.isContradictory else { return nil }
        guard answer == .nothingNear || confidence < Confidence.leastProbability else { return nil }
        if try saysOutside() {
            return "Nothing that passes the filter says it, but something outside of it does: leave a part of it out."
        }
        guard answer == .nothingNear else { return nil }
        let count = try literalCount()
        if count > 0 {
            let say = count == 1 ? "One item says" : "\(count) items say"
            return say + " it word for word, in a part that is not ranked, such as a signature. "
                + "Put it in quotation marks."
        }
        return "Nothing fits well enough. Other words may help: names, places, or what it says literally."
    }

    /// A longer text is not looked for word for word.
    static let mostLiteralWords = 12

    /// The number of items that pass the filter and contain the words as they stand, anywhere.
    private func literalCount() throws -> Int {
        guard !limits.budget.isSpent, (1...Self.mostLiteralWords).contains(query.words.count),
            !query.words.allSatisfy(\.isFunctionWord)
        else { return 0 }
        let words = WordSequence(query.text)
        guard let selection = query.matches.selection else { return try snapshot.library.itemCount(saying: words) }
        let literal = try snapshot.matches(.words(words)).selection?.items.positions ?? []
        return literal.count(where: selection.items.contains)
    }

    /// The number of passages that words rank best to check.
    private static let outsideLimit = 50

    /// True if a passage that the filter excludes says what the query asks for.
    private func saysOutside() throws -> Bool {
        guard query.matches.selection != nil else { return false }
        let excluded = query.matches.excluded
        let matches = try query.lexical.retrieve(
            limit: Self.outsideLimit, boosts: PassageBoosts(), limits, among: excluded)
        let candidates: Candidates
        if let vector, let index = snapshot.index.vectors?.index {
            // Only words can say it, so those that only meaning finds are not looked for.
            candidates = Candidates(
                matches, SemanticMatches(query: vector, neighbors: []), in: index, languageCoverage: 1,
                background: .none, query)
        } else {
            candidates = Candidates(matches, query)
        }
        let calibration = Confidence(query, languageCoverage: candidates.languageCoverage)
        return candidates.all.contains { calibration.kind($0) == .says }
    }
}
