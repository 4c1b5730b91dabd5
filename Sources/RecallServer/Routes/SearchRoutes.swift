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
        let deadline = asked.deadline
        let response = try await library.read { try $0.search(asked.query, deadline: deadline) }
        return try JSONBody.response(SearchResponseFields(response, after: .now - began))
    }

    /// A line per stage, for one who is typing; an error is a line too. A client that goes away ends the search.
    @Sendable private func stream(_ request: Request, _ context: ServerContext) async throws -> Response {
        var request = request
        var asked = try await SearchRequest.read(&request)
        asked.query.isBeingTyped = true
        let began = ContinuousClock.now
        let stages = try await library.opened.library.searches(asked.query, deadline: asked.deadline)
        return StreamedBody.response(to: request, type: "application/x-ndjson") { writer in
            do {
                for try await stage in stages {
                    try await writer.write(JSONBody.data(SearchResponseFields(stage, after: .now - began)), "\n")
                }
            } catch let error where !Task.isCancelled {
                try await writer.write(JSONBody.data(ErrorResponses.apiError(error, context.logger).body), "\n")
            }
        }
    }
}
