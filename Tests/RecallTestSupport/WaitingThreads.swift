import Foundation
public import Testing

/// Runs the tests of a suite on threads of their own, since they block: they wait for other processes.
///
/// Swift's pool has as many threads as there are cores. Tests that wait in it for a process keep all others waiting, and
/// leave the cores idle.
public struct WaitingThreads: SuiteTrait, TestTrait, TestScoping {
    private static let threads = ThreadPool(count: 6)

    /// True: each test of the suite has a thread, not the suite as a whole.
    public var isRecursive: Bool { true }

    /// Runs a test where it may block.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(Self.threads) { try await function() }
    }
}

extension Trait where Self == WaitingThreads {
    /// For tests that wait for other processes.
    public static var waiting: Self { WaitingThreads() }
}

/// Threads that run jobs in the order in which they come.
private final class ThreadPool: TaskExecutor {
    private let jobs = JobQueue()

    init(count: Int) {
        for _ in 0..<count {
            let thread = Thread { [jobs, unowned self] in
                while true { jobs.next().runSynchronously(on: self.asUnownedTaskExecutor()) }
            }
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        jobs.append(UnownedJob(job))
    }
}

/// Jobs that wait for a thread.
private final class JobQueue: @unchecked Sendable {
    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []

    func append(_ job: UnownedJob) {
        condition.withLock { jobs.append(job) }
        condition.signal()
    }

    /// The oldest, once there is one.
    func next() -> UnownedJob {
        condition.withLock {
            while jobs.isEmpty { condition.wait() }
            return jobs.removeFirst()
        }
    }
}
