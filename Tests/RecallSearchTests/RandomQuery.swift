import Foundation
import RecallCore
import RecallTestSupport

/// An item of a random library, and what its words are, folded, known from how it was made.
struct RandomItem {
    var item: Item
    var title: [String]
    var text: [String]
    /// The words of each place: its source, its chat or notebook.
    var places: [[String]]
    /// The words of each file's name: its own, and those of its attachments.
    var files: [[String]]
    /// The words of each tag and each property.
    var names: [[String]] = []
    /// All that words are looked for in.
    var texts: [[String]] { [title, text] + names }
    /// The items of its thread, by external id.
    var thread: Set<String> = []
    var language: Language?
}

/// A made-up query: as text in the query language, and as a slow test of an item by what the documentation says.
indirect enum RandomQuery {
    /// A word as it is spelled in the query, and folded.
    struct Word {
        var spelled: String
        var folded: String
    }

    struct Words {
        var words: [Word]
        var isPrefix = false

        var folded: [String] { words.map(\.folded) }
        var spelled: String { words.map(\.spelled).joined(separator: " ") }
    }

    case word(Word)
    /// Words in quotation marks; or one word with an asterisk.
    case words(Words)
    case near(Words, Words, Int)
    /// A field as written, and its test.
    case field(String, (RandomItem) -> Bool)
    case not(RandomQuery)
    case any([RandomQuery])
    case both([RandomQuery])
    case sequence([RandomQuery])

    // MARK: Text

    /// In the query language. `isTight`: as an operand, where parts stand in parentheses.
    func text(isTight: Bool, _ generator: inout SeededGenerator) -> String {
        switch self {
        case .word(let word): return word.spelled
        case .words(let words): return Self.text(words, &generator)
        case .near(let a, let b, let distance):
            let pair = [Self.text(a, &generator), Self.text(b, &generator)]
            return pair.joined(separator: distance == 10 ? " NEAR " : " NEAR/\(distance) ")
        case .field(let text, _): return text
        case .not(let part):
            let inner = part.text(isTight: true, &generator)
            // A minus before a digit is a number's, and one before another sign a dash.
            let isAmbiguous = inner.hasPrefix("-") || inner.hasPrefix("NOT") || inner.first!.isNumber
            return generator.pick(isAmbiguous ? ["NOT "] : ["-", "NOT "]) + inner
        case .any(let parts): return join(parts, " OR ", isTight: isTight, &generator)
        case .both(let parts): return join(parts, " AND ", isTight: isTight, &generator)
        case .sequence(let parts): return join(parts, generator.pick([" ", "  "]), isTight: isTight, &generator)
        }
    }

    private func join(
        _ parts: [RandomQuery], _ sign: String, isTight: Bool, _ generator: inout SeededGenerator
    ) -> String {
        let text = parts.map { $0.text(isTight: true, &generator) }.joined(separator: sign)
        return isTight || Bool.random(using: &generator) ? "(\(text))" : text
    }

    private static func text(_ words: Words, _ generator: inout SeededGenerator) -> String {
        let quotes = generator.pick([("\"", "\""), ("“", "”"), ("„", "“")])
        let isBare = words.words.count == 1 && words.isPrefix && Bool.random(using: &generator)
        let text = isBare ? words.spelled : quotes.0 + words.spelled + quotes.1
        return text + (words.isPrefix ? "*" : "")
    }

    // MARK: Meaning

    /// True if the item passes. Plain words are required below operators, and everywhere if `isRequired`.
    func passes(_ item: RandomItem, isRequired: Bool) -> Bool {
        switch self {
        case .word(let word): !isRequired || Self.stand(Words(words: [word]), in: item.texts)
        case .words(let words): Self.stand(words, in: item.texts)
        case .near(let a, let b, let distance):
            [item.title, item.text].contains { Self.areNear(a, b, distance, in: $0) }
        case .field(_, let test): test(item)
        case .not(let part): !part.passes(item, isRequired: true)
        case .any(let parts): parts.contains { $0.passes(item, isRequired: true) }
        case .both(let parts): parts.allSatisfy { $0.passes(item, isRequired: true) }
        case .sequence(let parts): parts.allSatisfy { $0.passes(item, isRequired: isRequired) }
        }
    }

    /// The positions of the words in a text.
    static func starts(_ words: Words, in text: [String]) -> [Int] {
        let count = words.words.count
        guard count <= text.count else { return [] }
        return (0...text.count - count).filter { start in
            (0..<count).allSatisfy { offset in
                let (asked, said) = (words.words[offset].folded, text[start + offset])
                return words.isPrefix && offset == count - 1 ? said.hasPrefix(asked) : said == asked
            }
        }
    }

    static func stand(_ words: Words, in texts: [[String]]) -> Bool {
        texts.contains { !starts(words, in: $0).isEmpty }
    }

    private static func areNear(_ a: Words, _ b: Words, _ distance: Int, in text: [String]) -> Bool {
        starts(a, in: text).contains { first in
            starts(b, in: text).contains { second in
                first <= second
                    ? second - (first + a.words.count) <= distance : first - (second + b.words.count) <= distance
            }
        }
    }
}
