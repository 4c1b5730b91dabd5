import HTTPTypes
import Hummingbird
import NIOCore
import RecallCore
import RecallKit

/// `/items/{id}/html`, `/attachments/{index}`, `/file` and `/pages/{number}`: e-mails and documents in their original form, read
/// again from their files. Their content is never part of the app: it is served under policies by which nothing in it runs or loads.
struct OriginalRoutes {
    let library: ServedLibrary
    /// The turns of all routes that read files again.
    let turns: Turns

    func add(to group: RouterGroup<ServerContext>) {
        group.get("items/{id}/html", use: page)
        group.get("items/{id}/attachments/{index}", use: attachment)
        group.get("items/{id}/mail", use: mail)
        group.get("items/{id}/file", use: file)
        group.get("items/{id}/pages/{number}", use: pagePicture)
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
        return Self.download(bytes, as: name)
    }

    /// An e-mail as it was sent, as a file.
    @Sendable private func mail(_ request: Request, _ context: ServerContext) async throws -> Response {
        let original = try await original(request, context)
        let bytes = try await turns.run { try await original.whole() }
        return Self.download(bytes, as: original.fileName)
    }

    @Sendable private func file(_ request: Request, _ context: ServerContext) async throws -> Response {
        let document = try await document(request, context)
        let bytes = try await turns.run { try await document.bytes() }
        return Self.download(bytes, as: document.fileName)
    }

    private static func download(_ bytes: [UInt8], as name: String) -> Response {
        Response(
            status: .ok, headers: AttachmentDownload.headers(fileName: name),
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    @Sendable private func pagePicture(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let number = context.parameters.get("number").flatMap({ Int($0) }), number > 0 else {
            throw APIError.badRequest("A page's number is from 1.")
        }
        let document = try await document(request, context)
        let picture = try await turns.run { try await document.page(number) }
        return Response(
            status: .ok, headers: PictureResponse.headers(type: PictureType.png.rawValue),
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture)))
    }

    private func document(_ request: Request, _ context: ServerContext) async throws -> OriginalDocument {
        let id = try context.itemID()
        _ = try QueryParameters(request)
        guard let document = try await library.read({ try $0.originalDocument(of: id) }) else {
            throw ItemRoutes.noItem
        }
        return document
    }

    private func original(_ request: Request, _ context: ServerContext) async throws -> OriginalItem {
        let id = try context.itemID()
        _ = try QueryParameters(request)
        guard let original = try await library.read({ try $0.original(of: id) }) else { throw ItemRoutes.noItem }
        return original
    }
}
