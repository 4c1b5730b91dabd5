import RecallText

/// A statement that rules read word by word: its text, and its words folded, with their places.
struct Clause {
    let text: String
    /// All words, folded: "don't" is two.
    let words: [String]
    private let ranges: [Range<Int>]

    /// A clause.
    init(_ text: String, _ analyzer: TermAnalyzer) {
        let occurrences = analyzer.terms(of: text, language: nil)
        self.text = text
        words = occurrences.map(\.term)
        ranges = occurrences.map(\.range)
    }

    /// The text from a word on; `nil` if there is none left.
    func text(from word: Int) -> String? {
        guard ranges.indices.contains(word) else { return nil }
        return String(decoding: Array(text.utf8)[ranges[word].lowerBound...], as: UTF8.self)
    }

    /// The text before a word.
    func text(before word: Int) -> String {
        guard ranges.indices.contains(word) else { return text }
        return String(decoding: Array(text.utf8)[..<ranges[word].lowerBound], as: UTF8.self)
    }

    /// The word as written.
    func written(_ word: Int) -> String {
        String(decoding: Array(text.utf8)[ranges[word]], as: UTF8.self)
    }

    /// True if the words begin with one of the phrases.
    func begins(with phrases: Phrases) -> Bool { phrases.length(at: 0, in: words) != nil }
}

/// Phrases that are looked for in folded words. `a/b` are alternatives.
struct Phrases: Sendable {
    private let phrases: [[Set<String>]]

    /// One phrase a line, the longest found first.
    init(_ lines: String) {
        phrases = lines.split(separator: "\n").map { line in
            line.split(separator: " ").map { Set($0.split(separator: "/").map(String.init)) }
        }.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
    }

    /// The number of words of the phrase that stands at a place; `nil` if none does.
    func length(at start: Int, in words: [String]) -> Int? {
        phrases.first { phrase in
            start + phrase.count <= words.count
                && phrase.indices.allSatisfy { phrase[$0].contains(words[start + $0]) }
        }?.count
    }

    /// True if one stands anywhere.
    func occur(in words: [String]) -> Bool { words.indices.contains { length(at: $0, in: words) != nil } }
}
