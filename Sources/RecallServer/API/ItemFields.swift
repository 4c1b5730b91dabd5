import Foundation
import RecallCore
import RecallKit
import RecallStore
import RecallText

// Items and threads as they are sent.

struct PersonFields: Encodable {
    var name, address: String

    init(_ person: Participant) {
        name = person.name
        address = person.address
    }
}

struct ItemSummaryFields: Encodable {
    struct Parent: Encodable {
        var id, title: String
    }

    var id, kind, title: String
    var sender: PersonFields?
    var date: Date?
    var conversation: String
    var attachedTo: Parent?

    init(_ item: ItemSummary) {
        id = item.id.description
        kind = item.kind.rawValue
        title = item.title
        sender = item.sender.map(PersonFields.init)
        date = item.date
        conversation = item.conversationTitle
        attachedTo = item.parent.map { Parent(id: $0.id.description, title: $0.title) }
    }
}

struct ThreadFields: Encodable {
    var kind, title: String
    var items: Int
    var from, to: Date?

    init(_ thread: ItemThread) {
        kind = thread.kind.rawValue
        title = thread.title
        items = thread.itemCount
        from = thread.dates?.lowerBound
        to = thread.dates?.upperBound
    }
}

/// A whole item: what `ItemSummaryFields` has, and its text and the rest.
struct ItemFields: Encodable {
    struct RecipientFields: Encodable {
        var person: PersonFields
        var role: String
    }

    struct AttachmentFields: Encodable {
        var name, type: String
        var bytes: Int?
        var item: String?
    }

    var summary: ItemSummaryFields
    var recipients: [RecipientFields]
    var segments: [Segments.Quoted]
    var attachments: [AttachmentFields]
    var sources: [String]
    /// Whether there may be more of it in its file: `/items/{id}/attachments/{index}`, and `/items/{id}/html`.
    var hasOriginal, hasHTML: Bool
    var url, language: String?
    var defects: [String]
    var details: ItemDetails

    /// - Parameters:
    ///   - parent: the item it came with.
    ///   - sources: the files it was found in.
    init(_ item: Item, parent: ItemSummary.Parent?, sources: [ItemSource]) {
        summary = ItemSummaryFields(
            ItemSummary(
                id: item.id, kind: item.kind, title: item.title, sender: item.sender, date: item.date,
                conversationTitle: item.conversationTitle, parent: parent, externalID: item.externalID))
        recipients = item.recipients.map {
            RecipientFields(person: PersonFields($0.participant), role: $0.role.rawValue)
        }
        segments = Segments.quoted(item.text, authored: item.authoredRanges)
        attachments = item.attachments.map {
            AttachmentFields(name: $0.name, type: $0.mediaType, bytes: $0.byteCount, item: $0.item?.description)
        }
        self.sources = sources.map(\.path)
        hasOriginal = OriginalItem.isOffered(item, in: sources)
        hasHTML = OriginalItem.offersPage(item, in: sources)
        url = item.url
        language = item.language?.code
        defects = item.defects.map(\.rawValue).sorted()
        details = item.details
    }

    private enum Key: String, CodingKey {
        case recipients, segments, attachments, sources, hasOriginal, hasHTML, url, language, defects, details
    }

    /// The summary's fields stand beside the others.
    func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(recipients, forKey: .recipients)
        try container.encode(segments, forKey: .segments)
        try container.encode(attachments, forKey: .attachments)
        try container.encode(sources, forKey: .sources)
        try container.encode(hasOriginal, forKey: .hasOriginal)
        try container.encode(hasHTML, forKey: .hasHTML)
        try container.encodeIfPresent(url, forKey: .url)
        try container.encodeIfPresent(language, forKey: .language)
        try container.encode(defects, forKey: .defects)
        try encodeDetails(to: &container)
    }

    private func encodeDetails(to container: inout KeyedEncodingContainer<Key>) throws {
        switch details {
        case .email(let details): try container.encode(details, forKey: .details)
        case .message(let details): try container.encode(details, forKey: .details)
        case .document(let details): try container.encode(details, forKey: .details)
        case .note(let details): try container.encode(details, forKey: .details)
        }
    }
}

/// Some items of a thread, in reading order.
struct ThreadWindowFields: Encodable {
    var thread: ThreadFields
    /// That of the item asked for, in the thread.
    var position: Int
    /// The position of the first item here.
    var offset: Int
    var items: [ItemFields]
}
