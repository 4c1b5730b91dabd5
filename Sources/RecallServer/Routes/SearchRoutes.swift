import Hummingbird
import NIOCore
import RecallCore
import RecallKit
import RecallWire

/// `/search`: the best threads for a query.
struct SearchRoutes {
    let library: ServedLibrary

    func add(to group: RouterGroup<ServerContext>) {
        group.post("search", use: search)
        group.post("search/stream", use: stream)
    }

    /// Closing the connection cancels the search. The connection ends with the response.
    @Sendable private func search(_ request: Request, _ context: ServerContext) async throws -> Response {
        var request = request
        let asked = try await SearchRequest.read(&request)
        let began = ContinuousClock.now
        let library = try await library.opened
        let found = try await request.body.consumeWithCancellationOnInboundClose { _ in
            try await library.answer(to: asked.query, deadline: asked.deadline)
        }
        let page = asked.page(of: found)
        var response = try Response.json(
            SearchResponsePayload(page.response, after: .now - began, nextCursor: page.nextCursor))
        response.headers[.connection] = "close"
        return response
    }

    /// One line per stage, for search as you type; an error is a line too. Closing the connection cancels the search.
    @Sendable private func stream(_ request: Request, _ context: ServerContext) async throws -> Response {
        var request = request
        var asked = try await SearchRequest.read(&request)
        asked.query.isBeingTyped = true
        let began = ContinuousClock.now
        let stages = try await library.opened.searches(asked.query, deadline: asked.deadline)
        return StreamedBody.response(to: request, type: "application/x-ndjson") { [asked] writer in
            do {
                for try await stage in stages {
                    let page = asked.page(of: stage)
                    let payload = SearchResponsePayload(
                        page.response, after: .now - began, nextCursor: stage.isFinal ? page.nextCursor : nil)
                    try await writer.write(PayloadEncoding.line(payload), "\n")
                }
            } catch let error where !Task.isCancelled {
                try await writer.write(PayloadEncoding.line(ErrorResponses.apiError(error, context.logger).body), "\n")
            }
        }
    }
}
