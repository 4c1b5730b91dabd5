import RecallText

/// Phrases that lines are compared with, found by their first byte. ASCII letters match in any case.
struct PhraseTable: Sendable {
    /// All phrases, those with the same first byte together, the longer before the shorter, each after its length.
    private let bytes: [UInt8]
    /// The start in `bytes` of the phrases with each first byte, with an end marker: 257 entries.
    private let starts: [Int]

    /// A table of `phrases`, whose ASCII letters are in lower case and which have fewer than 256 bytes.
    init(_ phrases: [String]) {
        var buckets = [[[UInt8]]](repeating: [], count: 256)
        for phrase in phrases.map({ Array($0.utf8) }) { buckets[Int(phrase[0])].append(phrase) }
        var (bytes, starts): ([UInt8], [Int]) = ([], [])
        for bucket in buckets {
            starts.append(bytes.count)
            for phrase in bucket.sorted(by: { $0.count > $1.count }) { bytes += [UInt8(phrase.count)] + phrase }
        }
        self.bytes = bytes
        self.starts = starts + [bytes.count]
    }

    /// The length of the longest phrase at `start`, within `end`.
    func match(_ text: Bytes, _ start: Int, _ end: Int) -> Int? {
        guard start < end else { return nil }
        let first = Int(text[start].asciiLowercase)
        var phrase = starts[first]
        while phrase < starts[first + 1] {
            let length = Int(bytes[phrase])
            if length <= end - start, isPhrase(at: phrase + 1, length, text, start) { return length }
            phrase += length + 1
        }
        return nil
    }

    private func isPhrase(at phrase: Int, _ length: Int, _ text: Bytes, _ start: Int) -> Bool {
        for i in 1..<max(1, length) where text[start + i].asciiLowercase != bytes[phrase + i] { return false }
        return true
    }

    /// True if `range` contains a phrase.
    func isAnywhere(_ text: Bytes, in range: Range<Int>) -> Bool {
        range.contains { match(text, $0, range.upperBound) != nil }
    }

    /// True if `range` begins with a phrase.
    func isPrefix(_ text: Bytes, _ range: Range<Int>) -> Bool {
        match(text, range.lowerBound, range.upperBound) != nil
    }

    /// True if `range` is a phrase.
    func isWhole(_ text: Bytes, _ range: Range<Int>) -> Bool {
        match(text, range.lowerBound, range.upperBound) == range.count
    }

    /// True if `range` contains a phrase as a word. See `firstWord`.
    func isWord(_ text: Bytes, in range: Range<Int>) -> Bool {
        firstWord(text, in: range) != nil
    }

    /// The first phrase in `range` that is a word, without an ASCII letter directly before or after it. Other letters do
    /// not count, since some scripts write without spaces.
    func firstWord(_ text: Bytes, in range: Range<Int>) -> Range<Int>? {
        for start in range where start == range.lowerBound || !text[start - 1].isASCIILetter || text[start] >= 0x80 {
            guard let length = match(text, start, range.upperBound) else { continue }
            let end = start + length
            if end == range.upperBound || !text[end].isASCIILetter || text[end - 1] >= 0x80 { return start..<end }
        }
        return nil
    }
}
