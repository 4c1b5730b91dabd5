import HTTPTypes
import Hummingbird
import NIOCore
import RecallCore
import RecallKit
import RecallWire

/// `/conversations`: questions and answers that are kept.
struct ConversationRoutes {
    let library: ServedLibrary
    let conversations: ServedConversations

    func add(to group: RouterGroup<ServerContext>) {
        let all = group.group("conversations")
        all.get(use: list)
        all.post(use: begin)
        all.get("suggestions", use: suggestions)
        all.get("{id}", use: show)
        all.patch("{id}", use: change)
        all.delete("{id}", use: delete)
        all.get("{id}/export", use: export)
    }

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let parameters = try QueryParameters(request, "query", "limit", "cursor")
        let words = try parameters.itemQuery().text
        let place = try parameters.text("cursor").map(ConversationListPosition.init(cursor:))
        let limit = try parameters.number("limit", in: 1...200, else: 50)
        return try Response.json(
            try await library.read { library in
                let page = try library.conversations(matching: words, after: place, limit: limit)
                return ConversationListPayload(page, nextCursor: page.end?.cursor)
            })
    }

    @Sendable private func begin(_ request: Request, _ context: ServerContext) async throws -> Response {
        var request = request
        let scope = try await ConversationStart.read(&request).scope
        return try Response.json(NewConversationPayload(await conversations.begin(scope: scope)), status: .created)
    }

    @Sendable private func suggestions(_ request: Request, _ context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request)
        return try Response.json(try await library.read { SuggestionsPayload(try $0.suggestedQuestions()) })
    }

    @Sendable private func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.conversationID()
        _ = try QueryParameters(request)
        return try await answer(id)
    }

    @Sendable private func change(_ request: Request, _ context: ServerContext) async throws -> Response {
        var request = request
        let id = try context.conversationID()
        try await conversations.change(id, ConversationChange.read(&request))
        return try await answer(id)
    }

    @Sendable private func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.conversationID()
        _ = try QueryParameters(request)
        return try Response.deleted(try await conversations.delete(id))
    }

    /// The conversation as Markdown, to be saved.
    @Sendable private func export(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.conversationID()
        _ = try QueryParameters(request)
        let conversation = try await conversations.conversation(id)
        let title = conversation.summary.title.isEmpty ? "Conversation" : conversation.summary.title
        var headers = AttachmentDownload.headers(fileName: AttachmentFileName.safe(title + ".md", index: 0))
        headers[.contentType] = "text/markdown; charset=utf-8"
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: conversation.markdown)))
    }

    private func answer(_ id: ConversationID) async throws -> Response {
        try Response.json(ConversationPayload(await conversations.conversation(id)))
    }
}

extension ServerContext {
    /// The conversation that the path names.
    func conversationID() throws -> ConversationID {
        guard let id = parameters.get("id").flatMap({ ConversationID($0) }) else {
            throw APIError.badRequest("A conversation's id has 16 hexadecimal digits.")
        }
        return id
    }
}
