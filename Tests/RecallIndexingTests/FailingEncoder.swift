import RecallCore
import RecallEmbedding
import RecallTestSupport
import Synchronization

/// An encoder that fails after a number of batches.
final class FailingEncoder: WrappingEncoder {
    struct Failure: Error {}

    let base = HashingEncoder()
    private let left: Mutex<Int>

    init(after batches: Int) {
        left = Mutex(batches)
    }

    func encode(_ inputs: [EncoderInput]) throws -> VectorMatrix {
        let isOver = left.withLock { left in
            left -= 1
            return left < 0
        }
        guard !isOver else { throw Failure() }
        return try base.encode(inputs)
    }
}
