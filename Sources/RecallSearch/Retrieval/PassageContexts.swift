import RecallStore

/// The context of every passage for lexical retrieval: its neighbours in its thread within 128 tokens; and the lengths that
/// BM25 normalises by. Four bytes a passage.
struct PassageContexts: Sendable {
    /// The number of passages before each one in its context. The first of a context is never less than that of the passage
    /// before. A neighbour has a token at least, so more than 255 are none.
    let before: [UInt8]
    /// The number of passages after each one in its context.
    let after: [UInt8]
    /// The terms of each passage's context.
    private let termCounts: [UInt16]
    /// BM25's norm of a context, by the number of its terms.
    private let norms: [Float]
    /// BM25's norm of a passage alone, by the number of its terms.
    let passageNorms: [Float]
    /// The number of live passages.
    let liveCount: Int

    /// Tokens from the edge of a passage to the far edge of the last whole neighbour that counts.
    static let reach = 128

    /// - Complexity: O(*n*): both ends of a context move forward only.
    init(_ layout: PassageLayout) {
        var before = [UInt8](repeating: 0, count: layout.count)
        var after = before
        var termCounts = [UInt16](repeating: 0, count: layout.count)
        var (contextSum, passageSum, live): (Float, Float, Int) = (0, 0, 0)
        ContextWindow.withWindow(of: layout) { window in
            for index in 0..<layout.count {
                window.move(to: index)
                guard layout.isLive(PassageID(index: index)) else { continue }
                before[index] = UInt8(clamping: index - window.first)
                after[index] = UInt8(clamping: window.last - index)
                termCounts[index] = UInt16(clamping: window.terms)
                contextSum += Float(window.terms)
                passageSum += Float(window.termCounts[index])
                live += 1
            }
        }
        (self.before, self.after, self.termCounts, liveCount) = (before, after, termCounts, live)
        let mean = max(1, contextSum / Float(max(1, live)))
        let passageMean = max(1, passageSum / Float(max(1, live)))
        norms = (0...(termCounts.max() ?? 0)).map { BM25.contextNorm(length: Float($0) / mean) }
        passageNorms = (0...(layout.termCounts.max() ?? 0)).map { BM25.passageNorm(length: Float($0) / passageMean) }
    }

    /// The index of the first passage of a passage's context.
    @inline(__always)
    func first(of index: Int) -> Int { index - Int(before[index]) }

    /// The index of the last passage of a passage's context.
    @inline(__always)
    func last(of index: Int) -> Int { index + Int(after[index]) }

    /// BM25's norm of a passage's context.
    @inline(__always)
    func norm(of index: Int) -> Float { norms[Int(termCounts[index])] }

    /// The passages in whose contexts a live passage is: nearly those of its own, but a long neighbour may reach farther than it
    /// is reached.
    ///
    /// - Complexity: O(1): as both ends of contexts never move back, these are a run near its own context.
    @inline(__always)
    func holders(of index: Int) -> ClosedRange<UInt32> {
        var (first, last) = (first(of: index), last(of: index))
        while first > 0, self.last(of: first - 1) >= index { first -= 1 }
        while first < index, self.last(of: first) < index { first += 1 }
        while last + 1 < before.count, self.first(of: last + 1) <= index { last += 1 }
        while last > index, self.first(of: last) > index { last -= 1 }
        return UInt32(truncatingIfNeeded: first)...UInt32(truncatingIfNeeded: last)
    }
}

/// The saturation of frequencies (Robertson and Zaragoza 2009).
enum BM25 {
    static let k1: Float = 1.2
    /// Passages are short and of similar length, so length normalisation is weak; contexts of many short messages are normalised
    /// by half.
    private static let (passageB, contextB): (Float, Float) = (0.1, 0.5)

    /// - Parameter length: as a multiple of the mean.
    static func passageNorm(length: Float) -> Float { k1 * (1 - passageB + passageB * length) }
    static func contextNorm(length: Float) -> Float { k1 * (1 - contextB + contextB * length) }

    @inline(__always)
    static func saturation(_ frequency: Float, norm: Float) -> Float { frequency * (k1 + 1) / (frequency + norm) }
}

/// The context of one passage after the other: its neighbours in the thread, within reach on both sides. Over plain memory,
/// since a process reads a million of them before its first search.
private struct ContextWindow {
    private let tokenCounts: UnsafeBufferPointer<UInt16>
    let termCounts: UnsafeBufferPointer<UInt16>
    private let beginsThread: UnsafeBufferPointer<Bool>
    private(set) var first = 0
    private(set) var last = -1
    /// The terms from the first to the last passage.
    private(set) var terms = 0
    /// The tokens from the first passage to the one at hand, and from there to the last one, without it.
    private var (before, after) = (0, 0)

    /// Calls `body` with a window before the first passage.
    static func withWindow(of layout: PassageLayout, _ body: (inout ContextWindow) -> Void) {
        layout.tokenCounts.withUnsafeBufferPointer { tokenCounts in
            layout.termCounts.withUnsafeBufferPointer { termCounts in
                layout.beginsThread.withUnsafeBufferPointer { beginsThread in
                    var window = ContextWindow(
                        tokenCounts: tokenCounts, termCounts: termCounts, beginsThread: beginsThread)
                    body(&window)
                }
            }
        }
    }

    private init(
        tokenCounts: UnsafeBufferPointer<UInt16>, termCounts: UnsafeBufferPointer<UInt16>,
        beginsThread: UnsafeBufferPointer<Bool>
    ) {
        (self.tokenCounts, self.termCounts, self.beginsThread) = (tokenCounts, termCounts, beginsThread)
    }

    /// Moves to the next passage: all are visited, in order.
    @inline(__always)
    mutating func move(to index: Int) {
        if index == 0 || beginsThread[index] {
            (first, last, before, after) = (index, index, 0, 0)
            terms = Int(termCounts[index])
        } else {
            moveWithinThread(to: index)
        }
        while last + 1 < tokenCounts.count, !beginsThread[last + 1],
            after + Int(tokenCounts[last + 1]) <= PassageContexts.reach
        {
            last += 1
            terms += Int(termCounts[last])
            after += Int(tokenCounts[last])
        }
    }

    @inline(__always)
    private mutating func moveWithinThread(to index: Int) {
        before += Int(tokenCounts[index - 1])
        if last >= index {
            after -= Int(tokenCounts[index])
        } else {
            last = index
            terms += Int(termCounts[index])
        }
        while before > PassageContexts.reach {
            before -= Int(tokenCounts[first])
            terms -= Int(termCounts[first])
            first += 1
        }
    }
}
