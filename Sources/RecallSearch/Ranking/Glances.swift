import RecallStore
import Synchronization

/// Passages that searches took a second look at, kept for the next ones: who types meets the same passages at each letter.
///
/// A passage never changes; its number is given to another one only after a deletion, which counts as a rewrite.
final class Glances: Sendable {
    /// A passage, and its words, folded.
    struct Glance: Sendable {
        let passage: PassageGlance
        let words: [String]
    }

    private struct Kept: Sendable {
        var rewrites = -1
        var glances: [Int: Glance] = [:]
    }

    /// Some megabytes.
    private static let capacity = 4_096

    private let kept = Mutex(Kept())

    /// The passage with the index, or `nil` if it is gone.
    ///
    /// - Parameter rewrites: `LibraryRevision.itemRewrites` of the snapshot.
    func glance(at index: Int, _ snapshot: LibrarySnapshot, rewrites: Int, _ analyzer: QueryAnalyzer) throws -> Glance?
    {
        if let known = kept.withLock({ $0.rewrites == rewrites ? $0.glances[index] : nil }) { return known }
        guard let passage = try snapshot.glance(atPassage: index) else { return nil }
        let glance = Glance(passage: passage, words: analyzer.foldedWords(of: passage.text))
        kept.withLock { kept in
            if kept.rewrites < rewrites || kept.glances.count >= Self.capacity { kept = Kept(rewrites: rewrites) }
            if kept.rewrites == rewrites { kept.glances[index] = glance }
        }
        return glance
    }
}
