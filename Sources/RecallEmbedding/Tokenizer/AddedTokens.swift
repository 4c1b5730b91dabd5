/// Tokens found literally in the text before it is normalised, such as `[SEP]`: at the leftmost place the longest.
struct AddedTokens: Sendable {
    let all: [(bytes: [UInt8], id: Int32)]
    private let isFirstByte: [Bool]

    init(_ tokens: [(bytes: [UInt8], id: Int32)]) {
        all = tokens.filter { !$0.bytes.isEmpty }.sorted { $0.bytes.count > $1.bytes.count }
        var isFirst = [Bool](repeating: false, count: 256)
        for token in all { isFirst[Int(token.bytes[0])] = true }
        isFirstByte = isFirst
    }

    /// The first added token at or after `start`.
    func next(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> (range: Range<Int>, id: Int32)? {
        guard !all.isEmpty else { return nil }
        return isFirstByte.withUnsafeBufferPointer { isFirst in
            for i in start..<text.count where isFirst[Int(text[i])] {
                if let token = token(in: text, at: i) { return (i..<i + token.bytes.count, token.id) }
            }
            return nil
        }
    }

    private func token(in text: UnsafeBufferPointer<UInt8>, at i: Int) -> (bytes: [UInt8], id: Int32)? {
        all.first { text[i...].starts(with: $0.bytes) }
    }
}
