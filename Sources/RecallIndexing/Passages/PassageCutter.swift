import RecallStore
import RecallText

/// Cuts a text into passages: whole paragraphs where they fit, else whole sentences, else words.
struct PassageCutter {
    /// The most tokens (estimated) a passage has, unless a single word has more.
    var maximumTokens = 110

    /// The passages of the parts of `text` in `ranges`, in order, without white space at their ends.
    ///
    /// - Complexity: O(*n*) in the text's length.
    func cut(_ text: String, ranges: [Range<Int>]) -> [PassageSpan] {
        var text = text
        return text.withUTF8 { bytes in
            var packer = Packer(maximumTokens: maximumTokens)
            for range in ranges {
                let whole = range.clamped(to: 0..<bytes.count)
                for paragraph in Paragraphs(bytes, whole) { add(paragraph, bytes, to: &packer) }
                // What stands between two ranges is not the author's.
                packer.close()
            }
            return packer.finish().filter { Self.hasWord(bytes, $0.range) }
        }
    }

    private func add(_ paragraph: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>, to packer: inout Packer) {
        let tokens = TokenEstimate.tokens(bytes[paragraph])
        if bytes[paragraph.lowerBound] == UInt8(ascii: "#") { packer.close() }
        guard tokens > maximumTokens else { return packer.add(paragraph, tokens) }
        packer.close()
        for sentence in SentenceSplitter.passageSentences(bytes, paragraph) {
            let tokens = TokenEstimate.tokens(bytes[sentence])
            if tokens <= maximumTokens {
                packer.add(sentence, tokens)
            } else {
                addWords(of: sentence, bytes, to: &packer)
            }
        }
        packer.close()
    }

    /// Cuts a sentence that is too long wherever a passage is full, at white space if there is any near.
    private func addWords(of sentence: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>, to packer: inout Packer) {
        for piece in Pieces(bytes, sentence) { packer.add(piece, TokenEstimate.tokens(bytes[piece])) }
    }

    private static func hasWord(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        bytes[range].contains(where: \.mayBeOfWord)
    }
}

/// Joins neighbouring pieces of text while they fit into one passage.
private struct Packer {
    let maximumTokens: Int
    private var done: [PassageSpan] = []
    private var current: PassageSpan?

    init(maximumTokens: Int) {
        self.maximumTokens = maximumTokens
    }

    mutating func add(_ range: Range<Int>, _ tokens: Int) {
        if let open = current, open.tokenCount + tokens <= maximumTokens {
            current = PassageSpan(range: open.range.lowerBound..<range.upperBound, tokenCount: open.tokenCount + tokens)
        } else {
            close()
            current = PassageSpan(range: range, tokenCount: tokens)
        }
    }

    mutating func close() {
        if let current { done.append(current) }
        current = nil
    }

    mutating func finish() -> [PassageSpan] {
        close()
        return done
    }
}
