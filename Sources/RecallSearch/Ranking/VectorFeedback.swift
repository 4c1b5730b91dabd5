import RecallCore
import RecallStore
import RecallText
import RecallVectorIndex

/// Nearness to the best passages, once late interaction has found them (pseudo-relevance feedback in vectors, Rocchio
/// 1971).
///
/// What answers a question about a subject is near to what else answers it. The reranker asks for nearness to the first
/// passage alone; several that were read tell the subject better, and one of them may be wrong. None where one of them
/// is a message: what is said in a conversation is near to what is said beside it, whatever it answers (locomo -.002).
struct VectorFeedback {
    private let snapshot: SearchSnapshot

    /// The passages whose mean cosine is taken.
    private static let leaders = 5
    /// The weight of the nearest passage.
    private static let weight: Float = 0.4
    /// The minimum range of the cosines: passages that are alike are not told apart.
    private static let leastSpread: Float = 0.02

    init(_ snapshot: SearchSnapshot) {
        self.snapshot = snapshot
    }

    /// The bonus of each passage, from 0 for the farthest to the weight for the nearest; none without vectors.
    func bonuses(of passages: [RankedPassage]) throws -> [Float] {
        guard let index = snapshot.index.vectors?.index else { return [] }
        let leaders = passages.sorted(by: RankedPassage.isBetter).prefix(Self.leaders).map(\.id)
        guard try !leaders.contains(where: isMessage) else { return [] }
        let keys = passages.map(\.id.rawValue)
        let cosines = leaders.compactMap { index.vector(of: $0.rawValue) }.map { vector in
            index.similarities(to: vector, of: keys).map { $0 ?? 0 }
        }
        let sums = cosines.reduce([Float](repeating: 0, count: keys.count)) { zip($0, $1).map(+) }
        return Self.scaled(sums.map { $0 / Float(max(1, cosines.count)) })
    }

    private func isMessage(_ passage: PassageID) throws -> Bool {
        try snapshot.passage(passage)?.stored.item.kind == .message
    }

    private static func scaled(_ cosines: [Float]) -> [Float] {
        guard let least = cosines.min(), let greatest = cosines.max() else { return [] }
        return cosines.map { weight * ($0 - least) / max(leastSpread, greatest - least) }
    }
}
