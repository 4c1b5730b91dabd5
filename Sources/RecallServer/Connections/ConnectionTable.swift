import NIOCore
import Synchronization

/// All open connections. If there are too many, the one that has been idle longest is closed for the new one, so that
/// idle clients cannot keep others out.
final class ConnectionTable: Sendable {
    private struct State {
        var open: [ObjectIdentifier: any Channel] = [:]
        /// Idle connections, with the time since when.
        var waiting: [ObjectIdentifier: UInt64] = [:]
        var clock: UInt64 = 0

        mutating func wait(_ id: ObjectIdentifier) {
            clock += 1
            waiting[id] = clock
        }
    }

    private let state = Mutex(State())
    private let limit: Int

    /// A table of at most `limit` connections.
    init(limit: Int = ServerLimits.connections) {
        self.limit = limit
    }

    /// Records a new connection, which waits for its first request.
    func opened(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let surplus: (any Channel)? = state.withLock { state in
            state.open[id] = channel
            state.wait(id)
            guard state.open.count > limit, let oldest = state.waiting.min(by: { $0.value < $1.value })?.key else {
                return nil
            }
            state.waiting[oldest] = nil
            return state.open.removeValue(forKey: oldest)
        }
        surplus?.close(promise: nil)
    }

    /// Records the beginning of a request.
    func began(_ channel: any Channel) {
        state.withLock { $0.waiting[ObjectIdentifier(channel)] = nil }
    }

    /// Records the end of a response; the connection is idle again.
    func ended(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        state.withLock { if $0.open[id] != nil { $0.wait(id) } }
    }

    /// Records that the connection is closed.
    func closed(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        state.withLock {
            $0.open[id] = nil
            $0.waiting[id] = nil
        }
    }
}
