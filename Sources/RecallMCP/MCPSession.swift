public import Foundation
import RecallCore
import RecallWire
import Synchronization

/// A client's connection: takes its messages in their order, and sends answers as they are ready.
///
/// What needs the library waits its turn. All else is answered at once.
public final class MCPSession: Sendable {
    struct State {
        /// The revision agreed on in a handshake; `nil` before it.
        var revision: ProtocolRevision?
        /// The client's name, as it called itself in a handshake.
        var client = ""
        var isPrepared = false
    }

    let server: MCPServer
    let state: Mutex<State>
    let running: RunningRequests
    /// The headers of the only message, over HTTP.
    let headers: MCPHeaders?
    let send: @Sendable (Outgoing) -> Void

    private static let longestName = 60

    /// A new connection. `send` is called on any thread, with one message at a time to be sent, without a line break.
    public convenience init(_ server: MCPServer, send: @escaping @Sendable (Data) -> Void) {
        self.init(server) { send($0.message) }
    }

    /// - Parameter headers: those of the only message, over HTTP, which is answered before `receive` returns.
    init(
        _ server: MCPServer, state: State = State(), headers: MCPHeaders? = nil,
        send: @escaping @Sendable (Outgoing) -> Void
    ) {
        (self.server, self.headers, self.send) = (server, headers, send)
        self.state = Mutex(state)
        running = RunningRequests(hasThreads: headers == nil)
    }

    /// Takes one message. To be called in the order in which messages come.
    public func receive(_ line: Data) {
        do throws(RPCError) {
            switch try Envelope.reading(line).kind {
            case .answer: return
            case .notification(let method): notified(method, line)
            case .request(let id, let method): requested(id, method, line)
            }
        } catch {
            refuse(nil, error)
        }
    }

    /// Refuses a message that is too long to be taken.
    public func refuseTooLong() {
        refuse(nil, RPCError(.invalidRequest, "The message is too long."))
    }

    /// Waits until everything that was asked for is answered.
    public func finish() {
        running.finish()
    }

    /// Interrupts everything that was asked for: nobody reads the answers any more.
    public func cancel() {
        running.cancelAll()
    }

    private func notified(_ method: String, _ line: Data) {
        guard method == "notifications/cancelled", let parameters = try? Parameters<Cancellation>.reading(line) else {
            return
        }
        running.cancel(parameters.requestId)
    }

    private func requested(_ id: RPCID, _ method: String, _ line: Data) {
        do throws(RPCError) {
            let request = try request(id, method, line)
            try answer(request)
        } catch {
            refuse(id, error)
        }
    }

    /// The request, if it is one of a revision that is spoken.
    private func request(_ id: RPCID, _ method: String, _ line: Data) throws(RPCError) -> Request {
        let meta = try RequestMeta.reading(line)
        let (agreed, client) = state.withLock { ($0.revision, $0.client) }
        if let revision = meta.revision { try headers?.check(method, revision: revision, line) }
        if let revision = meta.revision, revision != ProtocolRevision.withoutHandshake.rawValue {
            throw RPCError.unsupported(revision)
        }
        let greetings = ["initialize", "ping"]
        guard meta.revision != nil || agreed != nil || greetings.contains(method) else {
            throw RPCError(
                .invalidParameters, "Begin with initialize, or say in _meta which protocol version the request is of.")
        }
        return Request(
            id: id, method: method, line: line, progressToken: meta.progressToken,
            hasNoHandshake: meta.revision != nil,
            client: Self.name(headers == nil ? meta.client ?? client : client))
    }

    private static func name(_ text: String) -> String { String(DisplayText.safe(text).prefix(longestName)) }

    private func refuse(_ id: RPCID?, _ error: RPCError) {
        send(.refusal(id, error))
    }
}
