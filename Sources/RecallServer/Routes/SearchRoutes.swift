import Hummingbird
import NIOCore
import RecallCore
import RecallKit

/// `/search`: the best threads for a query.
struct SearchRoutes {
    let library: ServedLibrary

    func add(to group: RouterGroup<ServerContext>) {
        group.post("search", use: search)
        group.post("search/stream", use: stream)
    }

    @Sendable private func search(_ request: Request, _ context: ServerContext) async throws -> Response {
        var request = request
        let asked = try await SearchRequest.read(&request)
        let began = ContinuousClock.now
        let response = try await library.read { try $0.search(asked.query) }
        return try JSONBody.response(SearchResponseFields(response, after: .now - began))
    }

    /// One line per stage. A client that goes away ends the search.
    @Sendable private func stream(_ request: Request, _ context: ServerContext) async throws -> Response {
        var request = request
        let asked = try await SearchRequest.read(&request)
        let began = ContinuousClock.now
        let body = request.body
        return Response(
            status: .ok, headers: [.contentType: "application/x-ndjson", .connection: "close"],
            body: ResponseBody { writer in
                let response = try await body.consumeWithCancellationOnInboundClose { _ in
                    try await library.read { try $0.search(asked.query) }
                }
                let line = try JSONBody.data(SearchResponseFields(response, after: .now - began))
                try await writer.write(ByteBuffer(bytes: line + [UInt8(ascii: "\n")]))
                try await writer.finish(nil)
            })
    }
}
