import RecallCore
import RecallText

/// The terms of an item's passages with their frequencies. An import counts them while the batch before is written.
public struct ItemTerms: Sendable {
    /// The terms of one passage.
    struct Passage: Sendable {
        /// Each term once, with its frequency.
        var frequencies: [String: Int]
        /// The number of terms of title and text, each as often as it occurs.
        var count: Int
    }

    /// The language whose stemmer was used, if any.
    var language: Language?
    /// One for each passage, in order.
    var passages: [Passage]
}

/// Counts the terms of items. It holds stemmers and what they said before: one for each task.
public final class TermCounter {
    private let analyzer = TermAnalyzer()

    /// A counter; stemmers are created when a language is met.
    public init() {}

    /// The terms of an item's passages. Those of the title are counted in the first one, and of its other names those that
    /// it lacks.
    ///
    /// - Complexity: O(*n*) in the text's length.
    public func terms(title: String, otherNames: String, text: String, passages: [PassageSpan]) -> ItemTerms {
        guard !passages.isEmpty else {
            return ItemTerms(language: LanguageDetector.stemming(of: text), passages: [])
        }
        let language = LanguageDetector.stemming(of: text)
        var text = text
        return text.withUTF8 { bytes in
            var result = ItemTerms(language: language, passages: [])
            for (index, passage) in passages.enumerated() {
                let slice = UnsafeBufferPointer(rebasing: bytes[passage.range.clamped(to: 0..<bytes.count)])
                var terms = index == 0 ? analyzer.terms(of: title, language: language) : []
                terms += analyzer.terms(of: slice, language: language)
                var frequencies: [String: Int] = [:]
                for term in terms { frequencies[term.term, default: 0] += 1 }
                let names = index == 0 ? analyzer.terms(of: otherNames, language: language).map(\.term) : []
                let others = Set(names).subtracting(frequencies.keys)
                for term in others { frequencies[term] = 1 }
                // Names are no part of the passage's length: what they do not match ranks as before.
                result.passages.append(ItemTerms.Passage(frequencies: frequencies, count: terms.count))
            }
            return result
        }
    }
}

extension TermCounter {
    /// The terms of an item's passages.
    func terms(of item: ItemDraft) -> ItemTerms {
        item.terms
            ?? terms(
                title: item.text.title, otherNames: item.text.otherNames, text: item.text.text, passages: item.passages)
    }
}
