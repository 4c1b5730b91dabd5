import Foundation
import Synchronization

/// Worker threads for computing and disk access, so that a search blocks neither event loops nor Swift's cooperative
/// threads. Excess work waits in order.
///
/// The threads are the queue's own: Dispatch runs as many as there are processors, so slow work would keep quick work
/// waiting. They end when there is nothing to do.
package final class WorkQueue: Sendable {
    private typealias Work = @Sendable () -> Void

    private struct State {
        var waiting: [Work] = []
        var threads = 0
    }

    /// The threads that search and read in a process: more than there are processors, so that a quick search shares them
    /// with slow ones instead of waiting for their end.
    package static let readers = max(8, 2 * ProcessInfo.processInfo.activeProcessorCount)

    /// The threads for searching and reading in the whole process.
    package static let shared = WorkQueue(width: readers)

    private let width: Int
    private let state = Mutex(State())

    /// `width` threads of its own.
    package init(width: Int) {
        self.width = width
    }

    /// Runs `body` on one of the threads, and returns at once.
    package func start(_ body: @escaping @Sendable () -> Void) {
        let needsThread = state.withLock { state in
            state.waiting.append(body)
            guard state.threads < width else { return false }
            state.threads += 1
            return true
        }
        if needsThread { startThread() }
    }

    private func startThread() {
        let thread = Thread { [self] in
            while let work = next() { work() }
        }
        // Parentheses nest, and parsers recurse.
        thread.stackSize = 8 << 20
        thread.qualityOfService = .userInitiated
        thread.start()
    }

    /// The work that waits longest; without any, the thread ends.
    private func next() -> Work? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.threads -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
    }

    /// Runs `body` on one of the threads; throws if the task was cancelled while waiting.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        let isCancelled = Atomic(false)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                start {
                    continuation.resume(
                        with: Result {
                            if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
                            return try body()
                        })
                }
            }
        } onCancel: {
            isCancelled.store(true, ordering: .relaxed)
        }
    }

    /// Runs `body`, which only reads, on one of the threads. Cancelling the task throws `CancellationError` at once, and ends
    /// `body` at its next look at `WorkCancellation.current`.
    package func runInterruptibly<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let cancellation = WorkCancellation()
        let values = AsyncThrowingStream<Value, any Error> { continuation in
            continuation.onTermination = { _ in cancellation.cancel() }
            start {
                do {
                    try cancellation.check()
                    continuation.yield(try cancellation.whileBound(body))
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
        }
        for try await value in values { return value }
        throw CancellationError()
    }
}
