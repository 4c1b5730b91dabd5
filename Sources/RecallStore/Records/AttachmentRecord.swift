import RecallCore

/// An attachment as stored in the JSON array of the column `item_content.attachments`. Part of the schema, like
/// `ItemDetailsRecord`.
struct AttachmentRecord: Codable {
    var name: String
    var mediaType: String
    var byteCount: Int?
    /// The text form of an `ItemID`.
    var item: String?
    /// The place of the archive that it is in.
    var archive: Int?

    enum CodingKeys: String, CodingKey {
        case name = "name"
        case mediaType = "mediaType"
        case byteCount = "byteCount"
        case item = "item"
        case archive = "archive"
    }
}

extension AttachmentRecord {
    init(_ attachment: Attachment) {
        self.init(
            name: attachment.name, mediaType: attachment.mediaType, byteCount: attachment.byteCount,
            item: attachment.item?.description, archive: attachment.archive)
    }

    var attachment: Attachment {
        Attachment(
            name: name, mediaType: mediaType, byteCount: byteCount, item: item.flatMap { ItemID($0) }, archive: archive)
    }
}
