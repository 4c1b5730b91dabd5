package import Dispatch
import Foundation
import Synchronization

/// Worker threads for computing and disk access, so that a search blocks neither event loops nor Swift's cooperative
/// threads. Excess work waits in order.
///
/// The threads are the queue's own: Dispatch runs as many as there are processors, so slow work would keep quick work
/// waiting. They end when there has been nothing to do for a while.
package final class WorkQueue: Sendable {
    private typealias Work = @Sendable () -> Void

    private struct State {
        var waiting: [Work] = []
        var threads = 0
        /// The threads that wait for work and were not woken.
        var idle = 0
    }

    /// The threads that search and read in a process: more than there are processors, so that a quick search shares them
    /// with slow ones instead of waiting for their end.
    package static let readers = max(8, 2 * ProcessInfo.processInfo.activeProcessorCount)

    /// The threads for searching and reading in the whole process.
    package static let shared = WorkQueue(width: readers, patience: .seconds(10))

    private let width: Int
    private let patience: DispatchTimeInterval
    private let state = Mutex(State())
    /// Signalled once for each idle thread that is woken.
    private let wakening = DispatchSemaphore(value: 0)

    /// `width` threads of its own.
    ///
    /// - Parameter patience: the time that a thread without work waits for some before it ends. A search should not wait
    ///   for a new thread, whose stack and memory are mapped page by page.
    package init(width: Int, patience: DispatchTimeInterval = .seconds(0)) {
        (self.width, self.patience) = (width, patience)
    }

    /// Runs `body` on one of the threads, and returns at once.
    package func start(_ body: @escaping @Sendable () -> Void) {
        enum Hand { case idle, new, busy }
        let hand: Hand = state.withLock { state in
            state.waiting.append(body)
            if state.idle > 0 {
                state.idle -= 1
                return .idle
            }
            guard state.threads < width else { return .busy }
            state.threads += 1
            return .new
        }
        switch hand {
        case .idle: wakening.signal()
        case .new: startThread()
        case .busy: break
        }
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

    /// The work that waits longest, or the next one to come; `nil` where none has come for a while: the thread ends.
    private func next() -> Work? {
        while true {
            let work = state.withLock { state -> Work? in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.idle += 1
                return nil
            }
            if let work { return work }
            if wakening.wait(timeout: .now() + patience) == .timedOut, endsIdle() { return nil }
        }
    }

    /// True if the thread ends, whose patience is over. False if it was woken meanwhile.
    private func endsIdle() -> Bool {
        let ends = state.withLock { state in
            guard state.idle > 0 else { return false }
            state.idle -= 1
            state.threads -= 1
            return true
        }
        if !ends { wakening.wait() }
        return ends
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
