public import Foundation
import RecallAssistant
import RecallCore
import RecallWire
import Synchronization

/// A client's connection: takes its messages in their order, and sends answers as they are ready.
///
/// What needs the library waits its turn, first come, first served, for one of a few threads. All else is answered at once.
public final class MCPSession: Sendable {
    private struct State {
        /// The revision agreed on in a handshake; `nil` before it.
        var revision: ProtocolRevision?
        /// The client's name, as it called itself in a handshake.
        var client = ""
        /// The requests that are waiting or being answered.
        var running: Set<RPCID> = []
        var isPrepared = false
    }

    /// A message to the client.
    private struct Outgoing {
        let message: Data
        /// The reason of a refusal.
        var code: RPCError.Code?
    }

    private let server: MCPServer
    private let send: @Sendable (Outgoing) -> Void
    private let state: Mutex<State>
    /// The threads that read the library; `nil` if it is read at once, by the thread that receives.
    private let queue: WorkQueue?
    /// The headers of the only message, over HTTP.
    private let headers: MCPHeaders?
    private let unfinished = DispatchGroup()

    /// The threads that read the library for one client.
    private static let readers = 4
    /// The most requests that wait.
    private static let mostRunning = 1_000
    private static let longestName = 60

    /// A new connection. `send` is called on any thread, with one message at a time to be sent, without a line break.
    public convenience init(_ server: MCPServer, send: @escaping @Sendable (Data) -> Void) {
        self.init(server, queue: WorkQueue(width: Self.readers)) { send($0.message) }
    }

    private init(
        _ server: MCPServer, queue: WorkQueue?, state: State = State(), headers: MCPHeaders? = nil,
        send: @escaping @Sendable (Outgoing) -> Void
    ) {
        (self.server, self.queue, self.headers, self.send) = (server, queue, headers, send)
        self.state = Mutex(state)
    }

    /// The reply to a message that stands for itself.
    static func reply(
        to message: Data, headers: MCPHeaders, from client: String, server: MCPServer
    ) -> MCPReply {
        // A handshake is not remembered: what was agreed on stands in the headers.
        let revision = headers.revision.map { ProtocolRevision(rawValue: $0) } ?? .latestHandshake
        let state = State(
            revision: revision.flatMap { $0.hasHandshake ? $0 : nil }, client: client, isPrepared: true)
        let sent = Mutex<Outgoing?>(nil)
        MCPSession(server, queue: nil, state: state, headers: headers) { outgoing in
            sent.withLock { $0 = outgoing }
        }.receive(message)
        guard let reply = sent.withLock({ $0 }) else { return MCPReply(status: 202, body: nil) }
        let refusals: [RPCError.Code?] = [.unreadable, .invalidRequest, .headerMismatch]
        let isRefusal = revision?.hasHandshake != true || refusals.contains(reply.code)
        return MCPReply(status: isRefusal ? reply.code?.status ?? 200 : 200, body: reply.message)
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
        unfinished.wait()
    }

    // MARK: Messages

    private struct Cancellation: Decodable {
        let requestId: RPCID
    }

    private func notified(_ method: String, _ line: Data) {
        guard method == "notifications/cancelled", let parameters = try? Parameters<Cancellation>.reading(line) else {
            return
        }
        // Its answer is not sent, and if it is still waiting, nothing is done for it.
        _ = state.withLock { $0.running.remove(parameters.requestId) }
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

    // MARK: Answers

    private func answer(_ request: Request) throws(RPCError) {
        switch request.method {
        case "initialize" where !request.hasNoHandshake: succeed(request, try handshake(request))
        case "ping" where !request.hasNoHandshake: succeed(request, MCPNothingPayload())
        case "server/discover" where request.hasNoHandshake:
            succeed(
                request,
                MCPDiscoveryPayload(revisions: ProtocolRevision.names, instructions: MCPServer.instructions),
                isCacheable: true)
            prepare()
        case "tools/list":
            succeed(request, MCPToolsPayload(server.tools.map(\.payload)), isCacheable: true)
        case "prompts/list": succeed(request, Prompt.list, isCacheable: true)
        case "prompts/get": succeed(request, try prompt(request.parameters()))
        case "resources/templates/list": succeed(request, LibraryResources.templates, isCacheable: true)
        case "resources/list":
            let cursor = try page(request)
            try read(request) { [server] in try server.resources(after: cursor) }
        case "resources/read": try readResource(request, request.parameters(ResourceParameters.self).uri)
        case "tools/call": try call(request, request.parameters())
        default: throw RPCError(.unknownMethod, "There is no such method.")
        }
    }

    private struct Handshake: Decodable {
        struct Program: Decodable {
            let name: String?
        }

        let protocolVersion: String
        let clientInfo: Program?
    }

    private struct ResourceParameters: Decodable {
        let uri: String
    }

    private func handshake(_ request: Request) throws(RPCError) -> MCPHandshakePayload {
        let handshake: Handshake = try request.parameters()
        let revision = ProtocolRevision.negotiated(handshake.protocolVersion)
        state.withLock { ($0.revision, $0.client) = (revision, handshake.clientInfo?.name ?? "") }
        defer { prepare() }
        return MCPHandshakePayload(
            revision: revision.rawValue, program: server.program, instructions: MCPServer.instructions)
    }

    /// Opens the library beside what the client does first.
    private func prepare() {
        let isFirst = state.withLock { state in
            defer { state.isPrepared = true }
            return !state.isPrepared
        }
        if isFirst { queue?.start { [server] in server.library.prepare() } }
    }

    private func prompt(_ parameters: PromptParameters) throws(RPCError) -> MCPFilledPromptPayload {
        guard let prompt = Prompt(rawValue: parameters.name) else {
            throw RPCError(.invalidParameters, "There is no such prompt.")
        }
        return try prompt.filled(parameters.arguments ?? [:])
    }

    private func page(_ request: Request) throws(RPCError) -> String? {
        do {
            return try JSONDecoder().decode(PageParameters.self, from: request.line).params?.cursor
        } catch {
            throw RPCError(.invalidParameters, "cursor must be a text.")
        }
    }

    private func call(_ request: Request, _ parameters: ToolCallParameters) throws(RPCError) {
        guard let tool = Tool(rawValue: parameters.name), server.tools.contains(tool) else {
            throw RPCError(.invalidParameters, "There is no such tool. See tools/list.")
        }
        try run(request) { [server] in
            server.call(tool, parameters.arguments, by: request.client)
        }
    }

    private func readResource(_ request: Request, _ uri: String) throws(RPCError) {
        // Its code was another one while there was a handshake.
        let code = request.hasNoHandshake ? RPCError.Code.invalidParameters : .unknownResource
        let missing = RPCError(code, "There is no such resource.")
        guard let link = RecallLink(uri) else { throw missing }
        try read(request) { [server] in
            guard let text = try server.text(of: link, for: request.client) else { throw missing }
            return MCPResourceTextPayload(uri: link.text, text: text)
        }
    }

    // MARK: Work

    /// Answers with what `body` reads of the library, when it is its turn.
    private func read<Content: Encodable & Sendable>(
        _ request: Request, _ body: @escaping @Sendable () throws -> Content
    ) throws(RPCError) {
        try begin(request) { [self] in
            do {
                end(request, Outgoing(message: success(request, try body(), isCacheable: true)))
            } catch let error as RPCError {
                end(request, refusal(request.id, error))
            } catch {
                end(request, refusal(request.id, RPCError(.failed, ErrorReport(error).message)))
            }
        }
    }

    /// Answers with what `body` makes, when it is its turn, and tells of progress if it is asked to.
    private func run(
        _ request: Request, _ body: @escaping @Sendable () -> MCPToolAnswerPayload
    ) throws(RPCError) {
        try begin(request) { [self] in
            tell(request, progress: 0, "Reading the library")
            let answer = body()
            tell(request, progress: 1, "Done")
            end(request, Outgoing(message: success(request, answer)))
        }
    }

    private func begin(_ request: Request, _ work: @escaping @Sendable () -> Void) throws(RPCError) {
        let problem: RPCError? = state.withLock { state in
            guard state.running.count < Self.mostRunning else {
                return RPCError(.tooManyRequests, "Too many requests are waiting. Try again when some are answered.")
            }
            guard state.running.insert(request.id).inserted else {
                return RPCError(.invalidRequest, "This id is that of a request which is not answered yet.")
            }
            return nil
        }
        if let problem { throw problem }
        guard let queue else { return work() }
        unfinished.enter()
        queue.start { [self] in
            if isRunning(request) { work() }
            unfinished.leave()
        }
    }

    private func isRunning(_ request: Request) -> Bool { state.withLock { $0.running.contains(request.id) } }

    /// Sends an answer, unless the request was cancelled meanwhile.
    private func end(_ request: Request, _ message: Outgoing) {
        if state.withLock({ $0.running.remove(request.id) }) != nil { send(message) }
    }

    private func tell(_ request: Request, progress: Int, _ message: String) {
        // Over HTTP there is one message in and one out.
        guard let token = request.progressToken, headers == nil, isRunning(request) else { return }
        let progress = RPCProgressPayload(token, progress: progress, total: 1, message: message)
        send(Outgoing(message: encoded(progress)))
    }

    // MARK: Sending

    private func succeed(_ request: Request, _ content: some Encodable, isCacheable: Bool = false) {
        send(Outgoing(message: success(request, content, isCacheable: isCacheable)))
    }

    private func success(_ request: Request, _ content: some Encodable, isCacheable: Bool = false) -> Data {
        let program = request.hasNoHandshake ? server.program : nil
        let result = MCPResultPayload(content, of: program, isCacheable: isCacheable)
        return encoded(RPCResultPayload(request.id, result), for: request.id)
    }

    private func refuse(_ id: RPCID?, _ error: RPCError) {
        send(refusal(id, error))
    }

    private func refusal(_ id: RPCID?, _ error: RPCError) -> Outgoing {
        Outgoing(message: encoded(error.payload(for: id)), code: error.code)
    }

    private func encoded(_ payload: some Encodable, for id: RPCID? = nil) -> Data {
        do {
            return Data(try PayloadEncoding.sortedLine(payload).utf8)
        } catch {
            let refusal = RPCError(.failed, "The answer could not be written.").payload(for: id)
            return Data((try? PayloadEncoding.sortedLine(refusal).utf8).map(Array.init) ?? [])
        }
    }
}
