import Hummingbird
import RecallCore
import RecallWire

/// `/searches`: the recent and saved searches of the web app.
struct KeptSearchRoutes {
    let searches: KeptSearches

    func add(to group: RouterGroup<ServerContext>) {
        group.get("searches") { request, _ in
            _ = try QueryParameters(request)
            return try await answer()
        }
        group.put("searches") { request, _ in
            var request = request
            try await searches.set(SearchesRequest.read(&request).values)
            return try await answer()
        }
    }

    private func answer() async throws -> Response {
        let values = try await searches.values()
        return try Response.json(SearchesPayload(recent: values.recent, saved: values.saved))
    }
}
