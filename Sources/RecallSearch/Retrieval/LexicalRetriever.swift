import Foundation
import RecallStore
import RecallText

/// Scores every passage by the query's words, twice: alone, and with its context's frequencies summed.
struct LexicalRetriever: Sendable {
    let layout: PassageLayout
    let contexts: PassageContexts
    /// The number of live passages.
    let liveCount: Int
    /// The mean number of terms of a live passage.
    let averageTermCount: Float

    init(_ layout: PassageLayout) {
        self.layout = layout
        contexts = PassageContexts(layout)
        let live = (0..<layout.count).lazy.filter { layout.isLive[$0] }
        liveCount = live.count
        averageTermCount = max(1, live.reduce(0) { $0 + Float(layout.termCounts[$1]) } / Float(max(1, liveCount)))
    }

    /// The scores of all passages, by index.
    struct Scores {
        /// BM25 of each passage alone.
        var passage: [Float]
        /// BM25 of each passage over its context's summed frequencies.
        var context: [Float]
        /// The summed rarity of the words in each passage's context.
        var covered: [Float]
        /// The rarity of each word of the query; 0 for function words and repeated ones.
        var rarities: [Float] = []
        /// The summed rarity of the words that a passage has to say.
        var total: Float = 0

        /// The scores of `count` passages that say nothing of the query.
        init(count: Int) {
            passage = [Float](repeating: 0, count: count)
            context = passage
            covered = passage
        }
    }

    /// Robertson & Zaragoza 2009: saturation, and normalisation by length. Passages are short and of like length, so
    /// their length says little (`b` = .1); contexts of many short messages are normalised by half.
    private static let saturation: Float = 1.2
    private static let passageNormalisation: Float = 0.1
    private static let contextNormalisation: Float = 0.5

    /// A sender's name in a query says who wrote it; who is greeted by that name is somebody else. Unless the word is
    /// said more often than its senders write: then it is a word, and some "Deposit Service" is called by it.
    private static func weight(ofName sent: Int?, said: Int) -> Float {
        sent.map { $0 >= said ? 0.1 : 1 } ?? 1
    }

    /// Scores all passages by `words`.
    ///
    /// - Parameters:
    ///   - names: the words that are a sender's name, folded, with the number of passages that they sent.
    ///   - optional: words that count where they occur and are not missed elsewhere, folded.
    /// - Complexity: O(*p* × the passages within reach) in the postings *p* of the words.
    func scores(
        _ words: [QueryWord], names: [String: Int], optional: Set<String>, _ snapshot: LibrarySnapshot
    ) throws -> Scores {
        var scores = Scores(count: layout.count)
        var sums = scores.passage
        // In the order of the query: sums of floats depend on it.
        var seen: Set<Set<String>> = []
        for word in words {
            guard !word.isFunctionWord, seen.insert(word.terms).inserted else {
                scores.rarities.append(0)
                continue
            }
            let rarity = add(
                try snapshot.postings(of: word.terms), sentByName: names[word.folded], to: &scores, &sums)
            scores.rarities.append(rarity)
            if !optional.contains(word.folded) { scores.total += rarity }
        }
        if scores.total == 0 { scores.total = scores.rarities.reduce(0, +) }
        return scores
    }

    /// - Returns: how rare the word is.
    private func add(
        _ postings: PostingList, sentByName: Int?, to scores: inout Scores, _ sums: inout [Float]
    ) -> Float {
        // A passage that came in after the layout was loaded is found by the next search.
        let live = zip(postings.passages, postings.frequencies).filter {
            Int($0.0) < layout.count && layout.isLive[Int($0.0)]
        }
        let rarity = Self.weight(ofName: sentByName, said: live.count) * rarity(passages: live.count)
        var touched: [Int] = []
        for (passage, frequency) in live {
            let index = Int(passage)
            scores.passage[index] += rarity * passageSaturation(Float(frequency), index)
            for neighbour in Int(contexts.lower[index])...Int(contexts.upper[index]) {
                if sums[neighbour] == 0 { touched.append(neighbour) }
                sums[neighbour] += Float(frequency)
            }
        }
        for index in touched {
            scores.context[index] += rarity * contextSaturation(sums[index], index)
            scores.covered[index] += rarity
            sums[index] = 0
        }
        return rarity
    }

    /// The inverse document frequency, never negative.
    private func rarity(passages: Int) -> Float {
        log(1 + (Float(liveCount - passages) + 0.5) / (Float(passages) + 0.5))
    }

    private func passageSaturation(_ frequency: Float, _ index: Int) -> Float {
        let length = Float(layout.termCounts[index]) / averageTermCount
        let norm = 1 - Self.passageNormalisation + Self.passageNormalisation * length
        return frequency * (Self.saturation + 1) / (frequency + Self.saturation * norm)
    }

    private func contextSaturation(_ frequency: Float, _ index: Int) -> Float {
        let length = contexts.termCounts[index] / contexts.averageTermCount
        let norm = 1 - Self.contextNormalisation + Self.contextNormalisation * length
        return frequency * (Self.saturation + 1) / (frequency + Self.saturation * norm)
    }
}
