import RecallCore
import RecallStore

/// Limits on the time and the work of a search.
struct SearchLimits: Sendable {
    /// The time by which the best results so far are wanted; `nil` for no limit.
    let deadline: ContinuousClock.Instant?
    /// Set when the result of the search is no longer needed.
    let cancellation: WorkCancellation?
    /// The work of its filter.
    let budget: WorkBudget

    init(
        deadline: ContinuousClock.Instant? = nil, cancellation: WorkCancellation? = .current, budget: WorkBudget? = nil
    ) {
        (self.deadline, self.cancellation) = (deadline, cancellation)
        self.budget =
            budget ?? WorkBudget(deadline: deadline) { cancellation?.isCancelled == true }
    }

    /// True if the deadline has passed.
    var isOver: Bool { deadline.map { .now >= $0 } ?? false }

    /// Throws `CancellationError` if the search was cancelled.
    func check() throws {
        try cancellation?.check()
    }
}
