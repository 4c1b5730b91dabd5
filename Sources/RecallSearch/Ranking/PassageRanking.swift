import Foundation
import RecallCore
import RecallEmbedding
import RecallStore
import RecallVectorIndex

/// Ranks passages by words, by meaning, and by who wrote them when.
struct PassageRanking {
    let index: SearchIndex
    let snapshot: LibrarySnapshot
    let encoder: (any SentenceEncoder)?
    let lanes: SearchEngine.Ranking
    /// Of the one who asks: dates of the query are meant in its time zone.
    let clock: QueryClock

    /// The best `limit` passages for a text, of those at hand.
    func rank(_ text: String, among passages: [Int], limit: Int) throws -> RankedPassages {
        let analyzer = QueryAnalyzer(for: index.layout)
        var ranked = RankedPassages(words: analyzer.words(of: text), analyzer: analyzer)
        let folded = ranked.words.map(\.folded)
        // The single lanes are measured without what only their fusion uses.
        let isFused = lanes == .fused
        let dates = DateMentions(isFused ? folded : [])
        ranked.dateWords = dates.words
        try findSenders(isFused ? ranked.words : [], &ranked)
        ranked.scores = try index.lexical.scores(ranked.words, names: ranked.names, optional: dates.words, snapshot)
        try compareMeaning(text, &ranked)
        ranked.dateFits = try fits(of: dates)
        let fusion = Fusion(
            weights: lanes.weights, cosines: ranked.cosines, words: ranked.scores, namesSender: ranked.namesSender,
            dateFits: ranked.dateFits)
        ranked.candidates = fusion.best(limit, of: passages)
        ranked.lanes.insert(.words)
        guard isFused else { return ranked }
        let look = SecondLook(
            ranked: ranked, hints: AnswerHints(text, folded), vectors: index.vectors, snapshot: snapshot)
        ranked.candidates = try look.reorder(ranked.candidates)
        return ranked
    }

    /// Gives the cosines of all passages, or a note when the meaning lane cannot run.
    private func compareMeaning(_ text: String, _ ranked: inout RankedPassages) throws {
        guard lanes != .words, let encoder, let vectors = index.vectors, let generation = index.generation else {
            return
        }
        guard generation.fingerprint.hasPrefix(encoder.family + "/") else {
            ranked.notes.append(
                "Searched by words only: the library was embedded with another model. Run: recall import --embed-only")
            return
        }
        guard text.contains(where: { !$0.isWhitespace }) else { return }
        var cosines = [Float](repeating: .nan, count: index.layout.count)
        let vector = try encoder.vector(query: text)
        vectors.score(vector, into: &cosines)
        (ranked.cosines, ranked.queryVector) = (cosines, vector)
        ranked.lanes.insert(.meaning)
    }

    /// Finds the words that are names of senders, and what those sent.
    private func findSenders(_ words: [QueryWord], _ ranked: inout RankedPassages) throws {
        ranked.namesSender = [Bool](repeating: false, count: index.layout.count)
        let found = try snapshot.passages(
            sentByNames: Set(words.lazy.filter { !$0.isFunctionWord }.map(\.folded)))
        for run in found.runs {
            for passage in run.clamped(to: 0..<index.layout.count) { ranked.namesSender[passage] = true }
        }
        ranked.names = found.counts
    }

    /// How well each passage's date fits those that the query mentions; `nil` if it mentions none.
    private func fits(of mentions: DateMentions) throws -> [Float]? {
        guard !mentions.mentions.isEmpty, let dates = try snapshot.dateSpan() else { return nil }
        let calendar = clock.calendar
        let years =
            calendar.component(.year, from: dates.lowerBound)...calendar.component(.year, from: dates.upperBound)
        var fits = [Float](repeating: 0, count: index.layout.count)
        for (span, fit) in mentions.spans(in: years, clock) where span.overlaps(dates) {
            for run in try snapshot.passages(datedIn: span) {
                for passage in run.clamped(to: fits.indices) { fits[passage] = max(fits[passage], fit) }
            }
        }
        return fits
    }
}
