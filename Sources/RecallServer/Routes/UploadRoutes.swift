import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import RecallKit
import RecallWire

/// `/uploads`: files that a browser sends, because it does not tell where they are.
struct UploadRoutes {
    let uploads: Uploads
    let jobs: ImportJobs

    func add(to group: RouterGroup<ServerContext>) {
        group.post("uploads", use: begin)
        group.put("uploads/{id}", use: append)
        group.delete("uploads/{id}") { _, context in
            try await uploads.cancel(context.uploadID())
            return Response(status: .noContent)
        }
        group.post("uploads/import", use: finish)
    }

    @Sendable private func begin(_ request: Request, _ context: ServerContext) async throws -> Response {
        var request = request
        let file = try await UploadRequest.read(&request)
        return try Response.json(try await uploads.begin(file.name, bytes: file.bytes).payload, status: .created)
    }

    /// The next bytes of a file, at most as many as any body may have.
    @Sendable private func append(_ request: Request, _ context: ServerContext) async throws -> Response {
        var request = request
        let id = try context.uploadID()
        let offset = try QueryParameters(request, "offset").number("offset", in: 0...ServerLimits.uploadBytes, else: 0)
        guard request.headers[.contentType]?.lowercased() == "application/octet-stream" else {
            throw APIError(
                .unsupportedMediaType, "not-bytes",
                "Send the bytes with the header Content-Type: application/octet-stream.")
        }
        let body = try await request.collectBody(upTo: ServerLimits.bodyBytes)
        return try Response.json(try await uploads.append(Data(body.readableBytesView), at: offset, to: id).payload)
    }

    @Sendable private func finish(_ request: Request, _ context: ServerContext) async throws -> Response {
        var request = request
        let paths = try await uploads.finish(UploadedRequest.read(&request).uploads)
        return try Response.json(ImportPayload(await jobs.start(.files(paths))), status: .created)
    }
}

extension ServerContext {
    /// The upload that the path names.
    fileprivate func uploadID() throws -> String {
        guard let id = parameters.get("id"), Secret(id) != nil else {
            throw APIError.badRequest("An upload's id has 64 hexadecimal digits.")
        }
        return id
    }
}
