import Hummingbird
import RecallCore
import RecallKit
import RecallWire

/// `/sources` and `/failures`: imported files, and failures of imports.
struct SourceRoutes {
    private static let noSource = APIError.notFound("There is no source of that id. It may have been deleted.")

    let library: ServedLibrary
    let deletions: Deletions

    func add(to group: RouterGroup<ServerContext>) {
        group.get("sources", use: list)
        group.get("sources/{id}/deletion", use: preview)
        group.delete("sources/{id}", use: delete)
        group.get("failures", use: failures)
        group.delete("failures", use: dismiss)
    }

    /// Forgets failures: those of one path, or all.
    @Sendable private func dismiss(_ request: Request, _ context: ServerContext) async throws -> Response {
        let path = try QueryParameters(request, "path").text("path")
        let dismissed = try await deletions.jobs.whileNoneRuns {
            try await library.write { try $0.dismissFailures(at: path) }
        }
        return try Response.json(DismissalPayload(dismissed: dismissed))
    }

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request)
        return try Response.json(
            try await library.read { SourceListPayload(try $0.sources(), in: $0.location) })
    }

    @Sendable private func preview(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = SourceRow(rawValue: Int64(try context.number()))
        return try Response.json(
            try await library.read { library in
                guard let items = try library.itemsOnlyInSource(id) else { throw Self.noSource }
                return DeletionPreviewPayload(items: items)
            })
    }

    @Sendable private func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = SourceRow(rawValue: Int64(try context.number()))
        let deletion = try await deletions.run { try $0.deleteSource(id, purgingNow: false) }
        guard let deletion else { throw Self.noSource }
        return try Response.json(DeletionPayload(deletion))
    }

    @Sendable private func failures(_ request: Request, _ context: ServerContext) async throws -> Response {
        let parameters = try QueryParameters(request, "offset", "limit", "cursor")
        let start = try ListStart<FailureListPosition>(parameters)
        let limit = try parameters.number("limit", in: 1...500, else: 100)
        return try Response.json(
            try await library.read { library in
                let page =
                    switch start {
                    case .offset(let offset): try library.failures(offset: offset, limit: limit)
                    case .after(let place): try library.failures(after: place, limit: limit)
                    }
                return FailureListPayload(page, nextCursor: page.end?.cursor)
            })
    }
}
