/// A thread as the encoder reads it: tokens in a row, some of which are passages, the others (senders, titles) their context.
struct TokenStream {
    /// The tokens of all items in reading order, without special tokens.
    private(set) var tokens: [Int32] = []
    /// The range of each passage, in their order.
    private(set) var passages: [Range<Int>] = []

    /// The tokens of a thread.
    init(_ thread: ThreadText, _ tokenize: (String) -> [Int32]) {
        for part in thread.parts {
            switch part {
            case .context(let text): tokens += tokenize(text)
            case .passage(let text):
                let passage = tokenize(text)
                passages.append(tokens.count..<tokens.count + passage.count)
                tokens += passage
            }
        }
    }
}

/// Windows over a thread, each read by the encoder in one pass that gives the vectors of all passages central to it
/// ("late chunking", Günther et al. 2024).
struct ContextWindows {
    /// The size of windows.
    struct Shape {
        /// Tokens in a window, the two special tokens included.
        let length: Int
        /// Tokens that neighbouring windows share.
        let overlap: Int

        /// Of short turns that each speak of their neighbours: wider ones blur them, and read less twice
        /// (`docs/decisions/0049-windows-by-form.md`).
        static let chat = Shape(length: 160, overlap: 64)
        /// Of texts that keep to their subject for longer.
        static let prose = Shape(length: ThreadText.longestInput, overlap: 48)

        /// The shape for a thread.
        init(_ form: ThreadText.Form) {
            self = form == .chat ? .chat : .prose
        }

        private init(length: Int, overlap: Int) {
            (self.length, self.overlap) = (length, overlap)
        }
    }

    private let length: Int
    private let overlap: Int
    /// The longest sequence the encoder reads.
    private let maximumTokens: Int

    /// The windows of this project's settings, as far as the encoder can use them: one that was trained on `[CLS]` has one
    /// vector for all that it reads, so it reads every passage alone.
    init(for encoder: some TokenEncoder, over form: ThreadText.Form) {
        let shape = Shape(form)
        maximumTokens = encoder.maximumTokens - encoder.passagePrefix.count
        length = encoder.pooling == .cls ? 2 : shape.length
        overlap = shape.overlap
    }

    /// The shapes, as part of a fingerprint.
    static var fingerprint: String {
        let shapes = [Shape.chat, .prose].map { "\($0.length)-\($0.overlap)" }
        return "window" + shapes.joined(separator: ",")
    }

    /// A stretch of the stream that is read in one pass, and the passages pooled from it, as ranges of the stream.
    struct Window: Hashable {
        var range: Range<Int>
        var passages: [Passage]

        struct Passage: Hashable {
            /// Its position among the passages of the stream.
            var position: Int
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
        for (position, range) in stream.passages.enumerated() where !range.isEmpty {
            if range.count > capacity {
                let read = range.prefix(maximumTokens - 2)
                alone.append(Window(range: read, passages: [Window.Passage(position: position, range: read)]))
            } else {
                let window = centralWindow(for: range, tokenCount: stream.tokens.count)
                byStart[window.lowerBound, default: Window(range: window, passages: [])].passages
                    .append(Window.Passage(position: position, range: range))
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
