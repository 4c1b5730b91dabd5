import RecallEmbedding
import RecallTestSupport
import Synchronization

/// An encoder that fails after a number of batches.
final class FailingEncoder: SentenceEncoder {
    struct Failure: Error {}

    private let encoder = HashingEncoder()
    private let left: Mutex<Int>

    init(after batches: Int) {
        left = Mutex(batches)
    }

    var fingerprint: String { encoder.fingerprint }
    var dimension: Int { encoder.dimension }
    var maximumTokens: Int { encoder.maximumTokens }
    var sentenceTokens: Int { encoder.sentenceTokens }
    var classificationToken: Int32 { encoder.classificationToken }
    var separatorToken: Int32 { encoder.separatorToken }

    func tokenized(_ text: String) -> TokenizedText { encoder.tokenized(text) }

    func encode(_ inputs: [EncoderInput]) throws -> [Float] {
        let isOver = left.withLock { left in
            left -= 1
            return left < 0
        }
        guard !isOver else { throw Failure() }
        return try encoder.encode(inputs)
    }
}
