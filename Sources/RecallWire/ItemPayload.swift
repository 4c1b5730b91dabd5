public import RecallCore

/// A whole item: the keys of its summary, its text and the rest.
public struct ItemPayload: Encodable, Sendable {
    struct Recipient: Encodable {
        let person: PersonPayload
        let role: String
    }

    struct Attachment: Encodable {
        let name, type, media: String
        let bytes: Int?
        let item: String?
    }

    /// The message that it answers, as much as is needed to recognise it.
    struct Answered: Encodable {
        let id: String
        let sender: PersonPayload?
        let preview: String
    }

    private let summary: ItemSummaryPayload
    private let answers: Answered?
    private let recipients: [Recipient]
    private let segments: [QuotedSegmentPayload]
    private let attachments: [Attachment]
    private let sources: [String]
    private let hasOriginal, hasHTML: Bool
    private let isFormer: Bool?
    private let url, language: String?
    private let defects: [String]
    private let details: ItemDetailsPayload

    /// An item as sent.
    public init(_ described: DescribedItem) {
        let item = described.item
        summary = ItemSummaryPayload(
            ItemSummary(
                id: item.id, kind: item.kind, title: item.title, sender: item.sender, date: item.date,
                conversationTitle: item.conversationTitle, parent: described.parent, externalID: item.externalID))
        answers = described.answered.map {
            Answered(
                id: $0.summary.id.description, sender: $0.summary.sender.map(PersonPayload.init), preview: $0.preview)
        }
        recipients = item.recipients.map {
            Recipient(person: PersonPayload($0.participant), role: $0.role.rawValue)
        }
        segments = QuotedSegmentPayload.segments(of: item.text, authored: item.authoredRanges)
        attachments = item.attachments.map {
            Attachment(
                name: $0.name, type: $0.mediaType, media: $0.mediaKind.rawValue, bytes: $0.byteCount,
                item: $0.item?.description)
        }
        sources = described.sources.map(\.path)
        (hasOriginal, hasHTML) = (described.hasOriginal, described.hasHTML)
        isFormer = described.isFormer ? true : nil
        (url, language) = (item.url, described.language?.code)
        defects = item.defects.map(\.rawValue).sorted()
        details = ItemDetailsPayload(item.details)
    }

    private enum Key: String, CodingKey {
        case answers, recipients, segments, attachments, sources, hasOriginal, hasHTML, isFormer, url, language, defects
        case details
    }

    /// Encodes the summary's keys beside the others.
    public func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(answers, forKey: .answers)
        try container.encode(recipients, forKey: .recipients)
        try container.encode(segments, forKey: .segments)
        try container.encode(attachments, forKey: .attachments)
        try container.encode(sources, forKey: .sources)
        try container.encode(hasOriginal, forKey: .hasOriginal)
        try container.encode(hasHTML, forKey: .hasHTML)
        try container.encodeIfPresent(isFormer, forKey: .isFormer)
        try container.encodeIfPresent(url, forKey: .url)
        try container.encodeIfPresent(language, forKey: .language)
        try container.encode(defects, forKey: .defects)
        try container.encode(details, forKey: .details)
    }
}
