import Hummingbird
import RecallKit
import RecallStore

/// `/sources` and `/failures`: the files that were imported, and what of them could not be.
struct SourceRoutes {
    let library: ServedLibrary
    let jobs: ImportJobs

    func add(to group: RouterGroup<ServerContext>) {
        group.get("failures", use: failures)
    }

    @Sendable private func failures(_ request: Request, _ context: ServerContext) async throws -> Response {
        let parameters = try QueryParameters(request, "offset", "limit")
        let offset = try parameters.number("offset", in: 0...Int(Int32.max), else: 0)
        let limit = try parameters.number("limit", in: 1...500, else: 100)
        return try JSONBody.response(
            try await library.read { library in
                let total = try library.counts().failures
                let page = try library.failures(limit: offset + limit).dropFirst(offset)
                return FailureListFields(total: total, failures: page.map(FailureFields.init))
            })
    }
}
