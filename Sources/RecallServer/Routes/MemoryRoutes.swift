import HTTPTypes
import Hummingbird
import NIOCore
import RecallCore
import RecallKit
import RecallWire

/// `/memories`: what the person told, and what waits for their decision.
struct MemoryRoutes {
    let memories: ServedMemories
    let deletions: Deletions

    func add(to group: RouterGroup<ServerContext>) {
        let all = group.group("memories")
        all.get(use: list)
        all.post(use: add)
        all.get("export", use: export)
        all.patch("{id}", use: change)
        all.delete("{id}", use: forget)
        all.post("proposals/{id}/keep", use: keep)
        all.post("proposals/{id}/refuse", use: refuse)
    }

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let words = try QueryParameters(request, "query").itemQuery().text
        return try Response.json(
            try await memories.read { library in
                guard words.allSatisfy(\.isWhitespace) else {
                    return MemoryListPayload(try library.findMemories(words, for: .person, limit: 50).map(\.memory))
                }
                let proposals = try library.memoryProposals()
                return MemoryListPayload(
                    try library.memories(), proposals: proposals,
                    contradicted: try library.memories(contradicting: proposals))
            })
    }

    @Sendable private func add(_ request: Request, _ context: ServerContext) async throws -> Response {
        var request = request
        let change = try await MemoryChange.read(&request)
        let content = change.applied(to: RecallLibrary.memoryContent(of: change.text ?? ""))
        return try Response.json(
            try await kept { MemoryAdditionPayload(try $0.addMemory(content, resolving: change.resolve)) })
    }

    @Sendable private func change(_ request: Request, _ context: ServerContext) async throws -> Response {
        var request = request
        let id = try context.memoryID()
        let change = try await MemoryChange.read(&request)
        let edited = try await kept { library in
            try library.memory(id).flatMap {
                try library.editMemory(id, to: change.applied(to: $0.content), resolving: change.resolve)
            }
        }
        guard let edited else { throw Self.none }
        return try Response.json(MemoryAdditionPayload(edited))
    }

    @Sendable private func forget(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.memoryID()
        _ = try QueryParameters(request)
        guard let text = try await memories.write({ try $0.forgetMemory(id) }) else { throw Self.none }
        await deletions.completeLater(text)
        return try Response.deleted(text)
    }

    @Sendable private func keep(_ request: Request, _ context: ServerContext) async throws -> Response {
        var request = request
        let id = try context.memoryID()
        let change = try await MemoryChange.read(&request)
        let addition = try await kept { library in
            try library.memoryProposal(id).flatMap { proposal in
                try library.keepMemoryProposal(
                    id, as: change.applied(to: proposal.content), resolving: change.resolve)
            }
        }
        guard let addition else { throw Self.decided }
        return try Response.json(MemoryAdditionPayload(addition))
    }

    @Sendable private func refuse(_ request: Request, _ context: ServerContext) async throws -> Response {
        var request = request
        let id = try context.memoryID()
        let refusal = try await MemoryRefusalRequest.read(&request).refusal
        guard try await memories.write({ try $0.refuseMemoryProposal(id, refusal) }) else { throw Self.decided }
        return Response(status: .noContent)
    }

    /// All memories as Markdown, to be saved.
    @Sendable private func export(_ request: Request, _ context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request)
        let text = try await memories.read { MemoryMarkdown.text(of: try $0.memories()) }
        var headers = AttachmentDownload.headers(fileName: "Memories.md")
        headers[.contentType] = "text/markdown; charset=utf-8"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// Writes; a text that may not be kept is a mistake of the request.
    private func kept<Value: Sendable>(
        _ body: @escaping @Sendable (RecallLibrary) throws -> Value
    ) async throws -> Value {
        do {
            return try await memories.write(body)
        } catch let error as MemoryError {
            throw APIError.badRequest(error.report.message)
        }
    }

    private static let none = APIError.notFound("There is no memory of that id. It may have been forgotten.")
    private static let decided = APIError.notFound("There is no proposal of that id. It may have been decided on.")
}

extension ServerContext {
    /// The memory that the path names.
    fileprivate func memoryID() throws -> MemoryID {
        guard let id = parameters.get("id").flatMap({ MemoryID($0) }) else {
            throw APIError.badRequest("A memory's id has 16 hexadecimal digits.")
        }
        return id
    }
}
