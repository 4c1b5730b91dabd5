import RecallStore

/// A stretch of a thread that the encoder reads in one pass for the vectors of its tokens, as ranges of passages.
struct ReadingWindow: Hashable, Sendable {
    /// The passages that are read.
    let context: Range<Int>
    /// The passages, in the middle of the context, that are read in this window.
    let passages: Range<Int>
}

/// Divides threads into windows, from each thread's start, so that every passage is in the middle of one.
///
/// They are laid by estimated token counts, so of a long thread only the texts of a window have to be read.
struct ReadingWindows: Sendable {
    private let begins: [Bool]

    /// Tokens of the passages of a window, unless one alone has more.
    private static let passageTokens = 64
    /// Tokens of the context on either side.
    private static let contextTokens = 32

    /// - Complexity: O(*n*) in the passages.
    init(_ layout: PassageLayout) {
        var tokens = 0
        begins = (0..<layout.count).map { index in
            tokens += Int(layout.tokenCounts[index])
            guard layout.beginsThread[index] || tokens > Self.passageTokens else { return false }
            tokens = Int(layout.tokenCounts[index])
            return true
        }
    }

    /// The window in which a passage is read.
    ///
    /// - Complexity: O(passages of the window).
    func window(of passage: PassageID, _ layout: PassageLayout) -> ReadingWindow {
        var (first, last) = (passage.index, passage.index)
        while first > 0, !begins[first] { first -= 1 }
        while last + 1 < layout.count, !begins[last + 1] { last += 1 }
        return ReadingWindow(
            context: Self.start(of: first, layout)..<Self.end(of: last, layout), passages: first..<last + 1)
    }

    /// The first passage of the context before one.
    private static func start(of first: Int, _ layout: PassageLayout) -> Int {
        var (start, tokens) = (first, 0)
        while start > 0, !layout.beginsThread[start] {
            tokens += Int(layout.tokenCounts[start - 1])
            guard tokens <= contextTokens else { break }
            start -= 1
        }
        return start
    }

    /// The passage after the context that follows one.
    private static func end(of last: Int, _ layout: PassageLayout) -> Int {
        var (end, tokens) = (last + 1, 0)
        while end < layout.count, !layout.beginsThread[end] {
            tokens += Int(layout.tokenCounts[end])
            guard tokens <= contextTokens else { break }
            end += 1
        }
        return end
    }
}
