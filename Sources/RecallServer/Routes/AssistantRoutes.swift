import HTTPTypes
import Hummingbird
import RecallCore
import RecallKit
import RecallWire

/// `/mcp/clients` and `/mcp/calls`: the programs that may read the library over HTTP, and what programs asked of it. Like all
/// else here they are for the person: the token of such a program does not open them.
struct AssistantRoutes {
    let clients: AssistantClients
    let log: ToolCallLog

    func add(to group: RouterGroup<ServerContext>) {
        let all = group.group("mcp")
        all.get("clients", use: list)
        all.post("clients", use: add)
        all.delete("clients/{id}", use: revoke)
        all.get("calls", use: calls)
    }

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request)
        let all = try await WorkQueue.shared.run { [clients] in try clients.all() }
        return try Response.json(AssistantClientListPayload(all.map(AssistantClientPayload.init)))
    }

    @Sendable private func add(_ request: Request, _ context: ServerContext) async throws -> Response {
        var request = request
        let asked = try await AssistantClientRequest.read(&request)
        let added = try await WorkQueue.shared.run { [clients] in try clients.add(asked.name, scope: asked.scope) }
        return try Response.json(
            NewAssistantClientPayload(AssistantClientPayload(added.client), token: added.token), status: .created)
    }

    @Sendable private func revoke(_ request: Request, _ context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request)
        guard let id = context.parameters.get("id"), id.wholeMatch(of: /[0-9a-f]{8}/) != nil else {
            throw APIError.badRequest("The id of an assistant has 8 hexadecimal digits.")
        }
        guard try await WorkQueue.shared.run({ [clients] in try clients.revoke(id) }) else {
            throw APIError.notFound("There is no assistant of that id. It may have been revoked.")
        }
        return Response(status: .noContent)
    }

    @Sendable private func calls(_ request: Request, _ context: ServerContext) async throws -> Response {
        let parameters = try QueryParameters(request, "limit", "cursor")
        let limit = try parameters.number("limit", in: 1...200, else: 50)
        let start = try parameters.text("cursor").map { try ToolCallPosition(cursor: $0) }
        let page = try await WorkQueue.shared.run { [log] in try log.page(after: start, limit: limit) }
        return try Response.json(
            ToolCallsPayload(page.entries.map(ToolCallPayload.init), nextCursor: page.end?.cursor))
    }
}

extension AssistantClientPayload {
    fileprivate init(_ client: AssistantClient) {
        self.init(
            id: client.id, name: client.name, scope: client.scope, created: client.created, used: client.lastUsed)
    }
}

extension ToolCallPayload {
    fileprivate init(_ entry: ToolCallEntry) {
        self.init(date: entry.date, client: entry.client, tool: entry.tool, items: entry.items)
    }
}
