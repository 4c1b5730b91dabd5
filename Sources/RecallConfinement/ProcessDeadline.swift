import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Ends a process and its group when its time is over, whatever it does: one that closes its output and goes on, or blocks
/// the signal of its own clock, too.
final class ProcessDeadline: Sendable {
    private struct State {
        var watch: Task<Void, Never>?
        var hasPassed = false
    }

    private let state = Mutex(State())

    /// True if the process was ended for it.
    var hasPassed: Bool { state.withLock(\.hasPassed) }

    /// Begins for `process`, which leads a group of its own.
    func begin(_ duration: Duration, for process: pid_t) {
        let watch = Task {
            do { try await Task.sleep(for: duration) } catch { return }
            state.withLock { state in
                // Its number may be another's once its status was asked for; then it is no child any more.
                guard Self.isChild(process) else { return }
                state.hasPassed = kill(-process, SIGKILL) == 0
            }
        }
        state.withLock { $0.watch = watch }
    }

    /// To be called when the process has ended.
    func end() {
        state.withLock { $0.watch?.cancel() }
    }

    private static func isChild(_ process: pid_t) -> Bool {
        var information = siginfo_t()
        return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0
    }
}
