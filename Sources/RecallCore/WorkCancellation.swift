import Synchronization

/// Ends work from any thread, at its next look at this.
///
/// Work on threads of its own is in no task, so it finds its cancellation in `current` for as long as `whileBound` runs.
/// Searches, and whatever else reads the library, look at it.
package final class WorkCancellation: Sendable {
    /// The cancellation of the work that this thread or task is doing; `nil` for work that runs to its end.
    @TaskLocal package static var current: WorkCancellation?

    private let flag = Atomic(false)

    /// One that is not cancelled yet.
    package init() {}

    /// True once the result of the work is no longer needed.
    package var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Ends the work. Nothing takes this back.
    package func cancel() { flag.store(true, ordering: .relaxed) }

    /// Throws `CancellationError` once the result is no longer needed.
    package func check() throws {
        if isCancelled { throw CancellationError() }
    }

    /// Runs `body` with this as `current`.
    package func whileBound<Value>(_ body: () throws -> Value) rethrows -> Value {
        try Self.$current.withValue(self) { try body() }
    }
}
