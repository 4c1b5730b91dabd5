import RecallStore
import RecallText

/// Splits a text into passages: at paragraphs if they fit, else at sentences, else at words.
struct PassageSplitter {
    /// The maximum estimated number of tokens of a passage; a single longer word may exceed it.
    var maximumTokens = 110

    /// The passages of the given ranges of `text`, in order and trimmed of white space.
    ///
    /// - Complexity: O(*n*) in the text's length.
    func split(_ text: String, ranges: [Range<Int>]) -> [PassageSpan] {
        var text = text
        return text.withUTF8 { bytes in
            var packer = Packer(maximumTokens: maximumTokens)
            for range in ranges {
                let whole = range.clamped(to: 0..<bytes.count)
                for paragraph in Paragraphs(bytes, whole) { add(paragraph, bytes, to: &packer) }
                // The text between two ranges is not the author's, so a passage never spans it.
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

    /// Splits a sentence that is too long whenever a passage is full, at white space if there is any near.
    private func addWords(of sentence: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>, to packer: inout Packer) {
        for piece in Pieces(bytes, sentence) { packer.add(piece, TokenEstimate.tokens(bytes[piece])) }
    }

    private static func hasWord(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        bytes[range].contains(where: \.mayBeOfWord)
    }
}

/// Joins adjacent pieces of text as long as they fit into one passage.
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
