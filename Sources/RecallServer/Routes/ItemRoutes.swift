import Hummingbird
import RecallCore
import RecallKit
import RecallWire

/// `/items`: what the library holds, item by item and thread by thread.
struct ItemRoutes {
    let library: ServedLibrary
    let deletions: Deletions

    func add(to group: RouterGroup<ServerContext>) {
        let items = group.group("items")
        items.get(use: list)
        items.get("facets", use: facets)
        items.get("{id}", use: item)
        items.get("{id}/thread", use: thread)
        items.get("{id}/conversation", use: conversation)
        items.get("{id}/similar", use: similar)
        items.delete("{id}") { _, context in
            try await delete(context.itemID()) { try $0.deleteItem($1, purgingNow: false) }
        }
        items.delete("{id}/thread") { request, context in
            let expected = try Self.expected(request)
            return try await delete(context.itemID()) {
                try $0.deleteThread(of: $1, expecting: expected, purgingNow: false)
            }
        }
        items.delete("{id}/conversation") { request, context in
            let expected = try Self.expected(request)
            return try await delete(context.itemID()) { library, id in
                guard let deletion = try library.deleteChat(of: id, expecting: expected, purgingNow: false) else {
                    throw APIError.notFound("There is no message of that id. It may have been deleted.")
                }
                return deletion
            }
        }
    }

    /// The items that the person was told of.
    private static func expected(_ request: Request) throws -> Int? {
        let parameters = try QueryParameters(request, "items")
        return try parameters.text("items").map { _ in
            try parameters.number("items", in: 1...Int(Int32.max), else: 1)
        }
    }

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let parameters = try QueryParameters(request, "query", "offset", "limit", "cursor")
        let query = try parameters.itemQuery()
        let start = try ListStart<ItemListPosition>(parameters)
        let limit = try parameters.number("limit", in: 1...500, else: 100)
        return try Response.json(
            try await library.read { library in
                let page =
                    switch start {
                    case .offset(let offset): try library.page(query, offset: offset, limit: limit)
                    case .after(let place): try library.page(query, after: place, limit: limit)
                    }
                return ItemListPayload(page, nextCursor: page.end?.cursor)
            })
    }

    @Sendable private func facets(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = try QueryParameters(request, "query").itemQuery()
        return try Response.json(try await library.read { try FacetsPayload($0.facets(query)) })
    }

    private func delete(
        _ id: ItemID, _ body: @escaping @Sendable (RecallLibrary, ItemID) throws -> Deletion?
    ) async throws -> Response {
        guard let deletion = try await deletions.run({ try body($0, id) }) else { throw Self.noItem }
        return try Response.json(DeletionPayload(deletion))
    }

    @Sendable private func item(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.itemID()
        _ = try QueryParameters(request)
        return try Response.json(
            try await library.read { library in
                guard let item = try library.item(id) else { throw Self.noItem }
                return try ItemPayload(library.described(item))
            })
    }

    @Sendable private func thread(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await window(request, context, Self.thread)
    }

    /// A message in the whole of its chat; another item in its thread.
    @Sendable private func conversation(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await window(request, context) { library, id, before, after in
            guard let window = try library.conversationWindow(of: id, before: before, after: after) else {
                return try Self.thread(library, id, before, after)
            }
            return try ThreadWindowPayload(
                window.chat, position: window.position, offset: window.offset,
                items: window.items.map { try ItemPayload(library.described($0)) }, session: window.session)
        }
    }

    @Sendable private static func thread(
        _ library: RecallLibrary, _ id: ItemID, _ before: Int, _ after: Int
    ) throws -> ThreadWindowPayload {
        guard let window = try library.threadWindow(of: id, before: before, after: after) else { throw noItem }
        return try ThreadWindowPayload(
            window.thread, position: window.position, offset: window.offset,
            items: window.items.map { try ItemPayload(library.described($0)) })
    }

    private func window(
        _ request: Request, _ context: ServerContext,
        _ read: @escaping @Sendable (RecallLibrary, ItemID, Int, Int) throws -> ThreadWindowPayload
    ) async throws -> Response {
        let id = try context.itemID()
        let parameters = try QueryParameters(request, "before", "after")
        let before = try parameters.number("before", in: 0...100, else: 20)
        let after = try parameters.number("after", in: 0...200, else: 50)
        return try Response.json(try await library.read { try read($0, id, before, after) })
    }

    @Sendable private func similar(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.itemID()
        let limit = try QueryParameters(request, "limit").number("limit", in: 1...200, else: 20)
        let began = ContinuousClock.now
        let response = try await library.read { library in
            guard try library.item(id) != nil else { throw Self.noItem }
            return try library.similar(to: id, limit: limit)
        }
        return try Response.json(SearchResponsePayload(response, after: .now - began))
    }

    static let noItem = APIError.notFound("There is no item of that id. It may have been deleted.")
}

extension ServerContext {
    /// The item that the path names.
    func itemID() throws -> ItemID {
        guard let id = parameters.get("id").flatMap(ItemID.init) else {
            throw APIError.badRequest("An item's id has 32 hexadecimal digits.")
        }
        return id
    }

    /// The number that the path names, as an id.
    func number() throws -> Int {
        guard let number = parameters.get("id").flatMap({ Int($0) }) else {
            throw APIError.badRequest("The id is a number.")
        }
        return number
    }
}
