import HTTPTypes
import Hummingbird
import NIOCore
import RecallCore
import RecallKit
import RecallWire

/// `/items/{id}/page` and `/items/{id}/picture`: notes as their marks mean them, and the pictures beside them.
struct NoteRoutes {
    let library: ServedLibrary
    /// The turns of all routes that read files again.
    let turns: Turns

    func add(to group: RouterGroup<ServerContext>) {
        group.get("items/{id}/page", use: page)
        group.get("items/{id}/picture", use: picture)
    }

    @Sendable private func page(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.itemID()
        _ = try QueryParameters(request)
        let item = try await item(id)
        let library = try await library.opened
        guard let note = try await turns.run({ try await library.notePage(of: item) }) else {
            throw APIError(.notFound, "no-page", "This item is shown as its text: it is no note, or a very long one.")
        }
        return try Response.json(NotePagePayload(note.page, links: note.links, pictures: note.pictures))
    }

    @Sendable private func picture(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.itemID()
        guard let source = try QueryParameters(request, "source").text("source") else {
            throw APIError.badRequest("source is missing: the picture's path as the note has it.")
        }
        let item = try await item(id)
        guard let picture = try await library.read({ try $0.picture(source, of: item) }) else {
            throw APIError(
                .notFound, "no-picture", "Beside this note, in the imported folder, is no picture of that name to show."
            )
        }
        return Response(
            status: .ok, headers: PictureResponse.headers(type: picture.type.rawValue),
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture.bytes)))
    }

    private func item(_ id: ItemID) async throws -> Item {
        guard let item = try await library.read({ try $0.item(id) }) else { throw ItemRoutes.noItem }
        return item
    }
}
