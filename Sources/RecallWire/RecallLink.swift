public import RecallCore

/// A link to an item or to the thread it is in, by which programs cite and read it: `recall://item/` and the item's id.
public enum RecallLink: Hashable, Sendable {
    /// An item.
    case item(ItemID)
    /// The thread of an item.
    case thread(ItemID)

    private static let itemPrefix = "recall://item/"
    private static let threadPrefix = "recall://thread/"

    /// The link that `text` is; `nil` for any other text.
    public init?(_ text: String) {
        if text.hasPrefix(Self.itemPrefix), let id = ItemID(String(text.dropFirst(Self.itemPrefix.count))) {
            self = .item(id)
        } else if text.hasPrefix(Self.threadPrefix), let id = ItemID(String(text.dropFirst(Self.threadPrefix.count))) {
            self = .thread(id)
        } else {
            return nil
        }
    }

    /// The text without what links of items and threads begin with.
    public static func digits(of text: String) -> String {
        let prefix = [itemPrefix, threadPrefix].first(where: text.hasPrefix) ?? ""
        return String(text.dropFirst(prefix.count))
    }

    /// The item that the link names.
    public var id: ItemID {
        switch self {
        case .item(let id), .thread(let id): id
        }
    }

    /// The link as text.
    public var text: String {
        switch self {
        case .item(let id): Self.itemPrefix + id.description
        case .thread(let id): Self.threadPrefix + id.description
        }
    }

    /// The forms of links (RFC 6570).
    public static let templates = (item: itemPrefix + "{id}", thread: threadPrefix + "{id}")
}
