import Foundation

/// The priority of the work on the threads of a `WorkQueue`: work that takes long gives way to work that just began.
///
/// A query of many words takes a second of a processor, and one of few words some milliseconds. Of equal priority, the
/// short one waits for its share among the long ones.
package enum WorkPriority {
    /// The time after which work is long.
    private static let short = Duration.milliseconds(30)
    /// A tenth of the processor beside work of normal priority.
    private static let niceness: CInt = 10

    private final class State {
        let begin = ContinuousClock.now
        var isLow = false
    }

    /// The state of the work that runs on this thread.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    private static var current: State? {
        pthread_getspecific(key).map { Unmanaged<State>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Runs `work` on this thread.
    ///
    /// - Returns: true if it was long. The thread is then to end, because the system lets nobody raise a priority again.
    static func run(_ work: () -> Void) -> Bool {
        let state = State()
        withExtendedLifetime(state) {
            pthread_setspecific(key, Unmanaged.passUnretained(state).toOpaque())
            work()
            pthread_setspecific(key, nil)
        }
        return state.isLow
    }

    /// Lowers the priority of the work on this thread if it has taken long. Long work calls this now and then.
    package static func giveWay() {
        #if os(Linux)
            guard let current, !current.isLow, .now - current.begin > short else { return }
            current.isLow = true
            // On Linux this is the priority of the calling thread.
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
        #endif
    }
}
