import Foundation
import RecallCore
import RecallText

/// The calibrated probability that a passage is relevant, and the kind of match that it is, from features that are
/// comparable between queries and libraries.
///
/// Logistic regressions over the five best items of questions and phrases of eight labelled sets and the sample
/// archive: with the answer in the library, without it, with the words that query and answer share taken out of one of
/// them, and of queries about something else. Results with each set held out are in docs/search-quality.md.
struct Confidence {
    /// The summed idf of the words that a passage is expected to contain.
    private let total: Float
    /// The number of distinct query words without function words.
    private let wordCount: Float
    /// True if the filter requires the ranked words, as in "snow OR ice": then every match is a relevant one.
    private let isRequired: Bool

    /// The share of the query's idf that its identifiers have; `nil` without any.
    private let identifiers: Float?
    /// The share of the query's idf that names of people have: who a passage is by need not be said in it.
    private let nameShare: Float
    /// True if all words are people's names: then who a passage is from or to says it.
    private let namesPeopleOnly: Bool
    /// The probability from which what says a part of the query says it, for candidates with a cosine.
    private let saysProbability: Float
    /// The degree to which the model covers the query's language, from 0 to 1.
    private let languageCoverage: Float

    /// - Parameter languageCoverage: How well the model covers the query's language. In a language that it does not
    ///   cover, cosines are low whatever is said, and so are the probabilities.
    init(_ query: PreparedQuery, languageCoverage: Float) {
        self.languageCoverage = languageCoverage
        saysProbability =
            Self.leastProbability + languageCoverage * (Self.coveredSaysProbability - Self.leastProbability)
        total = query.lexical.total
        let names = query.mentions.senderNames.subtracting(query.lexical.ordinaryNames)
        let named = zip(query.words, query.lexical.idfs).reduce(Float(0)) {
            names.contains($1.0.folded) ? $0 + $1.1 : $0
        }
        nameShare = total > 0 ? named / total : 0
        namesPeopleOnly = query.words.allSatisfy { $0.isFunctionWord || names.contains($0.folded) } && !names.isEmpty
        identifiers = Self.identifiers(of: query)
        wordCount = Float(query.lexical.contentWordCount)
        isRequired = query.isRequiredByFilter
    }

    /// The share of rare words with digits, such as numbers of policies, orders and parts: nobody says them by chance.
    private static func identifiers(of query: PreparedQuery) -> Float? {
        let idfs = zip(query.words, query.lexical.idfs).lazy.filter { word, idf in
            idf >= leastIdentifierIDF && word.folded.count >= 3 && word.folded.contains(where: \.isNumber)
                && !query.mentions.dates.words.contains(word.folded)
        }.map(\.1)
        let share = query.lexical.total > 0 ? idfs.reduce(0, +) / query.lexical.total : 0
        return share >= leastIdentifierShare ? share : nil
    }

    /// About one passage in twenty.
    private static let leastIdentifierIDF: Float = 3
    private static let leastIdentifierShare: Float = 0.2

    /// The weights of a regression.
    private struct Weights {
        /// The weight of the cosine of query and passage.
        var cosine: Float = 0
        /// The weight of the idf-weighted share of the query's words in the passage's context.
        var coverage: Float
        /// The weight of the logarithm of the number of query words in the passage itself: two of two are worth less
        /// than six of six, and none of a long question is worse than none of two words.
        var wordsSaid: Float
        var constant: Float

        static let withMeaning = Weights(cosine: 4.63, coverage: 1.09, wordsSaid: 0.3, constant: -5.2)
        static let wordsAlone = Weights(coverage: 2.1, wordsSaid: 1.95, constant: -5.76)
    }

    /// The minimum for a passage that says all words of a query. The regressions had no queries for identifiers or
    /// names.
    private static let allWords: Float = 0.3
    /// The least share of the query's idf, saturated by BM25, that the passage itself says if it counts as saying all
    /// words of which some are next to it.
    private static let leastSaid: Float = 0.5
    /// The no-match threshold: what says a part of the query is no weak match from this probability on.
    static let leastProbability: Float = 0.08
    /// From this probability on a match says it, where the model covers the language. In a library about one subject
    /// something says a part of any question about it, and below this it was seldom an answer.
    private static let coveredSaysProbability: Float = 0.165
    /// The summed idf from which words that a passage lacks are what the query is about: one that one passage in 400 has,
    /// or two that one in 20 has. Without them it does not say it, however likely it is to be relevant.
    private static let mostMissing: Float = 6
    /// So many words that are no rarer in the mean, as of a question, may all stand in a passage about something else; then
    /// its cosine has to be this at least.
    private static let (manyWords, commonIDF, leastCosineOfMany): (Float, Float, Float) = (4, 3, 0.4)
    /// The least share of the query's idf that is said; what has less matches in meaning only.
    private static let leastCoverage: Float = 0.35
    /// The least words of a query of which most may be said, and the least share of their idf that is most.
    private static let (leastWordsOfMost, mostCoverage): (Float, Float) = (3, 0.6)
    /// From this cosine on a passage is close in meaning. The nearest of a query about something else are at .2 to
    /// .35, answers in other words at .3 to .5.
    static let closeCosine: Float = 0.335
    /// The cosine that saying all words of the query is worth.
    private static let coverageCloseness: Float = 0.025
    /// The cosine that being from a person whom the query names is worth.
    private static let senderCloseness: Float = 0.1

    /// The share of the query's words, by idf, that a candidate's context contains.
    func coverage(_ candidate: Candidate) -> Float {
        total > 0 ? min(1, candidate.lexical.covered / total) : 0
    }

    /// The probability that a candidate that matches the filter is relevant.
    func confidence(_ candidate: Candidate) -> Float {
        max(probability(candidate), isRequired ? Self.allWords : 0)
    }

    /// The kind of match that a candidate is that matches the filter.
    func match(_ candidate: Candidate) -> SearchResult.Match {
        isRequired ? .says : kind(candidate)
    }

    /// The kind of match that a candidate is, whatever the filter. Without query words (`similar`) all are close.
    func kind(_ candidate: Candidate) -> SearchResult.Match {
        guard total > 0 else { return .closeInMeaning }
        if isSaid(candidate) { return .says }
        guard saysPart(candidate) else {
            return isClose(candidate) || saysMost(candidate) ? .closeInMeaning : .weak
        }
        guard candidate.cosine != nil else { return .says }
        return probability(candidate) >= saysProbability && hasWhatItIsAbout(candidate) ? .says : .closeInMeaning
    }

    /// True if the words that a candidate lacks are not what the query is about. Words of a language that the model covers
    /// less have more forms, so that more of them are missing.
    private func hasWhatItIsAbout(_ candidate: Candidate) -> Bool {
        (total - candidate.lexical.covered) * languageCoverage < Self.mostMissing
    }

    private func isByPersonNamed(_ candidate: Candidate) -> Bool {
        namesPeopleOnly && (candidate.namesSender || candidate.correspondentShare > 0)
    }

    private func isClose(_ candidate: Candidate) -> Bool {
        guard let cosine = candidate.cosine else { return false }
        let sender = candidate.namesSender ? Self.senderCloseness : 0
        return cosine + sender + Self.coverageCloseness * coverage(candidate) >= Self.closeCosine
    }

    /// True if a passage itself says most of a query of three words or more ("gate code" of "gate code allotment"). Of two words
    /// one is often there by chance.
    private func saysMost(_ candidate: Candidate) -> Bool {
        wordCount >= Self.leastWordsOfMost && coverage(candidate) >= Self.mostCoverage
            && share(saidBy: candidate) >= Self.leastSaid
    }

    /// True if words of the query that a candidate says, be they few, make it likely to be relevant.
    func saysPart(_ candidate: Candidate) -> Bool {
        saysIdentifiers(candidate)
            || coverage(candidate) >= Self.leastCoverage && probability(candidate) >= Self.leastProbability
    }

    /// The probability that a candidate is relevant. Without query words (`similar`) it is the cosine.
    func probability(_ candidate: Candidate) -> Float {
        guard total > 0 else { return max(0, min(1, candidate.cosine ?? 0)) }
        let weights = candidate.cosine == nil ? Weights.wordsAlone : .withMeaning
        let said = log(1 + wordCount * share(saidBy: candidate))
        let evidence =
            weights.constant + weights.cosine * (candidate.cosine ?? 0) + weights.coverage * coverage(candidate)
            + weights.wordsSaid * said
        let probability = 1 / (1 + exp(-evidence))
        return isSaid(candidate) ? max(Self.allWords, probability) : probability
    }

    /// True if a candidate says what is asked for, whatever the regression makes of it.
    private func isSaid(_ candidate: Candidate) -> Bool {
        saysAll(candidate) || saysIdentifiers(candidate) || isByPersonNamed(candidate)
    }

    /// True if a passage says the query's words, most of them itself and the others next to it.
    private func saysAll(_ candidate: Candidate) -> Bool {
        coverage(candidate) > 0.999 - (candidate.namesSender ? nameShare : 0)
            && share(saidBy: candidate) >= Self.leastSaid && isNearEnough(candidate)
    }

    private func isNearEnough(_ candidate: Candidate) -> Bool {
        guard wordCount >= Self.manyWords, total < Self.commonIDF * wordCount, let cosine = candidate.cosine else {
            return true
        }
        return cosine >= Self.leastCosineOfMany * languageCoverage
    }

    /// True if a passage covers at least as much of the query as its identifiers, which no other words add up to in
    /// practice.
    private func saysIdentifiers(_ candidate: Candidate) -> Bool {
        identifiers.map { coverage(candidate) >= $0 - 0.001 } ?? false
    }

    private func share(saidBy candidate: Candidate) -> Float {
        min(1, candidate.lexical.passage / total)
    }
}
