import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import RecallCore
import RecallKit
import RecallMCP

/// The Model Context Protocol over HTTP: one message in, one out. Each client has a token and a scope of its own.
struct MCPRoutes {
    static let path = "/mcp"

    let library: ServedLibrary
    let clients: AssistantClients
    let version: String

    func add(to router: Router<ServerContext>) {
        router.post(RouterPath(Self.path)) { request, context in try await answer(request, context) }
    }

    private func answer(_ request: Request, _ context: ServerContext) async throws -> Response {
        var request = request
        // Only the guard knows clients; whoever came by another way has no business here.
        guard let client = context.client else { throw Self.unknownClient }
        guard let scope = RecallLibrary.scopeFilter(client.scope) else { throw Self.unknownClient }
        let headers = MCPHeaders(
            revision: request.headers[.mcpRevision], method: request.headers[.mcpMethod],
            name: request.headers[.mcpName])
        let message = Data(try await request.collectBody(upTo: ServerLimits.bodyBytes).readableBytesView)
        // Closing the connection interrupts the work. The connection ends with the response.
        let reply = try await request.body.consumeWithCancellationOnInboundClose { [clients, library, version] _ in
            try await library.readInterruptibly { library in
                clients.noteUse(of: client)
                return MCPServer(library, scope: scope, version: version).reply(
                    to: message, headers: headers, from: client.name)
            }
        }
        return Self.response(reply)
    }

    private static func response(_ reply: MCPReply) -> Response {
        guard let body = reply.body else {
            return Response(status: .init(code: reply.status), headers: [.connection: "close"])
        }
        return Response(
            status: .init(code: reply.status), headers: [.contentType: "application/json", .connection: "close"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }

    static let unknownClient = APIError(
        .unauthorized, "not-signed-in",
        "Send the token of an assistant that recall mcp clients add printed: Authorization: Bearer TOKEN.")
}

extension HTTPField.Name {
    fileprivate static let mcpRevision = HTTPField.Name("MCP-Protocol-Version")!
    fileprivate static let mcpMethod = HTTPField.Name("Mcp-Method")!
    fileprivate static let mcpName = HTTPField.Name("Mcp-Name")!
}
