import Dispatch
import RecallCore
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A wait for a lock that may be given up. `flock` itself waits for ever, so it does on a thread of its own; trying again
/// and again could come too late each time.
final class LockWait: Sendable {
    private enum State {
        case waiting
        /// With the `errno` of `flock`; 0 if it acquired the lock.
        case ended(Int32)
        case givenUp
    }

    private static let look = DispatchTimeInterval.milliseconds(50)

    private let descriptor: Int32
    private let state = Mutex(State.waiting)
    private let end = DispatchSemaphore(value: 0)

    /// A wait for the lock of the open file behind `descriptor`.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Waits as long as `goesOn`, which gets the time waited some times a second.
    ///
    /// - Returns: the `errno` of `flock`, 0 if it acquired the lock; `nil` if the wait was given up, which closes the
    ///   descriptor in the end.
    func run(while goesOn: (_ waited: Duration) -> Bool) -> Int32? {
        let began = ContinuousClock.now
        WorkQueue(width: 1).start { self.acquire() }
        while end.wait(timeout: .now() + Self.look) == .timedOut, goesOn(.now - began) {}
        return giveUp()
    }

    private func acquire() {
        var code: Int32 = 0
        repeat { code = flock(descriptor, LOCK_EX) == 0 ? 0 : errno } while code == EINTR
        let isWanted = state.withLock { state in
            guard case .waiting = state else { return false }
            state = .ended(code)
            return true
        }
        if isWanted {
            end.signal()
        } else {
            flock(descriptor, LOCK_UN)
            close(descriptor)
        }
    }

    /// The outcome, if there is one by now; otherwise the wait ends without one.
    private func giveUp() -> Int32? {
        state.withLock { state in
            guard case .ended(let code) = state else {
                state = .givenUp
                return nil
            }
            return code
        }
    }
}
