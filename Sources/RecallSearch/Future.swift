import Dispatch
import Synchronization

/// A value computed on another thread. If no thread has started it by the time it is needed, the caller computes it
/// itself, so nothing ever waits for a free thread.
package final class Future<Value: Sendable>: Sendable {
    private let body: @Sendable () throws -> Value
    private let isBegun = Atomic(false)
    private let end = DispatchGroup()
    private let result = Mutex<Result<Value, any Error>?>(nil)

    /// Begins to compute `body`.
    ///
    /// - Parameter start: hands work to another thread.
    package init(
        _ body: @escaping @Sendable () throws -> Value,
        start: (@escaping @Sendable () -> Void) -> Void = {
            DispatchQueue.global(qos: .userInitiated).async(execute: $0)
        }
    ) {
        self.body = body
        end.enter()
        start { _ = self.compute() }
    }

    /// The value, or what computing it threw.
    package func value() throws -> Value {
        if let result = compute() { return try result.get() }
        while true {
            end.wait()
            if let result = result.withLock(\.self) { return try result.get() }
        }
    }

    /// Computes the value unless another thread already does.
    private func compute() -> Result<Value, any Error>? {
        guard !isBegun.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
        let made = Result { try body() }
        result.withLock { $0 = made }
        end.leave()
        return made
    }
}
