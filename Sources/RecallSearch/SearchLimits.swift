import RecallStore
import Synchronization

/// Limits on the time and the work of a search.
struct SearchLimits: Sendable {
    /// The time by which the best results so far are wanted; `nil` for no limit.
    let deadline: ContinuousClock.Instant?
    /// Set when the result of the search is no longer needed.
    let cancellation: SearchCancellation?
    /// The work of its filter.
    let budget: WorkBudget

    init(deadline: ContinuousClock.Instant? = nil, cancellation: SearchCancellation? = nil, budget: WorkBudget? = nil) {
        (self.deadline, self.cancellation) = (deadline, cancellation)
        self.budget =
            budget ?? WorkBudget(deadline: deadline) { cancellation?.isCancelled == true }
    }

    /// True if the deadline has passed.
    var isOver: Bool { deadline.map { .now >= $0 } ?? false }

    /// Throws `CancellationError` if the search was cancelled.
    func check() throws {
        if cancellation?.isCancelled == true { throw CancellationError() }
    }
}

/// Ends one search from any thread.
final class SearchCancellation: Sendable {
    private let flag = Atomic(false)

    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    func cancel() { flag.store(true, ordering: .relaxed) }
}
