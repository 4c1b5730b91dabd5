import Foundation
import Synchronization

/// Threads for what computes or reads the disk, as many as there are processors: neither the event loops nor Swift's own
/// threads are held up by a search. What has no thread yet waits, first come, first served.
final class WorkQueue: Sendable {
    private let queue: OperationQueue

    init(width: Int = ProcessInfo.processInfo.activeProcessorCount) {
        queue = OperationQueue()
        queue.maxConcurrentOperationCount = width
        queue.qualityOfService = .userInitiated
    }

    /// Runs `body` on one of the threads; not at all if the task is cancelled before its turn.
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
