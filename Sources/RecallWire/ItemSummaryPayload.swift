import Foundation
public import RecallCore

/// A person or an address.
public struct PersonPayload: Encodable, Sendable {
    let name, address: String

    /// A person as sent.
    public init(_ person: Participant) {
        (name, address) = (person.name, person.address)
    }

    /// Whose words a passage of an item has, if they are not the sender's; without a name and an address if that is unknown, or an
    /// earlier mail of the sender.
    init?(quotedIn item: ItemSummary) {
        guard item.quoted != nil else { return nil }
        self.init(item.quotedAuthor ?? Participant())
    }
}

/// An item in a list of results.
public struct ItemSummaryPayload: Encodable, Sendable {
    struct Parent: Encodable {
        let id, title: String
    }

    let id, kind, title: String
    let sender: PersonPayload?
    let date: Date?
    let conversation: String
    let attachedTo: Parent?
    let externalID: String?

    /// An item's summary as sent.
    public init(_ item: ItemSummary) {
        (id, kind, title) = (item.id.description, item.kind.rawValue, item.title)
        sender = item.sender.map(PersonPayload.init)
        date = item.date
        conversation = item.conversationTitle
        attachedTo = item.parent.map { Parent(id: $0.id.description, title: $0.title) }
        externalID = item.externalID
    }
}

/// An item in a list of items: the keys of its summary, and those of the list.
public struct ListedItemPayload: Encodable, Sendable {
    private let summary: ItemSummaryPayload
    private let preview: String
    private let threadItems: Int
    private let isFormer: Bool?

    /// A listed item as sent.
    public init(_ item: ListedItem) {
        summary = ItemSummaryPayload(item.summary)
        (preview, threadItems) = (item.preview, item.threadItemCount)
        isFormer = item.isFormer ? true : nil
    }

    private enum Key: String, CodingKey {
        case preview, threadItems, isFormer
    }

    /// Encodes the summary's keys beside the others.
    public func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(preview, forKey: .preview)
        try container.encode(threadItems, forKey: .threadItems)
        try container.encodeIfPresent(isFormer, forKey: .isFormer)
    }
}

/// A page of items that match a query.
public struct ItemListPayload: Encodable, Sendable {
    let total, offset: Int
    let items: [ListedItemPayload]
    let nextCursor: String?

    /// A page as sent; `nextCursor` asks for the next one.
    public init(_ page: ItemPage, nextCursor: String?) {
        (total, offset) = (page.total, page.offset)
        items = page.items.map(ListedItemPayload.init)
        self.nextCursor = nextCursor
    }
}
