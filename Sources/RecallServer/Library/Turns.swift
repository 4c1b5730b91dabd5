/// Limits the number of concurrent tasks that need much memory; the others wait in order.
actor Turns {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) {
        free = count
    }

    /// Runs `body` when it is its turn; throws if the task was cancelled while waiting.
    func run<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        await begin()
        defer { end() }
        try Task.checkCancellation()
        return try await body()
    }

    private func begin() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func end() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
