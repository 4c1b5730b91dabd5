import Hummingbird
import RecallCore

/// `/folders` and `/imports/recognise`: choosing what to import.
struct FolderRoutes {

    func add(to group: RouterGroup<ServerContext>) {
        group.get("folders", use: folder)
        group.post("imports/recognise", use: recognise)
    }

    @Sendable private func folder(_ request: Request, _ context: ServerContext) async throws -> Response {
        let path = try RequestPath.absolute(QueryParameters(request, "path").text("path") ?? "~")
        return try Response.json(try await WorkQueue.shared.run { try FolderListing.read(path) })
    }

    @Sendable private func recognise(_ request: Request, _ context: ServerContext) async throws -> Response {
        var request = request
        let paths = try await ImportRequest.read(&request).paths
        return Response.json(text: try await RecognitionProcess.run(paths))
    }
}
