import Foundation

/// The lowest priority of the system: whatever else wants the processor takes it at once.
public enum LowestPriority {
    /// Gives it to this process.
    public static func giveToProcess() {
        #if canImport(Glibc)
            // Linux keeps a priority per thread; those to come have that of the thread that makes them.
            let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
            for thread in threads.compactMap(id_t.init) { give(to: thread) }
        #else
            setpriority(PRIO_PROCESS, 0, 19)
        #endif
    }

    /// Runs `body` on a thread of its own that has it.
    package static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread {
                giveToThread()
                continuation.resume(with: Result(catching: body))
            }.start()
        }
    }

    private static func giveToThread() {
        #if canImport(Glibc)
            give(to: 0)
        #else
            pthread_set_qos_class_self_np(QOS_CLASS_BACKGROUND, 0)
        #endif
    }

    #if canImport(Glibc)
        /// `SCHED_IDLE`, which the C library's module leaves out.
        private static let idleScheduling: Int32 = 5

        /// Gives it to a thread; 0 is the calling one.
        private static func give(to thread: id_t) {
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), thread, 19)
            var parameters = sched_param()
            sched_setscheduler(pid_t(thread), idleScheduling, &parameters)
        }
    #endif
}
