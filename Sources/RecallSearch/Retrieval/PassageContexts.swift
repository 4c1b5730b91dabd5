import RecallStore

/// The context of every passage for lexical retrieval: its neighbours in its thread within 128 tokens; and the lengths that
/// BM25 normalises by.
struct PassageContexts: Sendable {
    /// The index of the first passage of each passage's context. Never less than that of the passage before.
    private(set) var lower: [UInt32]
    /// The index of the last passage of each passage's context.
    private(set) var upper: [UInt32]
    /// The number of terms in each passage's context.
    private(set) var termCounts: [Float]
    /// The mean of `termCounts` over live passages.
    let averageTermCount: Float
    /// The mean number of terms of a live passage alone.
    let averagePassageTermCount: Float
    /// The number of live passages.
    let liveCount: Int

    /// Tokens from the edge of a passage to the far edge of the last whole neighbour that counts.
    static let reach = 128

    /// - Complexity: O(*n* × the passages within reach).
    init(_ layout: PassageLayout) {
        lower = (0..<UInt32(layout.count)).map(\.self)
        upper = lower
        termCounts = [Float](repeating: 0, count: layout.count)
        var (contextSum, passageSum, live): (Float, Float, Int) = (0, 0, 0)
        for index in 0..<layout.count where layout.isLive(PassageID(index: index)) {
            let first = Self.first(index, layout), last = Self.last(index, layout)
            (lower[index], upper[index]) = (UInt32(first), UInt32(last))
            termCounts[index] = (first...last).reduce(0) { $0 + Float(layout.termCounts[$1]) }
            contextSum += termCounts[index]
            passageSum += Float(layout.termCounts[index])
            live += 1
        }
        averageTermCount = max(1, contextSum / Float(max(1, live)))
        averagePassageTermCount = max(1, passageSum / Float(max(1, live)))
        liveCount = live
    }

    private static func first(_ index: Int, _ layout: PassageLayout) -> Int {
        var (first, tokens) = (index, 0)
        while !layout.beginsThread[first], first > 0 {
            tokens += Int(layout.tokenCounts[first - 1])
            guard tokens <= reach else { break }
            first -= 1
        }
        return first
    }

    private static func last(_ index: Int, _ layout: PassageLayout) -> Int {
        var (last, tokens) = (index, 0)
        while last + 1 < layout.count, !layout.beginsThread[last + 1] {
            tokens += Int(layout.tokenCounts[last + 1])
            guard tokens <= reach else { break }
            last += 1
        }
        return last
    }
}
