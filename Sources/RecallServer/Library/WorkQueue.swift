import Foundation
import Synchronization

/// Worker threads for computing and disk access, as many as there are processors, so that a search blocks neither the
/// event loops nor Swift's cooperative threads. Excess work waits in order.
final class WorkQueue: Sendable {
    private let queue: OperationQueue

    init(width: Int = ProcessInfo.processInfo.activeProcessorCount) {
        queue = OperationQueue()
        queue.maxConcurrentOperationCount = width
        queue.qualityOfService = .userInitiated
    }

    /// Runs `body` on one of the threads; throws if the task was cancelled while waiting.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        let isCancelled = Atomic(false)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.addOperation {
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
