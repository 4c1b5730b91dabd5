import RecallStore

/// For every passage the neighbours in its thread that are its context for words: those within 128 tokens.
struct PassageContexts: Sendable {
    /// The first passage of each passage's context.
    private(set) var lower: [UInt32]
    /// The last passage of each passage's context.
    private(set) var upper: [UInt32]
    /// The number of terms in each passage's context.
    private(set) var termCounts: [Float]
    /// The mean of `termCounts` over live passages.
    let averageTermCount: Float

    /// Tokens from the edge of a passage to the far edge of the last whole neighbour that counts.
    static let reach = 128

    /// - Complexity: O(*n* × the passages within reach).
    init(_ layout: PassageLayout) {
        lower = [UInt32](repeating: 0, count: layout.count)
        upper = lower
        termCounts = [Float](repeating: 0, count: layout.count)
        var (sum, live): (Float, Float) = (0, 0)
        for index in 0..<layout.count where layout.isLive[index] {
            let first = Self.first(index, layout), last = Self.last(index, layout)
            (lower[index], upper[index]) = (UInt32(first), UInt32(last))
            termCounts[index] = (first...last).reduce(0) { $0 + Float(layout.termCounts[$1]) }
            sum += termCounts[index]
            live += 1
        }
        averageTermCount = max(1, sum / max(1, live))
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
