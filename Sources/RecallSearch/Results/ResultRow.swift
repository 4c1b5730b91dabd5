import RecallCore
import RecallStore

/// A result in the making: a thread with its best passages.
struct ResultRow {
    /// A passage as it will be shown.
    struct Hit {
        let ranked: RankedPassage
        let stored: StoredPassage
        let matches: MatchedTerms
    }

    let thread: ItemThread
    /// Best first, at least one.
    let hits: [Hit]
    /// The number of passages that were found and are not shown.
    let morePassages: Int
    /// The kind of its best match.
    var match: SearchResult.Match
    /// The confidence of its most relevant passage.
    var confidence: Float
    let content: NearDuplicate
    /// The number of further threads that are near-duplicates.
    var similarThreads = 0
    /// The sentence of the best passage that answers the query; `nil` if none stands out.
    var sentence: Range<Int>?
    /// Words of the query that the best passage does not contain and is near to.
    var nearPhrase: String?

    func result(_ explanation: Explanation) -> SearchResult {
        SearchResult(
            thread: thread,
            passages: hits.enumerated().map { $0.element.passageHit(sentence: $0.offset == 0 ? sentence : nil) },
            morePassages: morePassages, similarThreads: similarThreads,
            why: explanation.why(hits[0], closeTo: nearPhrase), match: match, confidence: confidence)
    }
}

extension ResultRow.Hit {
    fileprivate func passageHit(sentence: Range<Int>?) -> PassageHit {
        PassageHit(
            passage: stored.passage, item: stored.item, text: stored.text, highlights: matches.ranges,
            sentence: sentence, marks: stored.marks, score: ranked.parts)
    }
}

extension [ResultRow] {
    /// Makes kinds and confidences fall with the rank, so that no result is called weaker than the one after it.
    ///
    /// The ranking has seen more than the calibration (proximity, senders, dates), so where the two disagree, the
    /// results concerned get what they have on average.
    mutating func makeMonotone() {
        let kinds = SearchResult.Match.allCases
        let confidences = IsotonicRegression.nonIncreasing(map(\.confidence))
        let levels = IsotonicRegression.nonIncreasing(map { Float(kinds.firstIndex(of: $0.match) ?? 0) })
        for index in indices {
            self[index].confidence = confidences[index]
            self[index].match = kinds[Int(levels[index].rounded())]
        }
    }
}
