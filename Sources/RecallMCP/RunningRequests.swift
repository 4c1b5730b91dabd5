import Dispatch
import RecallCore
import RecallWire
import Synchronization

/// A request that waits for its turn, or is being answered.
struct RunningRequest: Sendable {
    fileprivate let id: RPCID
    fileprivate let cancellation: WorkCancellation
}

/// A client's requests that need the library: first come, first served, each on one of a few threads.
final class RunningRequests: Sendable {
    /// By their ids. A cancelled one is gone from here, so that its id may be used again, while its work still ends.
    private let running = Mutex<[RPCID: WorkCancellation]>([:])
    /// The threads that read the library; `nil` if the thread that receives reads it itself.
    private let queue: WorkQueue?
    private let unfinished = DispatchGroup()

    /// The threads that read the library for one client.
    private static let readers = 4
    /// The most requests that wait.
    private static let most = 1_000

    /// - Parameter hasThreads: false if each request is answered at once, by the thread that receives it.
    init(hasThreads: Bool) {
        queue = hasThreads ? WorkQueue(width: Self.readers) : nil
    }

    /// Does `work` when it is the request's turn, unless it was cancelled before.
    func begin(_ id: RPCID, _ work: @escaping @Sendable (RunningRequest) -> Void) throws(RPCError) {
        let cancellation = queue == nil ? WorkCancellation.current ?? WorkCancellation() : WorkCancellation()
        let request = RunningRequest(id: id, cancellation: cancellation)
        let problem: RPCError? = running.withLock { running in
            guard running.count < Self.most else {
                return RPCError(.tooManyRequests, "Too many requests are waiting. Try again when some are answered.")
            }
            guard running[id] == nil else {
                return RPCError(.invalidRequest, "This id is that of a request which is not answered yet.")
            }
            running[id] = cancellation
            return nil
        }
        if let problem { throw problem }
        guard let queue else { return work(request) }
        unfinished.enter()
        queue.start { [self] in
            if isRunning(request) { cancellation.whileBound { work(request) } }
            unfinished.leave()
        }
    }

    /// Does work that no request waits for.
    func startBeside(_ work: @escaping @Sendable () -> Void) {
        queue?.start(work)
    }

    /// True unless the request was cancelled.
    func isRunning(_ request: RunningRequest) -> Bool {
        running.withLock { $0[request.id] === request.cancellation }
    }

    /// Ends a request that is answered; false if it was cancelled meanwhile.
    func end(_ request: RunningRequest) -> Bool {
        running.withLock { running in
            guard running[request.id] === request.cancellation else { return false }
            running[request.id] = nil
            return true
        }
    }

    /// Interrupts a request, or does nothing for it if it is still waiting. It is not answered.
    func cancel(_ id: RPCID) {
        running.withLock { $0.removeValue(forKey: id) }?.cancel()
    }

    /// Interrupts all requests, since nobody waits for their answers.
    func cancelAll() {
        let cancelled = running.withLock { running in
            defer { running = [:] }
            return Array(running.values)
        }
        for cancellation in cancelled { cancellation.cancel() }
    }

    /// Waits until all requests are answered, or have ended after they were cancelled.
    func finish() {
        unfinished.wait()
    }
}
