import RecallCore

/// An attachment as stored in the JSON array of the column `item_content.attachments`. Part of the schema, like
/// `ItemDetailsRecord`.
struct AttachmentRecord: Codable {
    var name: String
    var mediaType: String
    var byteCount: Int?
    /// The text form of an `ItemID`.
    var item: String?

    enum CodingKeys: String, CodingKey {
        case name = "name"
        case mediaType = "mediaType"
        case byteCount = "byteCount"
        case item = "item"
    }
}

extension AttachmentRecord {
    init(_ attachment: Attachment) {
        self.init(
            name: attachment.name, mediaType: attachment.mediaType, byteCount: attachment.byteCount,
            item: attachment.item?.description)
    }

    var attachment: Attachment {
        Attachment(name: name, mediaType: mediaType, byteCount: byteCount, item: item.flatMap { ItemID($0) })
    }
}
