import Foundation
import Synchronization

/// Worker threads for computing and disk access, so that a search blocks neither event loops nor Swift's cooperative
/// threads. Excess work waits in order.
package final class WorkQueue: Sendable {
    /// As many threads as there are processors, for searching and reading in the whole process.
    package static let shared = WorkQueue(width: ProcessInfo.processInfo.activeProcessorCount)

    private let queue = OperationQueue()

    /// `width` threads of its own.
    package init(width: Int) {
        queue.maxConcurrentOperationCount = width
        queue.qualityOfService = .userInitiated
    }

    /// Runs `body` on one of the threads, and returns at once.
    package func start(_ body: @escaping @Sendable () -> Void) {
        queue.addOperation(body)
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
}
