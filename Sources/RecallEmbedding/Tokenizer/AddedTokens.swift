/// A token found literally in the text before it is cut into pieces, such as `[SEP]`.
struct AddedToken: Sendable, Hashable {
    var bytes: [UInt8]
    var id: Int32
    /// True if white space before it is part of it.
    var stripsLeft = false
    /// True if white space after it is part of it.
    var stripsRight = false
}

/// The added tokens of a tokenizer: at the leftmost place the longest is found.
struct AddedTokens: Sendable {
    let all: [AddedToken]
    private let isFirstByte: [Bool]

    init(_ tokens: [AddedToken]) {
        all = tokens.filter { !$0.bytes.isEmpty }.sorted { $0.bytes.count > $1.bytes.count }
        var isFirst = [Bool](repeating: false, count: 256)
        for token in all { isFirst[Int(token.bytes[0])] = true }
        isFirstByte = isFirst
    }

    /// An added token in a text.
    struct Match {
        var range: Range<Int>
        var token: AddedToken
    }

    /// The first added token at or after `start`, without white space around it.
    func next(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Match? {
        guard !all.isEmpty else { return nil }
        return isFirstByte.withUnsafeBufferPointer { isFirst in
            for i in start..<text.count where isFirst[Int(text[i])] {
                if let token = token(in: text, at: i) { return Match(range: i..<i + token.bytes.count, token: token) }
            }
            return nil
        }
    }

    /// All added tokens in their order, with the white space that belongs to them.
    func matches(in text: UnsafeBufferPointer<UInt8>) -> [Match] {
        var matches: [Match] = []
        var start = 0
        while var match = next(in: text, from: start) {
            var (lower, upper) = (match.range.lowerBound, match.range.upperBound)
            if match.token.stripsLeft { lower = UTF8Whitespace.start(in: text, from: lower, least: start) }
            if match.token.stripsRight { upper = UTF8Whitespace.end(in: text, from: upper) }
            match.range = lower..<upper
            matches.append(match)
            start = upper
        }
        return matches
    }

    private func token(in text: UnsafeBufferPointer<UInt8>, at i: Int) -> AddedToken? {
        all.first { text[i...].starts(with: $0.bytes) }
    }
}
