/// One pass over one text.
struct UnigramScanner {
    private let text: UnsafeBufferPointer<UInt8>
    private let vocabulary: UnigramVocabulary.View
    private let tokenizer: UnigramTokenizer
    private let words: UnigramTokenizer.Metaspace
    private var normalized = NormalizedText()
    private var word = NormalizedText()
    private var path: UnigramPath
    private(set) var output = TokenizedText()

    init(text: UnsafeBufferPointer<UInt8>, vocabulary: UnigramVocabulary.View, tokenizer: UnigramTokenizer) {
        (self.text, self.vocabulary, self.tokenizer) = (text, vocabulary, tokenizer)
        words = tokenizer.settings.words
        path = UnigramPath(vocabulary, unknownID: tokenizer.unknownID)
    }

    mutating func run() {
        var start = 0
        for match in tokenizer.addedTokens.matches(in: text) {
            scan(start..<match.range.lowerBound)
            append(match.token.id, match.range)
            start = match.range.upperBound
        }
        scan(start..<text.count)
    }

    private mutating func append(_ id: Int32, _ range: Range<Int>) {
        append(id, .init(lower: Int32(range.lowerBound), upper: Int32(range.upperBound)))
    }

    private mutating func append(_ id: Int32, _ source: TokenizedText.ByteRange) {
        output.ids.append(id)
        output.byteRanges.append(source)
    }

    /// Text without added tokens.
    private mutating func scan(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        tokenizer.isPlain.withUnsafeBufferPointer { isPlain in
            tokenizer.settings.normalizer.normalize(
                UnsafeBufferPointer(rebasing: text[range]), at: range.lowerBound, vocabulary.map, isPlain: isPlain,
                into: &normalized)
        }
        // Taken out, so that words can be taken from it while they are collected.
        var section = NormalizedText()
        swap(&section, &normalized)
        section.bytes.withUnsafeBufferPointer { bytes in
            section.sources.withUnsafeBufferPointer { split(bytes, $0) }
        }
        swap(&section, &normalized)
    }

    private mutating func split(
        _ bytes: UnsafeBufferPointer<UInt8>, _ sources: UnsafeBufferPointer<NormalizedText.Source>
    ) {
        var start = 0
        for match in tokenizer.normalizedTokens.matches(in: bytes) {
            split(bytes, sources, start..<match.range.lowerBound)
            append(
                match.token.id,
                .init(lower: sources[match.range.lowerBound].lower, upper: sources[match.range.upperBound - 1].upper))
            start = match.range.upperBound
        }
        split(bytes, sources, start..<bytes.count)
    }

    /// Splits normalised text at white space.
    private mutating func split(
        _ bytes: UnsafeBufferPointer<UInt8>, _ sources: UnsafeBufferPointer<NormalizedText.Source>, _ range: Range<Int>
    ) {
        guard words.removesWhitespace else { return addWords(bytes, sources, range) }
        var start = range.lowerBound
        var i = start
        while i < range.upperBound {
            let length = UTF8Whitespace.length(in: bytes, at: i)
            if length > 0 {
                addWords(bytes, sources, start..<i)
                start = i + length
            }
            i += max(1, length)
        }
        addWords(bytes, sources, start..<range.upperBound)
    }

    /// Puts prefixes before words and replacements for spaces.
    private mutating func addWords(
        _ bytes: UnsafeBufferPointer<UInt8>, _ sources: UnsafeBufferPointer<NormalizedText.Source>, _ range: Range<Int>
    ) {
        guard !range.isEmpty else { return }
        words.replacement.withUnsafeBufferPointer { replacement in
            var i = range.lowerBound
            if bytes[i] != 0x20, !bytes[range].starts(with: replacement), hasPrefix(sources[i]) {
                word.append(replacement, sources[i])
            }
            while i < range.upperBound {
                if bytes[i] == 0x20 {
                    if words.splits { finishWord() }
                    word.append(replacement, sources[i])
                    i += 1
                } else if words.splits, bytes[i] == replacement[0],
                    bytes[i..<range.upperBound].starts(with: replacement)
                {
                    finishWord()
                    word.append(replacement, sources[i])
                    i += replacement.count
                } else {
                    word.append(bytes[i], sources[i])
                    i += 1
                }
            }
        }
        finishWord()
    }

    private func hasPrefix(_ source: NormalizedText.Source) -> Bool {
        switch words.prefix {
        case .all: true
        case .first: source.lower == 0
        case .none: false
        }
    }

    private mutating func finishWord() {
        guard word.count > 0 else { return }
        let bytes = word.bytes
        bytes.withUnsafeBufferPointer { bytes in
            path.find(bytes)
            for piece in path.pieces { add(piece, bytes) }
        }
        _ = consume bytes
        word.removeAll()
    }

    private mutating func add(_ piece: UnigramPath.Piece, _ bytes: UnsafeBufferPointer<UInt8>) {
        let source = NormalizedText.Source(
            lower: word.sources[piece.range.lowerBound].lower, upper: word.sources[piece.range.upperBound - 1].upper)
        guard piece.id == tokenizer.unknownID else { return append(piece.id, source) }
        // Fused, unknown text may be a piece after all.
        let unknown = UnsafeBufferPointer(rebasing: bytes[piece.range])
        if let id = vocabulary.trie.id(of: unknown) {
            append(id, source)
        } else if let byteIDs = vocabulary.byteIDs {
            for byte in unknown { append(byteIDs[Int(byte)], source) }
        } else {
            append(piece.id, source)
        }
    }
}
