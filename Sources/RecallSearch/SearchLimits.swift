import Synchronization

/// How long a search may go on.
struct SearchLimits: Sendable {
    /// When the best answer so far is wanted; `nil` for as long as it takes.
    var deadline: ContinuousClock.Instant?
    /// Tells a search that nobody waits for it any more.
    var cancellation: SearchCancellation?

    /// As long as it takes.
    static let none = SearchLimits()

    /// Whether the answer is wanted now.
    var isOver: Bool { deadline.map { .now >= $0 } ?? false }

    /// Ends a search that nobody waits for, by throwing `CancellationError`.
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
