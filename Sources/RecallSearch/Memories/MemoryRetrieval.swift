import Foundation
package import RecallCore
package import RecallEmbedding
import RecallText

/// Finds memories by meaning and by words.
///
/// Two thresholds: the best memory has to reach the higher one; what stands near it comes along from the lower one on. Both are
/// lower where the question is about the person ("Where do I ...", "my ..."), as memories are.
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

    /// The words of a memory.
    private struct Words {
        let all, stems: Set<String>
        let subject: MemoryAgreement.Subject
    }

    /// The scores that the best memory and the others have, at least.
    private struct Thresholds {
        let best, near: Float

        static let own = Thresholds(best: 0.32, near: 0.26)
        static let others = Thresholds(best: 0.38, near: 0.31)
    }

    private let candidates: [Candidate]
    private let words: [Words]
    private let analyzer = TermAnalyzer()

    /// The weight of the share of the query's words, beside the cosine.
    private static let weightOfWords: Float = 0.2
    /// Added where query and memory are both about the person.
    private static let ownMatch: Float = 0.05
    /// Taken where a memory has none of the names in the query: "When did Ada move?" is not about the person.
    private static let otherName: Float = 0.15
    /// The score from which a memory answers a question.
    private static let answering: Float = 0.55
    /// Added for that where the memory has a person, a time or a number and the question asks for one, and taken where it
    /// has none.
    private static let (rightKind, wrongKind): (Float, Float) = (0.05, 0.1)
    /// The least cosine of a question and a memory without the name that is all they share: how near what is asked about Ada is to
    /// what was told about her.
    private static let nearWithoutNames: Float = 0.18
    /// Taken where the name is all that they share.
    private static let nameAlone: Float = 0.2
    /// The distance of the others from the best one, at most.
    private static let distance: Float = 0.2
    /// The share of the query's words that a memory without a vector has, at least.
    private static let bestByWords: Float = 0.5

    /// Memories to find some among.
    ///
    /// - Parameter owner: the names of the person who told them, folded.
    /// - Complexity: O(*n*) in the words of all memories.
    package init(_ candidates: [Candidate], owner: Set<String> = []) {
        self.candidates = candidates
        words = candidates.map { [analyzer] candidate in
            let words = NameWords.words(of: candidate.memory.text)
            return Words(
                all: Set(words), stems: MemoryTerms.of(candidate.memory.text, analyzer),
                subject: MemoryAgreement.Subject(candidate.memory.text, analyzer, owner: owner))
        }
    }

    /// The memories that belong to `query`, nearest first.
    ///
    /// - Parameter encoder: that of the candidates' vectors; `nil` to find by words alone. Cosines count by the degree to which it
    ///   covers the query's language.
    package func matches(_ query: String, encoder: (any SentenceEncoder)?, limit: Int) throws -> [MemoryMatch] {
        guard let encoder else { return matches(query, vector: nil, languageCoverage: 1, limit: limit) }
        let found = matches(
            query, vector: try encoder.encode(query: query),
            languageCoverage: LanguageCoverage(encoder: encoder).share(of: query), limit: limit)
        return try found.map { try isNearByNameAlone($0.memory, to: query, encoder) ? byNameAlone($0) : $0 }
            .sorted { $0.score > $1.score }
    }

    private func matches(
        _ query: String, vector: [Float]?, languageCoverage: Float, limit: Int
    ) -> [MemoryMatch] {
        let weights = weights(of: MemoryTerms.of(query, analyzer))
        let names = MemoryTerms.names(in: query, analyzer)
        let isOwn = !MemoryTerms.firstPerson.isDisjoint(with: NameWords.words(of: query))
        let thresholds: Thresholds = isOwn ? .own : .others
        let agreement = MemoryAgreement(query, analyzer)
        let scored = candidates.indices.map { index in
            var score = score(index, weights, vector, languageCoverage)
            if isOwn, words[index].subject.isOwn { score += Self.ownMatch }
            if !names.isEmpty, names.isDisjoint(with: words[index].all) { score -= Self.otherName }
            return MemoryMatch(
                candidates[index].memory, score: score, isAnswer: isAnswer(words[index].subject, agreement, score))
        }
        let found = scored.filter { $0.score >= thresholds.near }.sorted {
            ($1.score, $0.memory.id) < ($0.score, $1.memory.id)
        }
        guard let best = found.first, best.score >= thresholds.best else { return [] }
        return Array(found.prefix { $0.score >= best.score - Self.distance }.prefix(max(0, limit)))
    }

    /// True if a memory with the score answers the question.
    private func isAnswer(_ memory: MemoryAgreement.Subject, _ agreement: MemoryAgreement, _ score: Float) -> Bool {
        let kind: Float = agreement.hasKind(memory).map { $0 ? Self.rightKind : -Self.wrongKind } ?? 0
        return score + kind >= Self.answering && !agreement.excludes(memory)
    }

    private func score(
        _ index: Int, _ weights: [String: Float], _ vector: [Float]?, _ languageCoverage: Float
    ) -> Float {
        let total = weights.values.reduce(0, +)
        let share = total > 0 ? words[index].stems.reduce(0) { $0 + (weights[$1] ?? 0) } / total : 0
        guard let vector, let own = candidates[index].vector, own.count == vector.count else {
            return share >= Self.bestByWords ? share : 0
        }
        return languageCoverage * own.dot(vector) + Self.weightOfWords * share
    }

    /// A question and a memory without the names that both have, if these are all that they share; else `nil`.
    private func withoutNames(_ query: String, _ memory: Memory) -> (query: String, memory: String)? {
        let asked = Set(NameWords.words(of: query))
        let names = MemoryAgreement.Subject(memory.text, analyzer).names.intersection(asked)
        let shared = MemoryTerms.of(query, analyzer).intersection(MemoryTerms.of(memory.text, analyzer))
        guard !names.isEmpty, shared.isSubset(of: MemoryTerms.of(names.joined(separator: " "), analyzer)) else {
            return nil
        }
        func bare(_ text: String) -> String {
            text.split(whereSeparator: \.isWhitespace)
                .filter { names.isDisjoint(with: NameWords.words(of: String($0))) }.joined(separator: " ")
        }
        return (bare(query), bare(memory.text))
    }

    /// True if a name is all that makes a memory near: what is asked about Ada is far from what was told about her.
    private func isNearByNameAlone(
        _ memory: Memory, to query: String, _ encoder: any SentenceEncoder
    ) throws -> Bool {
        guard let bare = withoutNames(query, memory) else { return false }
        return try encoder.encode(query: bare.query).dot(encoder.encode(query: bare.memory)) < Self.nearWithoutNames
    }

    /// A match by a name alone: no answer, and less near.
    private func byNameAlone(_ match: MemoryMatch) -> MemoryMatch {
        MemoryMatch(match.memory, score: match.score - Self.nameAlone, isAnswer: false)
    }

    /// The query's terms with their inverse document frequencies among the memories.
    private func weights(of terms: Set<String>) -> [String: Float] {
        let count = Float(candidates.count)
        return terms.reduce(into: [:]) { weights, term in
            let having = Float(words.count { $0.stems.contains(term) })
            weights[term] = log(1 + (count - having + 0.5) / (having + 0.5))
        }
    }
}

/// The terms of a memory or of a question to it.
enum MemoryTerms {
    /// The names in a question, folded; a month is no name.
    static func names(in text: String, _ analyzer: TermAnalyzer) -> Set<String> {
        ClaimText(text, analyzer).names.filter { MonthNames.number(of: $0) == nil }
    }

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
    /// The words of the person for themselves, folded, in the languages that memories are understood in.
    static let firstPerson = Set.words(
        """
        i me my mine myself we us our ours ich mich mir mein meine meinen meinem meiner meines wir uns unser unsere unseren
        unserem unserer je j moi mon ma mes nous notre nos yo mi mis mio mia nosotros nuestro nuestra nuestros nuestras
        """)
}
