import Foundation
import RecallCore
import RecallStore
import RecallText
import RecallVectorIndex

/// Scores passages by a query's words, twice: alone, and with their contexts' frequencies summed (BM25, Robertson and
/// Zaragoza 2009).
///
/// Memory depends on the postings of the words and on the candidates wanted, not on the library: passages are scored some
/// thousands at a time, and only the best are kept.
struct LexicalRetriever {
    private let layout: PassageLayout
    private let contexts: PassageContexts
    /// The postings of each word that has any, live passages only, with its idf; the rarest word first.
    private var terms: [(word: QueryWord, postings: PostingList, idf: Float)] = []
    /// The idf of each word of the query; 0 for function words and repeated ones.
    private(set) var idfs: [Float] = []
    /// The number of different words of the query that are no function words.
    var contentWordCount: Int { idfs.count { $0 > 0 } }
    /// The names that are ordinary words too: more passages say them than those called so sent.
    private(set) var ordinaryNames: Set<String> = []
    /// The words that no passage says, and nobody is called.
    private(set) var unsaid: [QueryWord] = []
    /// The summed idf of the words that a passage is expected to contain.
    private(set) var total: Float = 0

    /// Reads the postings of `words`.
    ///
    /// - Parameters:
    ///   - names: the words that are a sender's name, folded, with the number of passages that they sent; or that name a
    ///     kind of item.
    ///   - optional: words that count where they occur and are not missed elsewhere, folded.
    /// - Throws: `CancellationError` if the result is no longer needed.
    /// - Complexity: O(*p*) in the postings *p* of the words.
    init(
        _ words: [QueryWord], names: [String: Int], optional: Set<String>, _ index: SearchIndex,
        _ library: LibrarySnapshot, _ limits: SearchLimits
    ) throws {
        (layout, contexts) = (index.layout, index.contexts)
        var seen: Set<Set<String>> = []
        for word in words {
            guard !word.isFunctionWord, seen.insert(word.terms).inserted else {
                idfs.append(0)
                continue
            }
            try limits.check()
            // A passage that came in after the layout was loaded is found by the next search.
            let postings = try library.postings(of: word.terms).filtered(layout.live)
            let count = postings.passages.count
            let idf = Self.weight(ofName: names[word.folded], documentFrequency: count) * idf(documentFrequency: count)
            idfs.append(idf)
            if let sent = names[word.folded], sent < count { ordinaryNames.insert(word.folded) }
            if count > 0 { terms.append((word, postings, idf)) }
            if count == 0, names[word.folded] == nil { unsaid.append(word) }
            if !optional.contains(word.folded) { total += idf }
        }
        if total == 0 { total = idfs.reduce(0, +) }
        terms.sort { $0.idf > $1.idf }
    }

    /// The weight of a query word that is a sender's name. Text that contains the name is mostly not by that sender,
    /// so the word counts less, unless its document frequency exceeds the number of the sender's passages: then it is
    /// an ordinary word, as in a sender called "Deposit Service".
    private static func weight(ofName sent: Int?, documentFrequency: Int) -> Float {
        sent.map { $0 >= documentFrequency ? 0.1 : 1 } ?? 1
    }

    /// The inverse document frequency, never negative.
    private func idf(documentFrequency: Int) -> Float {
        log(1 + (Float(contexts.liveCount - documentFrequency) + 0.5) / (Float(documentFrequency) + 0.5))
    }

    /// The live passages that say one of the query's words, ascending.
    func passages(of word: QueryWord) -> [UInt32] {
        terms.first { $0.word == word }?.postings.passages ?? []
    }

    // MARK: Retrieval

    /// The best lexical matches, and the highest scores of all.
    struct Matches {
        /// Best first.
        var best: [(passage: PassageID, score: LexicalScore)]
        /// The highest scores, each of its own.
        var highest = LexicalScore()
    }

    /// The `limit` best of the included passages: exactly those that scoring every passage would give.
    ///
    /// Once so many are found, words that are so common that they alone cannot make a passage one of the best are looked up
    /// only in passages that have another one (MaxScore, Turtle and Flood 1995).
    ///
    /// - Parameter boosts: what senders and dates add to the order in which candidates are chosen.
    /// - Complexity: O(*p* × the passages within reach) in the postings *p* of the rarer words; memory O(`limit`).
    /// - Throws: `CancellationError` if the result is no longer needed.
    func retrieve(
        limit: Int, boosts: PassageBoosts, _ limits: SearchLimits, among included: PassageSet
    ) throws -> Matches {
        included.count < contexts.liveCount / Self.leastShare
            ? try retrieveEach(limit: limit, boosts: boosts, limits, among: included)
            : try retrieveAll(limit: limit, boosts: boosts, limits, among: included)
    }

    /// Of fewer passages than one in so many, each is looked up; of more, all postings are scanned.
    private static let leastShare = 32

    /// Looks up the words in the context of each included passage, so that a selective filter spares scoring the others.
    ///
    /// - Complexity: O(*k* × log *d*) for *k* included passages with *d* postings between them.
    private func retrieveEach(
        limit: Int, boosts: PassageBoosts, _ limits: SearchLimits, among included: PassageSet
    ) throws -> Matches {
        var best = TopK<PassageID, LexicalScore>(limit: limit)
        var highest = LexicalScore()
        for start in stride(from: 0, to: layout.count, by: Self.chunkLength) {
            try limits.check()
            let span = start..<min(start + Self.chunkLength, layout.count)
            let passages = included.passages(in: span)
            guard !passages.isEmpty else { continue }
            let boost = boosts.values(in: span)
            for (passage, score) in zip(passages, scores(of: passages)) where score.covered > 0 {
                highest.formMaximum(score)
                let order = Fusion.lexicalOrder(score, total: total)
                best.insert(passage, score, score: order + (boost?[passage.index - start] ?? 0))
            }
        }
        return Matches(best: best.sorted().map { ($0.key, $0.value) }, highest: highest)
    }

    private func retrieveAll(
        limit: Int, boosts: PassageBoosts, _ limits: SearchLimits, among included: PassageSet
    ) throws -> Matches {
        var best = TopK<PassageID, LexicalScore>(limit: limit)
        var highest = LexicalScore()
        var chunk = ChunkScores()
        var cursors = [Int](repeating: 0, count: terms.count)
        var deciding = terms.count
        while let span = nextChunk(cursors.prefix(deciding)) {
            try limits.check()
            chunk.begin(span)
            for term in 0..<deciding { add(term, from: &cursors[term], to: &chunk) }
            for term in deciding..<terms.count { addToTouched(term, from: &cursors[term], of: &chunk) }
            let boost = boosts.values(in: span)
            for offset in chunk.touched.lazy.map(Int.init) {
                let passage = PassageID(index: span.lowerBound + offset)
                guard included.contains(passage) else { continue }
                let score = chunk.scores[offset]
                highest.formMaximum(score)
                best.insert(passage, score, score: Fusion.lexicalOrder(score, total: total) + (boost?[offset] ?? 0))
            }
            chunk.end()
            if boosts.isEmpty { deciding = decidingTerms(threshold: best.leastScore, highest, atMost: deciding) }
        }
        return Matches(best: best.sorted().map { ($0.key, $0.value) }, highest: highest)
    }

    /// The number of words, rarest first, of which a passage must have one to be among the best, or to have a score that is
    /// higher than all before.
    private func decidingTerms(threshold: Float, _ highest: LexicalScore, atMost most: Int) -> Int {
        var (count, covered) = (most, Float(0))
        while count > 0 {
            covered += terms[count - 1].idf
            // No frequency gives a word more than this.
            let bound = covered * (BM25.k1 + 1) * Self.roundingSlack
            let score = LexicalScore(passage: bound, context: bound)
            guard Fusion.lexicalOrder(score, total: total) < threshold, bound < highest.passage,
                bound < highest.context, covered * Self.roundingSlack < highest.covered
            else { return count }
            count -= 1
        }
        return count
    }

    /// Sums of floats differ with their order.
    private static let roundingSlack: Float = 1.0001

    /// Passages that are scored together, more where a thread is longer.
    private static let chunkLength = 16_384

    /// The next passages that have postings, or have one in their context: whole threads, so that no context exceeds
    /// the chunk.
    private func nextChunk(_ cursors: ArraySlice<Int>) -> Range<Int>? {
        let next = cursors.indices.compactMap { term in
            let passages = terms[term].postings.passages
            return cursors[term] < passages.count ? passages[cursors[term]] : nil
        }.min()
        guard let next else { return nil }
        let start = contexts.first(of: Int(next))
        var end = min(max(Int(next) + 1, start + Self.chunkLength), layout.count)
        while end < layout.count, !layout.beginsThread[end] { end += 1 }
        return start..<end
    }

    /// Adds a word's postings within the chunk.
    ///
    /// The innermost loop of a search: over plain memory, since checked accesses took half of its time.
    private func add(_ term: Int, from cursor: inout Int, to chunk: inout ChunkScores) {
        let idf = terms[term].idf
        let (start, end) = (chunk.span.lowerBound, chunk.span.upperBound)
        terms[term].postings.passages.withUnsafeBufferPointer { passages in
            terms[term].postings.frequencies.withUnsafeBufferPointer { frequencies in
                contexts.before.withUnsafeBufferPointer { before in
                    contexts.after.withUnsafeBufferPointer { after in
                        var place = cursor
                        while place < passages.count, Int(passages[place]) < end {
                            let index = Int(passages[place])
                            let frequency = Float(frequencies[place])
                            chunk.addPassage(idf * passageSaturation(frequency, index), index - start)
                            var neighbour = index - Int(before[index])
                            while neighbour <= index + Int(after[index]) {
                                chunk.addFrequency(frequency, neighbour - start)
                                neighbour += 1
                            }
                            place += 1
                        }
                        cursor = place
                    }
                }
            }
        }
        chunk.takeSums { offset, sum in
            LexicalScore(context: idf * contextSaturation(sum, start + offset), covered: idf)
        }
    }

    /// Adds a word to the passages of the chunk that have another one.
    private func addToTouched(_ term: Int, from cursor: inout Int, of chunk: inout ChunkScores) {
        let start = chunk.span.lowerBound
        chunk.sortTouched()
        // For ThreadSanitizer, under which Swift 6.3 fails to compile an inout access to memory that a property points to.
        let scores = chunk.scores
        for offset in chunk.touched {
            add(term, at: start + Int(offset), from: &cursor, to: &scores[Int(offset)])
        }
    }

    /// The scores of some passages, in their order; the same that `retrieve` gives.
    ///
    /// - Parameter passages: ascending.
    /// - Complexity: O(*k* log *p*) for *k* passages.
    func scores(of passages: [PassageID]) -> [LexicalScore] {
        var scores = [LexicalScore](repeating: LexicalScore(), count: passages.count)
        for term in terms.indices {
            var start = 0
            for (position, passage) in passages.enumerated() {
                add(term, at: passage.index, from: &start, to: &scores[position])
            }
        }
        return scores
    }

    /// Adds a word to the score of one passage.
    ///
    /// - Parameter start: a position in the word's postings before the passage's context, which moves to it.
    @inline(__always)
    private func add(_ term: Int, at index: Int, from start: inout Int, to score: inout LexicalScore) {
        let (_, postings, idf) = terms[term]
        // The same as in a scan, where each posting counts for all in its own context.
        let holders = contexts.holders(of: index)
        start = postings.firstPosition(of: holders.lowerBound, from: start)
        var (place, sum): (Int, Float) = (start, 0)
        while place < postings.passages.count, postings.passages[place] <= holders.upperBound {
            let frequency = Float(postings.frequencies[place])
            sum += frequency
            if Int(postings.passages[place]) == index { score.passage += idf * passageSaturation(frequency, index) }
            place += 1
        }
        guard sum > 0 else { return }
        score.context += idf * contextSaturation(sum, index)
        score.covered += idf
    }

    @inline(__always)
    private func passageSaturation(_ frequency: Float, _ index: Int) -> Float {
        BM25.saturation(frequency, norm: contexts.passageNorms[Int(layout.termCounts[index])])
    }

    @inline(__always)
    private func contextSaturation(_ frequency: Float, _ index: Int) -> Float {
        BM25.saturation(frequency, norm: contexts.norm(of: index))
    }
}

extension LexicalScore {
    fileprivate mutating func formMaximum(_ other: LexicalScore) {
        passage = max(passage, other.passage)
        context = max(context, other.context)
        covered = max(covered, other.covered)
    }
}

/// The scores of a run of passages while the words are added up, one after the other. Its memory is used again.
private struct ChunkScores: ~Copyable {
    private(set) var span = 0..<0
    private(set) var scores = UnsafeMutableBufferPointer<LexicalScore>(start: nil, count: 0)
    /// The frequencies of the current word, summed over contexts, and the places of those above 0.
    private var sums = UnsafeMutableBufferPointer<Float>(start: nil, count: 0)
    private var summed = UnsafeMutableBufferPointer<Int32>(start: nil, count: 0)
    private var summedCount = 0
    private var touchedOffsets = UnsafeMutableBufferPointer<Int32>(start: nil, count: 0)
    private var touchedCount = 0

    deinit {
        free()
    }

    private func free() {
        scores.deallocate()
        sums.deallocate()
        summed.deallocate()
        touchedOffsets.deallocate()
    }

    /// The offsets of the passages with a score.
    var touched: UnsafeMutableBufferPointer<Int32>.SubSequence { touchedOffsets[..<touchedCount] }

    mutating func begin(_ span: Range<Int>) {
        self.span = span
        guard scores.count < span.count else { return }
        free()
        scores = .allocate(capacity: span.count)
        scores.initialize(repeating: LexicalScore())
        sums = .allocate(capacity: span.count)
        sums.initialize(repeating: 0)
        summed = .allocate(capacity: span.count)
        summed.initialize(repeating: 0)
        touchedOffsets = .allocate(capacity: span.count)
        touchedOffsets.initialize(repeating: 0)
    }

    @inline(__always)
    mutating func addPassage(_ score: Float, _ offset: Int) {
        scores[offset].passage += score
    }

    @inline(__always)
    mutating func addFrequency(_ frequency: Float, _ offset: Int) {
        if sums[offset] == 0 {
            summed[summedCount] = Int32(truncatingIfNeeded: offset)
            summedCount += 1
        }
        sums[offset] += frequency
    }

    /// Adds what `score` makes of each summed frequency, and forgets the sums.
    @inline(__always)
    mutating func takeSums(_ score: (_ offset: Int, _ sum: Float) -> LexicalScore) {
        for offset in summed[..<summedCount].lazy.map(Int.init) {
            let added = score(offset, sums[offset])
            if scores[offset].covered == 0 {
                touchedOffsets[touchedCount] = Int32(truncatingIfNeeded: offset)
                touchedCount += 1
            }
            scores[offset].context += added.context
            scores[offset].covered += added.covered
            sums[offset] = 0
        }
        summedCount = 0
    }

    mutating func sortTouched() {
        touchedOffsets[..<touchedCount].sort()
    }

    mutating func end() {
        for offset in touched { scores[Int(offset)] = LexicalScore() }
        touchedCount = 0
    }
}
