/// Phrases that lines are compared with, found by their first byte. ASCII letters match in any case.
struct PhraseTable: Sendable {
    private let buckets: [[[UInt8]]]

    /// A table of `phrases`, whose ASCII letters are in lower case.
    init(_ phrases: [String]) {
        var buckets = [[[UInt8]]](repeating: [], count: 256)
        for phrase in phrases {
            let bytes = Array(phrase.utf8)
            buckets[Int(bytes[0])].append(bytes)
        }
        self.buckets = buckets.map { $0.sorted { $0.count > $1.count } }
    }

    /// The length of the longest phrase at `start`, within `end`.
    func match(_ text: Bytes, _ start: Int, _ end: Int) -> Int? {
        guard start < end else { return nil }
        for phrase in buckets[Int(text[start].asciiLowercase)] where phrase.count <= end - start {
            var i = 1
            while i < phrase.count, text[start + i].asciiLowercase == phrase[i] { i += 1 }
            if i == phrase.count { return i }
        }
        return nil
    }

    /// Whether a phrase is at the start of `range`.
    func isPrefix(_ text: Bytes, _ range: Range<Int>) -> Bool {
        match(text, range.lowerBound, range.upperBound) != nil
    }

    /// Whether all of `range` is a phrase.
    func isWhole(_ text: Bytes, _ range: Range<Int>) -> Bool {
        match(text, range.lowerBound, range.upperBound) == range.count
    }

    /// Whether a phrase is in `range`, beginning where no letter is before it and ending where none is after it.
    /// Letters that are not ASCII end no word, since some scripts write without spaces.
    func isWord(_ text: Bytes, in range: Range<Int>) -> Bool {
        for start in range where start == range.lowerBound || !text[start - 1].isASCIILetter || text[start] >= 0x80 {
            guard let length = match(text, start, range.upperBound) else { continue }
            let end = start + length
            if end == range.upperBound || !text[end].isASCIILetter || text[end - 1] >= 0x80 { return true }
        }
        return false
    }
}
