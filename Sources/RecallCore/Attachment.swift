/// A file attached to an item. If its text can be extracted, it is an item of its own, with the item as its parent.
public struct Attachment: Hashable, Sendable, Encodable {
    /// The file name as the source gives it, for display only: never a path to open. Control characters removed.
    public var name: String
    /// The media type (`application/pdf`), lower case; empty if unknown.
    public var mediaType: String
    /// The decoded size in bytes, or `nil` if unknown.
    public var byteCount: Int?
    /// The item that holds the attachment's text, or `nil` if it has none or it was not read.
    public var item: ItemID?
    /// The place in the list of the archive that it is a file of, whose name its own begins with; `nil` of an attachment itself.
    public var archive: Int?

    /// An attachment as listed with its item.
    public init(name: String, mediaType: String, byteCount: Int? = nil, item: ItemID? = nil, archive: Int? = nil) {
        self.name = name
        self.mediaType = mediaType
        self.byteCount = byteCount
        self.item = item
        self.archive = archive
    }
}
