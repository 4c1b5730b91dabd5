import RecallCore
import RecallEmbedding
import RecallStore
import RecallText

/// Reranks the best passages by late interaction (Khattab & Zaharia 2020): a word of the query is as near to a passage
/// as the nearest token of that passage, read in its context.
///
/// A passage's own vector is one mean of all that it says. Its tokens still tell which of its words the query's words
/// are near to, and so find what is said of one thing among many.
struct LateInteraction {
    private let query: PreparedQuery
    private let tokens: QueryTokens
    private let reader: TokenReader
    private let weights: [Float]
    private let feedback: VectorFeedback

    /// The number of passages that are read.
    private static let depth = 50
    /// The weights of the passage's own tokens, and of those of the passages around it too.
    private static let (ownWeight, nearbyWeight): (Float, Float) = (0.6, 0.8)
    /// The passages on either side that count as around it, as far as they are in its window.
    private static let reach = 2
    /// A query of more words is described better by its one vector, and the mean over its words says less.
    private static let fullWords: Float = 5
    /// The minimum range of the scores: passages that are alike are not told apart.
    private static let leastSpread: Float = 0.02

    /// - Returns: `nil` where the encoder gives no vectors of tokens.
    init?(
        _ query: PreparedQuery, _ snapshot: SearchSnapshot, _ encoder: any SentenceEncoder, _ limits: SearchLimits
    ) throws {
        guard let tokens = try encoder.tokens(ofQuery: query.text) else { return nil }
        (self.query, self.tokens) = (query, tokens)
        reader = TokenReader(snapshot: snapshot, encoder: encoder, limits: limits)
        weights = TokenWeights(query, tokens.byteRanges).values
        feedback = VectorFeedback(snapshot)
    }

    /// The passages, the first ones by their new scores; `nil` if there was no time to read them.
    func rerank(_ ranked: [RankedPassage], languageCoverage: Float) throws -> [RankedPassage]? {
        guard let windows = try reader.windows(of: ranked.prefix(Self.depth).map(\.id)) else { return nil }
        var first = Array(ranked.prefix(windows.count))
        let cosines = Cosines(tokens, reach: Self.reach)
        let nearness = zip(first, windows).map { cosines.nearness(of: $0.id, in: $1) }
        let factor = languageCoverage * min(1, Self.fullWords / max(1, Float(query.lexical.contentWordCount)))
        let own = Self.scaled(nearness.map { mean($0.own) })
        let nearby = Self.scaled(nearness.map { mean($0.nearby) })
        for position in first.indices {
            first[position].bonus += factor * (Self.ownWeight * own[position] + Self.nearbyWeight * nearby[position])
        }
        for (position, bonus) in try feedback.bonuses(of: first).enumerated() {
            first[position].bonus += languageCoverage * bonus
        }
        return first.sorted(by: RankedPassage.isBetter) + ranked[windows.count...]
    }

    /// The mean of the tokens' cosines by their weights.
    private func mean(_ cosines: [Float]) -> Float {
        weights.dot(cosines)
    }

    /// The values from 0 for the least to 1 for the greatest.
    private static func scaled(_ values: [Float]) -> [Float] {
        guard let least = values.min(), let greatest = values.max() else { return [] }
        return values.map { ($0 - least) / max(leastSpread, greatest - least) }
    }
}

/// The nearest tokens of passages to each token of a query.
private final class Cosines {
    private let tokens: QueryTokens
    private let reach: Int
    private var known: [PassageID: [Float]] = [:]

    init(_ tokens: QueryTokens, reach: Int) {
        (self.tokens, self.reach) = (tokens, reach)
    }

    /// For each token of the query the greatest cosine with a token of the passage, and with one of the passages around it
    /// too.
    func nearness(of passage: PassageID, in window: WindowTokens) -> (own: [Float], nearby: [Float]) {
        let around = max(0, passage.index - reach)...passage.index + reach
        let nearby = around.compactMap { greatest(in: PassageID(index: $0), window) }
        let own = greatest(in: passage, window) ?? [Float](repeating: 0, count: tokens.byteRanges.count)
        return (own, nearby.reduce(own) { zip($0, $1).map(max) })
    }

    private func greatest(in passage: PassageID, _ window: WindowTokens) -> [Float]? {
        if let known = known[passage] { return known }
        guard let vectors = window.vectors[passage] else { return nil }
        let greatest = tokens.greatestCosines(in: vectors)
        if window.window.passages.contains(passage.index) { known[passage] = greatest }
        return greatest
    }
}

/// The weights of a query's tokens, which add up to 1: the idf of the word that a token is a piece of, divided among its
/// pieces.
struct TokenWeights {
    let values: [Float]

    init(_ query: PreparedQuery, _ tokens: [Range<Int>]) {
        var words = [Int?](repeating: nil, count: tokens.count)
        var pieces = [Float](repeating: 0, count: query.words.count)
        for (word, range) in Self.places(of: query) {
            for token in tokens.indices where tokens[token].overlaps(range) {
                guard query.lexical.idfs[word] > words[token].map({ query.lexical.idfs[$0] }) ?? -1 else { continue }
                words[token] = word
            }
        }
        for word in words.compactMap(\.self) { pieces[word] += 1 }
        let shares = words.map { word in word.map { query.lexical.idfs[$0] / max(1, pieces[$0]) } ?? 0 }
        let total = shares.reduce(0, +)
        values = total > 0 ? shares.map { $0 / total } : shares.map { _ in 1 / Float(max(1, shares.count)) }
    }

    /// The words with their bytes in the query. One that was read as another is nowhere.
    private static func places(of query: PreparedQuery) -> [(word: Int, bytes: Range<Int>)] {
        let text = Array(query.text.utf8)
        var from = 0
        return query.words.enumerated().compactMap { position, word in
            guard let found = text[from...].firstRange(of: Array(word.text.utf8)) else { return nil }
            // In scripts without spaces, words overlap.
            from = found.lowerBound
            return (position, found)
        }
    }
}
