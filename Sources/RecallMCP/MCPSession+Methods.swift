import Foundation
import RecallAssistant
import RecallCore
import RecallWire
import Synchronization

/// The methods of the protocol.
extension MCPSession {
    /// Answers a request, at once or when it is its turn.
    func answer(_ request: Request) throws(RPCError) {
        switch request.method {
        case "initialize" where !request.hasNoHandshake: succeed(request, try handshake(request))
        case "ping" where !request.hasNoHandshake: succeed(request, MCPNothingPayload())
        case "server/discover" where request.hasNoHandshake:
            succeed(
                request,
                MCPDiscoveryPayload(revisions: ProtocolRevision.names, instructions: server.instructions),
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

    private func handshake(_ request: Request) throws(RPCError) -> MCPHandshakePayload {
        let handshake: Handshake = try request.parameters()
        let revision = ProtocolRevision.negotiated(handshake.protocolVersion)
        state.withLock { ($0.revision, $0.client) = (revision, handshake.clientInfo?.name ?? "") }
        defer { prepare() }
        return MCPHandshakePayload(
            revision: revision.rawValue, program: server.program, instructions: server.instructions)
    }

    /// Opens the library beside what the client does first.
    private func prepare() {
        let isFirst = state.withLock { state in
            defer { state.isPrepared = true }
            return !state.isPrepared
        }
        if isFirst { running.startBeside { [server] in server.library.prepare() } }
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
        try running.begin(request.id) { [self] work in
            tell(request, work, progress: 0, "Reading the library")
            let answer = server.call(tool, parameters.arguments, by: request.client)
            tell(request, work, progress: 1, "Done")
            end(work, .success(request, answer, by: server.program))
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

    // MARK: Sending

    /// Answers with what `body` reads of the library, when it is its turn.
    private func read<Content: Encodable & Sendable>(
        _ request: Request, _ body: @escaping @Sendable () throws -> Content
    ) throws(RPCError) {
        try running.begin(request.id) { [self] work in
            do {
                end(work, .success(request, try body(), by: server.program, isCacheable: true))
            } catch let error as RPCError {
                end(work, .refusal(request.id, error))
            } catch {
                end(work, .refusal(request.id, RPCError(.failed, ErrorReport(error).message)))
            }
        }
    }

    private func succeed(_ request: Request, _ content: some Encodable, isCacheable: Bool = false) {
        send(.success(request, content, by: server.program, isCacheable: isCacheable))
    }

    /// Sends an answer, unless the request was cancelled meanwhile.
    private func end(_ work: RunningRequest, _ answer: Outgoing) {
        if running.end(work) { send(answer) }
    }

    private func tell(_ request: Request, _ work: RunningRequest, progress: Int, _ message: String) {
        // Over HTTP there is one message in and one out.
        guard let token = request.progressToken, headers == nil, running.isRunning(work) else { return }
        send(.progress(token, progress, message))
    }
}
