extension Task where Failure == any Error {
    /// The task's value, waited for to its end. Cancelling the task that waits for it cancels this one too.
    package var valueCancelledTogether: Success {
        get async throws {
            try await withTaskCancellationHandler {
                try await value
            } onCancel: {
                cancel()
            }
        }
    }
}
