import Hummingbird
import RecallCore
import RecallKit
import RecallWire

/// `/status` and `/openapi.json`: this server and its library.
struct StatusRoutes {
    let resources: ServerResources

    func add(to group: RouterGroup<ServerContext>) {
        group.get("status", use: status)
        group.get("openapi.json", use: document)
    }

    @Sendable private func status(_ request: Request, _ context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request)
        let opened = try await resources.library.opened
        let (counts, generations) = try await resources.library.read { try ($0.counts(), $0.generations()) }
        let location = resources.library.location
        let isImporting = await resources.jobs.isRunning
        let sample = try await SampleRoutes.state(of: resources.library)
        return try Response.json(
            StatusPayload(
                programVersion: resources.version, path: location.folder, counts: counts,
                generations: generations, model: opened.model.map(ModelInUsePayload.init),
                hasWriter: isImporting || location.hasWriter,
                maintenance: MaintenanceRecord(of: location).state,
                sample: sample, unfinishedImports: await resources.jobs.unfinishedCount))
    }

    @Sendable private func document(_ request: Request, _ context: ServerContext) -> Response {
        WebFiles.response(WebFiles.openAPI, type: "application/json")
    }
}
