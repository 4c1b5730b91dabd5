import RecallAssistant
import RecallCore
import RecallWire

/// The items and threads of a library as resources, within the scope.
struct LibraryResources {
    let library: ScopedLibrary

    private static let itemsListed = 50
    /// Pages of a list: an archive has more items than a client wants to list.
    private static let mostItems = 200
    /// Tokens of a text that is read.
    private static let tokens = 8_000
    private static let itemsOfThread = 60
    private static let longestName = 120

    /// The name of the list, for its cursors.
    private static let list = "resources"

    /// A page of the newest items.
    func page(after cursor: String?) throws -> MCPResourcesPayload {
        let offset = try cursor.map(Self.offset) ?? 0
        let found = try library.list(ToolQuery(), offset: offset, limit: Self.itemsListed)
        let end = offset + found.items.count
        let isEnd = found.items.isEmpty || end >= min(found.total, Self.mostItems)
        return MCPResourcesPayload(
            found.items.map(Self.resource), nextCursor: isEnd ? nil : PageCursor(.offset(end), of: Self.list).text)
    }

    private static func offset(_ cursor: String) throws -> Int {
        guard case .offset(let offset)? = PageCursor(cursor, of: list)?.place, offset < mostItems else {
            throw RPCError(.invalidParameters, ToolProblem.noPage.text)
        }
        return offset
    }

    private static func resource(_ item: Item) -> MCPResourcePayload {
        let title = [item.title, item.conversationTitle].first { !$0.isEmpty }.map(line)
        let facts = [item.kind.rawValue, item.sender.map { "from " + line($0.displayName) }].compactMap(\.self)
        return MCPResourcePayload(
            uri: RecallLink.item(item.id).text, name: title ?? item.kind.rawValue, title: title,
            description: facts.joined(separator: " "))
    }

    private static func line(_ text: String) -> String { String(DisplayText.safe(text).prefix(longestName)) }

    /// The forms of links.
    static let templates = MCPTemplatesPayload([
        MCPTemplatePayload(
            uri: RecallLink.templates.item, name: "item", title: "Item",
            description: "An e-mail, message, document or note, by its id."),
        MCPTemplatePayload(
            uri: RecallLink.templates.thread, name: "thread", title: "Conversation",
            description: "The conversation that an item is in, by the item's id."),
    ])

    /// The text behind a link, and the number of items that it is of; `nil` if there is none.
    func text(of link: RecallLink) throws -> (text: String, items: Int)? {
        switch link {
        case .item(let id): try library.item(id).map { (text(of: [$0], tokens: Self.tokens), 1) }
        case .thread(let id):
            try library.thread(around: id, before: Self.itemsOfThread / 2, after: Self.itemsOfThread / 2).map {
                (text(of: $0.items, tokens: Self.tokens / $0.items.count), $0.items.count)
            }
        }
    }

    private func text(of items: [Item], tokens: Int) -> String {
        let fence = SourceFence(clock: library.clock)
        let texts = items.enumerated().map { index, item in
            let excerpt = Excerpt.beginning(of: item, tokens: tokens)
            let isCut = excerpt.range.upperBound < item.text.utf8.count
            let text = fence.text(of: excerpt, number: index + 1, link: RecallLink.item(item.id).text)
            return text + (isCut ? "\nThis is its beginning. read_item reads on." : "")
        }
        return texts.joined(separator: "\n")
    }
}
