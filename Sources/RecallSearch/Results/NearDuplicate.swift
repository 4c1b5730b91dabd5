import Foundation
import RecallCore
import RecallText

/// The features of a result for near-duplicate detection: the words of its best passage, and its context.
///
/// Measured on pairs of near passages of a mailing list: if the words of one are a run of the other's words, both are
/// the same text, truncated or quoted differently. If a word in the middle differs they never were, however similar
/// their vectors and shingles: another version, another date, another issue.
struct NearDuplicate {
    private let words: [String]
    private let title: [String]
    /// True if the passage is nearly the whole text of its item.
    private let isWholeItem: Bool
    /// Its sender and date; `nil` of what has no date.
    private let sent: Sent?

    private struct Sent: Equatable {
        let sender: Participant?
        let date: Date
    }

    /// - Parameters:
    ///   - words: of the passage, folded.
    ///   - title: of the thread, folded.
    ///   - item: the item that was sent with these words, if it was.
    init(words: [String], title: [String], isWholeItem: Bool, item: ItemSummary? = nil) {
        self.words = words
        self.title = title.filter { !SubjectPrefixes.words.contains($0) }
        self.isWholeItem = isWholeItem
        sent = item.flatMap { item in
            item.kind.isSent ? item.date.map { Sent(sender: item.sender, date: $0) } : nil
        }
    }

    /// Fewer words are alike by chance ("thank you very much").
    private static let fewestWords = 8
    /// The least share of the longer passage that the shorter one has.
    private static let leastShare = 0.8

    /// True if both are the same text in the same context: of any length where somebody sent it at one moment, in copies of other ids.
    /// Boilerplate below different titles does not count as a duplicate.
    func isSame(as other: NearDuplicate) -> Bool {
        if let sent, sent == other.sent, words == other.words { return true }
        let (shorter, longer) = words.count <= other.words.count ? (words, other.words) : (other.words, words)
        return shorter.count >= Self.fewestWords && Double(shorter.count) >= Self.leastShare * Double(longer.count)
            && (isWholeItem && other.isWholeItem || Self.isRun(title, other.title)) && Self.isRun(shorter, longer)
    }

    /// True if one list of words is a run of the other, and the rest has no numbers: "Invoice 7" is another than "Invoice".
    private static func isRun(_ a: [String], _ b: [String]) -> Bool {
        let (shorter, longer) = a.count <= b.count ? (a, b) : (b, a)
        guard !shorter.isEmpty else { return longer.isEmpty }
        let start = (0...longer.count - shorter.count).first { longer[$0...].starts(with: shorter) }
        guard let start else { return false }
        return !(longer[..<start] + longer[(start + shorter.count)...]).contains(where: hasDigit)
    }

    private static func hasDigit(_ word: String) -> Bool {
        word.utf8.contains(where: \.isASCIIDigit)
    }
}
