import RecallCore
import RecallStore
import RecallText

/// The best passages for a query, and what is known of why.
struct RankedPassages {
    let words: [QueryWord]
    /// What the words to rank by stand for.
    let terms: Set<String>
    let analyzer: QueryAnalyzer
    var scores = LexicalRetriever.Scores(count: 0) {
        didSet { confidence = Confidence(scores) }
    }
    private var confidence = Confidence(LexicalRetriever.Scores(count: 0))
    var cosines: [Float]?
    /// The query as a vector; `nil` if the meaning lane did not run.
    var queryVector: [Float]?
    /// How much vectors count, by how well the model knows the query's language, from 0 to 1.
    var fluency: Float = 1
    var namesSender: [Bool] = []
    /// How well passages' dates fit one that the query mentions; `nil` if it mentions none.
    var dateFits: [Float]?
    /// The words of the query that are part of a date, folded.
    var dateWords: Set<String> = []
    /// The words of the query that are a sender's name, with the number of passages that they sent.
    var names: [String: Int] = [:]
    var candidates: [Fusion.Candidate] = []
    var lanes: Set<SearchResponse.Lane> = []
    var notes: [String] = []
    /// The words that the filter requires, to be highlighted.
    let filterWords: [WordSequence]
    /// Whether the filter requires what is ranked by, as in "snow OR ice": then whatever passes is what was asked for.
    private let isRequired: Bool

    init(words: [QueryWord], analyzer: QueryAnalyzer, filterWords: [WordSequence] = []) {
        self.words = words
        self.analyzer = analyzer
        self.filterWords = filterWords
        let ranked = words.filter { !$0.isFunctionWord }
        terms = ranked.reduce(into: []) { $0.formUnion($1.terms) }
        let required = analyzer.foldedWords(of: filterWords)
        isRequired = !ranked.isEmpty && ranked.allSatisfy { required.contains($0.folded) }
    }

    /// The parts of a candidate's score.
    func parts(of candidate: Fusion.Candidate) -> ScoreParts {
        let index = candidate.index
        let cosine = cosines.map { $0[index] }.flatMap { $0.isNaN ? nil : $0 }
        return ScoreParts(
            cosine: cosine, passageWords: scores.passage[index], contextWords: scores.context[index],
            coverage: scores.total > 0 ? min(1, scores.covered[index] / scores.total) : 0,
            namesSender: namesSender[index], dateFit: dateFits?[index] ?? 0, secondLook: candidate.secondLook,
            fused: candidate.score)
    }

    /// How likely it is that a passage is relevant, by what it says.
    func likelihood(of candidate: Fusion.Candidate) -> Float {
        confidence.probability(parts(of: candidate))
    }

    /// How likely it is that a candidate, which passes the filter, is relevant.
    func confidence(of candidate: Fusion.Candidate) -> Float {
        max(likelihood(of: candidate), isRequired ? Confidence.allWords : 0)
    }

    /// That of the most likely one.
    var bestConfidence: Float {
        candidates.lazy.map(confidence).max() ?? 0
    }
}
