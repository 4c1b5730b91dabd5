public import Foundation

/// The properties of an item shown in result lists.
public struct ItemSummary: Hashable, Sendable {
    /// The item's id.
    public var id: ItemID
    /// The item's kind.
    public var kind: ItemKind
    /// The subject or title.
    public var title: String
    /// The author, if known.
    public var sender: Participant?
    /// The time it was written; `nil` if unknown.
    public var date: Date?
    /// The name of the conversation it is part of, or empty.
    public var conversationTitle: String
    /// The item whose attachment this is, and its title.
    public var parent: Parent?
    /// The id the source gave it.
    public var externalID: String?
    /// The origin of a found passage's words; `nil` if they are the sender's own.
    public var quoted: Quoted?

    /// Words of somebody else, which the sender forwards or quotes.
    public struct Quoted: Hashable, Sendable {
        /// The author, as the sender says; `nil` if nothing says it.
        public var author: Participant?

        /// Words by `author`.
        public init(author: Participant?) {
            self.author = author
        }
    }

    /// The author of what was found: the sender, or whom the sender quotes; `nil` if unknown.
    public var author: Participant? {
        if let quoted { quoted.author } else { sender }
    }

    /// The one whom the sender quotes; `nil` if that is unknown, or the sender.
    public var quotedAuthor: Participant? {
        guard quoted != nil, let author else { return nil }
        let isOwn = author.mailAddress.map { $0 == sender?.mailAddress } ?? (author.name == sender?.name)
        return isOwn ? nil : author
    }

    /// The parent of an attachment.
    public struct Parent: Hashable, Sendable {
        /// Its id.
        public var id: ItemID
        /// Its subject or title.
        public var title: String

        /// A parent as shown.
        public init(id: ItemID, title: String) {
            self.id = id
            self.title = title
        }
    }

    /// A summary of an item.
    public init(
        id: ItemID, kind: ItemKind, title: String, sender: Participant?, date: Date?, conversationTitle: String,
        parent: Parent?, externalID: String?
    ) {
        self.id = id
        self.kind = kind
        self.title = title
        self.sender = sender
        self.date = date
        self.conversationTitle = conversationTitle
        self.parent = parent
        self.externalID = externalID
    }

    /// The summary of an item. Its parent's title is not known here, and left out.
    public init(_ item: Item) {
        self.init(
            id: item.id, kind: item.kind, title: item.title, sender: item.sender, date: item.date,
            conversationTitle: item.conversationTitle, parent: item.parent.map { Parent(id: $0, title: "") },
            externalID: item.externalID)
    }
}
