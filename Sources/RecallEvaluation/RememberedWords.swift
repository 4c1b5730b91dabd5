import Foundation
import RecallCore
import RecallKit

/// What a person would remember of an item: words of one sentence, of its title, its sender and its month.
struct RememberedWords {
    private let item: Item
    /// All words of a sentence, in order.
    private var sentence: [ItemSample.Word] = []
    /// The sentence's rarest words, the rarest first.
    private var rarest: [String] = []
    private let title: [String]

    /// Sentences are tried in random order until one has enough to say.
    init(_ item: Item, _ sample: ItemSample, _ generator: inout SplitMix64) throws {
        self.item = item
        title = Self.contentWords(sample.words(of: item.title)).map { $0.text.lowercased() }
        let sentences = sample.clauses(of: item.embeddableText).shuffled(using: &generator)
        for text in sentences.prefix(Self.sentencesTried) {
            let words = sample.words(of: String(text))
            let content = Self.contentWords(words)
            guard content.count >= Self.leastContent, words.count <= Self.mostWords else { continue }
            sentence = words
            rarest = try Self.rarest(content, sample)
            return
        }
    }

    private static let sentencesTried = 20
    /// A sentence with fewer words that say something is a greeting.
    private static let leastContent = 4
    /// What is longer is a table or a log.
    private static let mostWords = 60

    /// The words that say something, each once: no function words, numbers, marks of replies.
    private static func contentWords(_ words: [ItemSample.Word]) -> [ItemSample.Word] {
        var seen: Set<String> = []
        return words.filter { word in
            !word.isFiller && word.text.contains(where: \.isLetter) && (3...25).contains(word.text.utf8.count)
                && seen.insert(word.folded).inserted
        }
    }

    private static func rarest(_ words: [ItemSample.Word], _ sample: ItemSample) throws -> [String] {
        let counted = try words.map { (word: $0.text, count: try sample.passageCount(of: $0)) }
        return counted.sorted { ($0.count, $0.word) < ($1.count, $1.word) }.prefix(6).map { $0.word.lowercased() }
    }

    /// A query of the category; `nil` if the item has too little for it.
    func text(_ category: KnownItemSet.Category, _ generator: inout SplitMix64) -> String? {
        switch category {
        case .words: some(4, of: rarest, &generator)
        case .sentence: shortened(&generator)
        case .title: title.count < 2 ? nil : some(max(2, title.count - 1), of: title, &generator)
        case .sender: sender.flatMap { name in some(3, of: rarest, &generator).map { "\(name) \($0)" } }
        case .month: month.flatMap { month in some(3, of: rarest, &generator).map { "\($0) in \(month)" } }
        }
    }

    /// At most `count` of the words, in no order; `nil` if there are less than two.
    private func some(_ count: Int, of words: [String], _ generator: inout SplitMix64) -> String? {
        words.count < 2 ? nil : words.shuffled(using: &generator).prefix(count).joined(separator: " ")
    }

    /// The sentence without a third of its words; `nil` if there is none.
    private func shortened(_ generator: inout SplitMix64) -> String? {
        guard !sentence.isEmpty else { return nil }
        let kept = sentence.indices.shuffled(using: &generator).prefix(max(3, sentence.count * 2 / 3)).sorted()
        return kept.map { sentence[$0].text.lowercased() }.joined(separator: " ")
    }

    private var sender: String? {
        item.sender.map(\.name).flatMap { $0.contains(where: \.isLetter) ? $0 : nil }
    }

    /// "March 2024" (UTC). Files' dates often say only when they were copied, which nobody remembers.
    private var month: String? {
        guard item.kind == .email || item.kind == .message else { return nil }
        return item.date?.formatted(
            Date.FormatStyle(locale: Locale(identifier: "en"), timeZone: .gmt).month(.wide).year())
    }
}
