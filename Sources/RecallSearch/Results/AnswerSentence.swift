import RecallCore
import RecallStore
import RecallText

/// Chooses the sentence of a passage that answers a query best: by the idf of the query's terms that it contains, or
/// by cosine similarity if terms do not decide.
struct AnswerSentence {
    private let sentences: [Range<Int>]
    private let texts: [String]
    /// The share of the query's words, by idf, that each sentence contains.
    private let shares: [Float]

    /// More of them are a table or a listing.
    private static let mostSentences = 12
    /// Words decide where the best sentence has this share of the query, and so much more than the next one.
    private static let decidingShare: Float = 0.3
    private static let decidingLead: Float = 0.15
    /// The minimum lead in cosine similarity over the next sentence.
    private static let leastLead: Float = 0.03

    /// A choice among the sentences of `hit`; `nil` if there is only one.
    init?(_ hit: ResultRow.Hit, idfs: [Float]) {
        let text = hit.stored.text
        sentences = QuotableText.joined(SentenceSplitter.sentences(of: text), in: text)
        guard 2...Self.mostSentences ~= sentences.count else { return nil }
        texts = sentences.map { text.utf8Slice($0) }
        let total = max(idfs.reduce(0, +), .leastNormalMagnitude)
        shares = sentences.map { sentence in
            hit.matches.words(in: sentence).reduce(0) { $0 + (idfs.indices.contains($1) ? idfs[$1] : 0) } / total
        }
    }

    /// The sentences to compare by cosine similarity; empty if terms decide.
    var undecided: [String] {
        Self.leader(shares, by: Self.decidingLead, atLeast: Self.decidingShare) == nil ? texts : []
    }

    /// The best sentence; `nil` if none stands out.
    ///
    /// - Parameter closeness: the cosine of a text and the query; `nil` if texts were not compared.
    func range(_ closeness: (String) -> Float?) -> Range<Int>? {
        let cosines = undecided.compactMap(closeness)
        let isCompared = cosines.count == sentences.count
        let scores = isCompared ? zip(shares, cosines).map(+) : shares
        return Self.leader(scores, by: isCompared ? Self.leastLead : Self.decidingLead, atLeast: Self.decidingLead)
            .map { sentences[$0] }
    }

    /// The position of the highest score, if it is so high and so far above the next one.
    private static func leader(_ scores: [Float], by lead: Float, atLeast least: Float) -> Int? {
        guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[best] >= least else { return nil }
        let next = scores.indices.lazy.filter { $0 != best }.map { scores[$0] }.max() ?? 0
        return scores[best] - next >= lead ? best : nil
    }
}
