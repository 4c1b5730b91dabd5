import Foundation
import Hummingbird
import RecallImport

/// `/folders` and `/imports/recognise`: choosing what to import.
struct FolderRoutes {
    let work: WorkQueue

    private struct Recognised: Encodable {
        var paths: [RecognisedPath]
    }

    func add(to group: RouterGroup<ServerContext>) {
        group.get("folders", use: folder)
        group.post("imports/recognise", use: recognise)
    }

    @Sendable private func folder(_ request: Request, _ context: ServerContext) async throws -> Response {
        let path = try RequestPath.absolute(QueryParameters(request, "path").text("path") ?? "~")
        return try JSONBody.response(try await work.run { try FolderFields(path: path) })
    }

    @Sendable private func recognise(_ request: Request, _ context: ServerContext) async throws -> Response {
        var request = request
        let paths = try await ImportRequest.read(&request).paths
        return try JSONBody.response(try await work.run { Recognised(paths: paths.map(RecognisedPath.init)) })
    }
}
