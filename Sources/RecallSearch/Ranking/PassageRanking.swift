import Foundation
import RecallCore
import RecallEmbedding
import RecallStore
import RecallText
import RecallVectorIndex

/// Ranks passages by words, by meaning, and by who wrote them when.
struct PassageRanking {
    let index: SearchIndex
    let snapshot: LibrarySnapshot
    let glances: Glances
    let encoder: (any SentenceEncoder)?
    let lanes: SearchEngine.Ranking
    /// Dates of the query are meant in the time zone of its clock.
    let query: SearchQuery
    /// Words that whatever passes has to say.
    let required: [WordSequence]
    let limits: SearchLimits
    /// How many passages are ranked.
    let limit: Int

    /// The single lanes are measured without what only their fusion uses.
    private var isFused: Bool { lanes == .fused }

    /// What the words of a text, names and dates among them, say of each passage. Nothing is ordered yet.
    func evidence(of text: String) throws -> RankedPassages {
        let analyzer = QueryAnalyzer(for: index.layout)
        let reading = try read(text, analyzer)
        var ranked = RankedPassages(words: reading.words, analyzer: analyzer, filterWords: required)
        ranked.notes = reading.corrections.map { "No item says \"\($0.typed)\": searched for \"\($0.read)\"." }
        let dates = DateMentions(isFused ? ranked.words.map(\.folded) : [])
        ranked.dateWords = dates.words
        try findSenders(isFused ? ranked.words : [], &ranked)
        ranked.scores = try index.lexical.scores(ranked.words, names: ranked.names, optional: dates.words, snapshot)
        ranked.dateFits = try fits(of: dates)
        ranked.lanes.insert(.words)
        return ranked
    }

    /// Puts the best passages, of those at hand, in order by what is known of them.
    func order(_ ranked: inout RankedPassages, among passages: [Int]) {
        let fusion = Fusion(
            weights: lanes.weights, cosines: ranked.cosines, words: ranked.scores, fluency: ranked.fluency,
            namesSender: ranked.namesSender,
            dateFits: ranked.dateFits)
        ranked.candidates = fusion.best(limit, of: passages)
    }

    /// Adds what meaning says, puts the best passages in order, and looks at them once more; as far as there is time.
    func refine(
        _ ranked: inout RankedPassages, _ text: String, _ meaning: Meaning, among passages: [Int]
    ) throws {
        try limits.check()
        if comparesMeaning, limits.isOver {
            ranked.notes.append("Searched by words only: there was no time to compare meaning.")
        } else {
            try add(meaning, of: text, &ranked)
        }
        order(&ranked, among: passages)
        guard isFused else { return }
        let look = SecondLook(
            ranked: ranked, hints: AnswerHints(text, ranked.words.map(\.folded)), vectors: index.vectors,
            glances: glances, limits: limits)
        ranked.candidates = try look.reorder(ranked.candidates)
    }

    /// What is said of a text by meaning.
    enum Meaning {
        case compared(Meanwhile<MeaningRetriever.Scores>)
        /// It cannot be, for a reason to be told, or because nothing is asked.
        case not(note: String?)
    }

    /// Begins to compare `text` by meaning.
    func meaning(of text: String) -> Meaning {
        guard comparesMeaning, let encoder, let vectors = index.vectors, let generation = index.generation,
            text.contains(where: { !$0.isWhitespace })
        else { return .not(note: nil) }
        guard generation.fingerprint.hasPrefix(encoder.family + "/") else {
            return .not(
                note:
                    "Searched by words only: the library was embedded with another model. Run: recall import --embed-only"
            )
        }
        let retriever = MeaningRetriever(encoder: encoder, vectors: vectors, passageCount: index.layout.count)
        return .compared(retriever.scores(of: text, limits))
    }

    /// Whether there are vectors to compare with.
    var comparesMeaning: Bool {
        lanes != .words && encoder != nil && index.vectors != nil
    }

    /// The words to rank by. The last one may be unfinished.
    private func read(_ text: String, _ analyzer: QueryAnalyzer) throws -> UnknownWords.Reading {
        var words = analyzer.words(of: text)
        guard isFused else { return UnknownWords.Reading(words: words) }
        var unfinished: [QueryWord] = []
        if query.isBeingTyped, var last = words.last, query.text.hasSuffix(last.text) {
            last.terms.formUnion(try snapshot.terms(beginningWith: last.folded))
            words.removeLast()
            unfinished = [last]
        }
        var reading = try UnknownWords(
            analyzer: analyzer, snapshot: snapshot, encoder: encoder, required: analyzer.foldedWords(of: required)
        ).read(words)
        reading.words += unfinished
        return reading
    }

    /// Gives the cosines of all passages, or a note why there are none.
    private func add(_ meaning: Meaning, of text: String, _ ranked: inout RankedPassages) throws {
        switch meaning {
        case .not(let note): ranked.notes += [note].compactMap(\.self)
        case .compared(let comparison):
            let scores = try comparison.value()
            (ranked.cosines, ranked.queryVector) = (scores.cosines, scores.query)
            if let encoder { ranked.fluency = Fluency(encoder: encoder).share(of: text, ranked.words) }
            ranked.lanes.insert(.meaning)
        }
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
        let calendar = query.clock.calendar
        let years =
            calendar.component(.year, from: dates.lowerBound)...calendar.component(.year, from: dates.upperBound)
        var fits = [Float](repeating: 0, count: index.layout.count)
        for (span, fit) in mentions.spans(in: years, query.clock) where span.overlaps(dates) {
            for run in try snapshot.passages(datedIn: span) {
                for passage in run.clamped(to: fits.indices) { fits[passage] = max(fits[passage], fit) }
            }
        }
        return fits
    }
}
