import Foundation
package import RecallCore
import RecallText

/// Finds memories by meaning and by words.
///
/// Two thresholds: the best memory has to reach the higher one; what stands near it comes along from the lower one on.
package struct MemoryRetrieval {
    /// A memory that may be found, and its vector; `nil` if it has none.
    package struct Candidate {
        let memory: Memory
        let vector: [Float]?

        /// A candidate.
        package init(_ memory: Memory, vector: [Float]?) {
            (self.memory, self.vector) = (memory, vector)
        }
    }

    private let candidates: [Candidate]
    private let stems: [Set<String>]
    private let analyzer = TermAnalyzer()

    /// The weight of the share of the query's words, beside the cosine.
    private static let weightOfWords: Float = 0.35
    /// The score of the best memory, at least.
    private static let best: Float = 0.36
    /// The score of the others, at least.
    private static let near: Float = 0.31
    /// The distance of the others from the best one, at most.
    private static let distance: Float = 0.2
    /// The share of the query's words that a memory without a vector has, at least.
    private static let bestByWords: Float = 0.5

    /// Memories to find some among.
    ///
    /// - Complexity: O(*n*) in the words of all memories.
    package init(_ candidates: [Candidate]) {
        self.candidates = candidates
        stems = candidates.map { [analyzer] in MemoryTerms.of($0.memory.text, analyzer) }
    }

    /// The memories that belong to `query`, nearest first.
    ///
    /// - Parameter vector: the vector of the query; `nil` to find by words alone.
    package func matches(_ query: String, vector: [Float]?, limit: Int) -> [MemoryMatch] {
        let words = weights(of: MemoryTerms.of(query, analyzer))
        let scored = candidates.indices.map { index in
            MemoryMatch(candidates[index].memory, score: score(index, words, vector))
        }
        let found = scored.filter { $0.score >= Self.near }.sorted {
            ($1.score, $0.memory.id) < ($0.score, $1.memory.id)
        }
        guard let best = found.first, best.score >= Self.best else { return [] }
        return Array(found.prefix { $0.score >= best.score - Self.distance }.prefix(max(0, limit)))
    }

    private func score(_ index: Int, _ words: [String: Float], _ vector: [Float]?) -> Float {
        let total = words.values.reduce(0, +)
        let share = total > 0 ? stems[index].reduce(0) { $0 + (words[$1] ?? 0) } / total : 0
        guard let vector, let own = candidates[index].vector, own.count == vector.count else {
            return share >= Self.bestByWords ? share : 0
        }
        return own.dot(vector) + Self.weightOfWords * share
    }

    /// The query's terms with their inverse document frequencies among the memories.
    private func weights(of terms: Set<String>) -> [String: Float] {
        let count = Float(candidates.count)
        return terms.reduce(into: [:]) { weights, term in
            let having = Float(stems.count { $0.contains(term) })
            weights[term] = log(1 + (count - having + 0.5) / (having + 0.5))
        }
    }
}

/// The terms of a memory or of a question to it.
enum MemoryTerms {
    /// Stems of the words that are not function words, of the languages that memories are written in most, so that one is
    /// found whichever it is taken for.
    static func of(_ text: String, _ analyzer: TermAnalyzer) -> Set<String> {
        let words = NameWords.words(of: text)
        let language = LanguageDetector.stemming(of: words) ?? .english
        return words.reduce(into: []) { terms, word in
            guard analyzer.term(of: word, language: language) != nil,
                let stem = analyzer.term(of: word, language: .english) ?? analyzer.term(of: word, language: language)
            else { return }
            terms.insert(stem)
        }
    }
}
