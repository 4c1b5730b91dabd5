import HTTPTypes
import Hummingbird
import NIOCore
import RecallCore
import RecallKit

/// `/items/{id}/html` and `/items/{id}/attachments/{index}`: e-mails in their original form, read again from their
/// files. Their content is never part of the app: it is served under policies by which nothing in it runs or loads.
struct OriginalRoutes {
    let library: ServedLibrary
    private let turns = Turns(ServerLimits.originals)

    init(library: ServedLibrary) {
        self.library = library
    }

    func add(to group: RouterGroup<ServerContext>) {
        group.get("items/{id}/html", use: page)
        group.get("items/{id}/attachments/{index}", use: attachment)
    }

    @Sendable private func page(_ request: Request, _ context: ServerContext) async throws -> Response {
        let original = try await original(request, context)
        let content = try await turns.run { try await original.page() }
        return Response(
            status: .ok, headers: OriginalPage.headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: OriginalPage.document(content))))
    }

    @Sendable private func attachment(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let index = context.parameters.get("index").flatMap({ Int($0) }), index >= 0 else {
            throw APIError.badRequest("An attachment's index is a number from 0.")
        }
        let original = try await original(request, context)
        let bytes = try await turns.run { try await original.attachment(index) }
        let name = AttachmentFileName.safe(original.attachments[index].name, index: index)
        return Response(
            status: .ok, headers: AttachmentDownload.headers(fileName: name),
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private func original(_ request: Request, _ context: ServerContext) async throws -> OriginalItem {
        let id = try context.itemID()
        _ = try QueryParameters(request)
        guard let original = try await library.read({ try $0.original(of: id) }) else { throw ItemRoutes.noItem }
        return original
    }
}
