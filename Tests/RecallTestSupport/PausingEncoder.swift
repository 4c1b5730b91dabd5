import RecallEmbedding
import Synchronization

/// An encoder that can be stopped in the middle of a query.
public final class PausingEncoder: WrappingEncoder {
    /// The encoder that makes the vectors.
    public let base = HashingEncoder()
    private let mutex = Mutex((isPausing: false, wasAsked: false))

    /// One that does not pause yet.
    public init() {}

    /// The vector of `base`, after the pause.
    public func encode(query: String) throws -> [Float] {
        mutex.withLock { $0.wasAsked = true }
        while mutex.withLock({ $0.isPausing }) {}
        return try base.encode(query: query)
    }

    /// From now on queries wait.
    public func pauses() { mutex.withLock { $0 = (isPausing: true, wasAsked: false) } }

    /// Lets them go on.
    public func goesOn() { mutex.withLock { $0.isPausing = false } }

    /// Waits until a query was asked, since the pause began if there is one.
    public func untilAsked() async {
        while !mutex.withLock({ $0.wasAsked }) { await Task.yield() }
    }
}
