package import RecallCore
import RecallKit

/// A stretch of an item that a tool found.
package struct Excerpt: Hashable, Sendable {
    package var item: ItemSummary
    /// The UTF-8 bytes of the item's text.
    package var range: Range<Int>
    package var text: String
    /// True if it was found itself, false if it only stands beside what was found.
    var isHit = true
    /// The page of a document that it was found on.
    package var page: Int?

    /// The excerpt as evidence for what is said of it.
    var evidence: Claim.Evidence { Claim.Evidence(item: item, text: text) }
}

/// The excerpts that were found in a turn, numbered: what the model may cite and read on from.
struct SourceList: Sendable {
    private(set) var excerpts: [Excerpt] = []
    private var numbers: [Passage: Int] = [:]

    /// The number of an excerpt, from 1: the one that it had before, or the next.
    mutating func number(of excerpt: Excerpt) -> Int {
        let place = Passage(item: excerpt.item.id, range: excerpt.range)
        if let known = numbers[place] {
            if excerpt.isHit { excerpts[known - 1].isHit = true }
            return known
        }
        excerpts.append(excerpt)
        numbers[place] = excerpts.count
        return excerpts.count
    }

    /// The excerpt with that number.
    subscript(number: Int) -> Excerpt? {
        excerpts.indices.contains(number - 1) ? excerpts[number - 1] : nil
    }

    /// The excerpt with that number, as a citation.
    func citation(_ number: Int) -> Answer.Citation? {
        self[number].map { Answer.Citation(number: number, item: $0.item, range: $0.range, text: $0.text) }
    }
}
