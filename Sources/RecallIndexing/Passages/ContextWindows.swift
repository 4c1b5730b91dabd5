import RecallEmbedding
import RecallStore

/// A thread as the encoder reads it: tokens in a row, some of which are passages, the others (senders, titles) their context.
struct TokenStream {
    /// The tokens of all items in reading order, without special tokens.
    private(set) var tokens: [Int32] = []
    /// Where each passage is, with its id.
    private(set) var passages: [(id: PassageID, range: Range<Int>)] = []

    /// Adds tokens that are read but not pooled.
    mutating func append(context: [Int32]) {
        tokens += context
    }

    /// Adds a passage's tokens.
    mutating func append(passage id: PassageID, _ passage: [Int32]) {
        passages.append((id, tokens.count..<tokens.count + passage.count))
        tokens += passage
    }
}

/// Windows over a thread, each read by the encoder in one pass that gives the vectors of all passages central to it
/// ("late chunking", Günther et al. 2024).
struct ContextWindows {
    /// Tokens in a window, the two special tokens included.
    var length = 128
    /// Tokens that neighbouring windows share.
    var overlap = 64
    /// The longest sequence the encoder reads.
    var maximumTokens = 512

    /// The windows of this project's settings, as far as the encoder can use them: one that was trained on `[CLS]` has one
    /// vector for all that it reads, so it reads every passage alone.
    init(for encoder: any SentenceEncoder) {
        self.init()
        maximumTokens = encoder.maximumTokens - encoder.passagePrefix.count
        if encoder.pooling == .cls { length = 2 }
    }

    init() {}

    /// A stretch of the stream that is read in one pass, and the passages pooled from it, as ranges of the stream.
    struct Window: Hashable {
        var range: Range<Int>
        var passages: [Passage]

        struct Passage: Hashable {
            var id: PassageID
            var range: Range<Int>
        }
    }

    /// The windows that are needed. They are laid from the stream's start, so that what is appended changes only the
    /// last ones. A passage is pooled from the window in which it sits most centrally; one that is longer than a window
    /// is read on its own.
    ///
    /// - Complexity: O(*n*) in passages.
    func windows(over stream: TokenStream) -> [Window] {
        var byStart: [Int: Window] = [:]
        var alone: [Window] = []
        for (id, range) in stream.passages where !range.isEmpty {
            if range.count > capacity {
                let read = range.prefix(maximumTokens - 2)
                alone.append(Window(range: read, passages: [.init(id: id, range: read)]))
            } else {
                let window = centralWindow(for: range, tokenCount: stream.tokens.count)
                byStart[window.lowerBound, default: Window(range: window, passages: [])].passages
                    .append(.init(id: id, range: range))
            }
        }
        return byStart.values.sorted { $0.range.lowerBound < $1.range.lowerBound } + alone
    }

    private var capacity: Int { length - 2 }
    private var stride: Int { length - overlap }

    /// The window that holds all of `range` and whose middle is nearest to its middle.
    private func centralWindow(for range: Range<Int>, tokenCount: Int) -> Range<Int> {
        let middle = range.lowerBound + range.count / 2
        let ideal = max(0, middle - capacity / 2)
        // The first window that reaches the stream's end is the last one that is laid.
        let last = max(0, tokenCount - capacity + stride - 1) / stride * stride
        let candidates = [ideal / stride * stride, (ideal / stride + 1) * stride, last].filter {
            $0 <= last && $0 <= range.lowerBound && $0 + capacity >= range.upperBound
        }
        let distance = { (start: Int) in abs(start + capacity / 2 - middle) }
        // A long passage may fit into no window of the grid: then its window is laid around it.
        let start = candidates.min { distance($0) < distance($1) } ?? max(0, range.upperBound - capacity)
        return start..<min(start + capacity, tokenCount)
    }
}
