/// Cuts normalised words into the longest pieces of a vocabulary, first to last (WordPiece; Wu et al. 2016).
struct WordMatcher {
    private let vocabulary: Vocabulary.View
    private let unknownID: Int32
    let longestWord: Int
    private(set) var output = TokenizedText()
    /// Hashes of the prefixes of what is left of a word.
    private var hashes: [PieceHash]

    init(vocabulary: Vocabulary.View, unknownID: Int32, longestWord: Int, expectedTokens: Int) {
        self.vocabulary = vocabulary
        self.unknownID = unknownID
        self.longestWord = longestWord
        hashes = Array(repeating: PieceHash(), count: 4 * longestWord + 1)
        output.ids.reserveCapacity(expectedTokens)
        output.byteRanges.reserveCapacity(expectedTokens)
    }

    var count: Int { output.ids.count }

    @inline(__always)
    mutating func append(_ id: Int32, _ lower: Int, _ upper: Int) {
        output.ids.append(id)
        output.byteRanges.append(
            .init(lower: Int32(truncatingIfNeeded: lower), upper: Int32(truncatingIfNeeded: upper)))
    }

    /// Appends the pieces of a word of ASCII letters and digits that is at `offset` in the text.
    @inline(__always)
    mutating func match(ascii word: UnsafeBufferPointer<UInt8>, at offset: Int, lowercases: Bool) {
        guard word.count <= longestWord else { return append(unknownID, offset, offset + word.count) }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: word.count) { bytes in
            for i in 0..<word.count {
                let isUpper = lowercases && word[i] &- 0x41 < 26
                bytes.initializeElement(at: i, to: isUpper ? word[i] | 0x20 : word[i])
            }
            if let start = bytes.baseAddress { match(UnsafePointer(start), word.count, at: offset) }
        }
    }

    /// Appends the pieces of a word that was normalised.
    mutating func match(_ word: SourcedWord) {
        guard word.scalarCount <= longestWord else {
            return append(unknownID, Int(word.source.lower), Int(word.source.upper))
        }
        let first = count
        word.bytes.withUnsafeBufferPointer { bytes in
            if let start = bytes.baseAddress { match(start, bytes.count, at: 0) }
        }
        for i in first..<count {
            let range = output.byteRanges[i]
            output.byteRanges[i] = .init(
                lower: word.sources[Int(range.lower)].lower, upper: word.sources[Int(range.upper) - 1].upper)
        }
    }

    @inline(__always)
    private mutating func match(_ word: UnsafePointer<UInt8>, _ length: Int, at offset: Int) {
        let first = count
        var start = 0
        while start < length {
            guard let (id, end) = longestPiece(word, start, length) else {
                output.ids.removeSubrange(first...)
                output.byteRanges.removeSubrange(first...)
                return append(unknownID, offset, offset + length)
            }
            append(id, offset + start, offset + end)
            start = end
        }
    }

    @inline(__always)
    private mutating func longestPiece(
        _ word: UnsafePointer<UInt8>, _ start: Int, _ length: Int
    ) -> (id: Int32, end: Int)? {
        let prefix = start > 0 ? Vocabulary.continuationPrefix.count : 0
        let longest = min(length - start, start > 0 ? vocabulary.longestContinuation : vocabulary.longestInitial)
        let vocabulary = vocabulary
        return hashes.withUnsafeMutableBufferPointer { hashes in
            var hash = start > 0 ? PieceHash.continuation : PieceHash()
            for i in 0..<longest {
                hash.add(word[start + i])
                hashes[i + 1] = hash
            }
            var count = longest
            while count > 0 {
                if let id = vocabulary.find(word + start, count, hashes[count], prefix: prefix) {
                    return (id, start + count)
                }
                count -= 1
            }
            return nil
        }
    }
}
