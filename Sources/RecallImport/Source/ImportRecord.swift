public import RecallCore

/// A record that a reader found in a file: an item with its attachments, a failure, or that there is nothing to import.
public enum ImportRecord: Sendable {
    case item(ImportedItem)
    case failure(ImportFailure)
    case skipped(SkipReason)
}

/// The parts of a message's id, among them the names that its chat and its author have in an export.
public struct MessageNames: Sendable {
    /// The name of the chat, and that of the author; empty of a notice.
    public var chat: String, author: String
    /// The service: `whatsapp`.
    public let service: String
    private let minute: String, content: [String]
    /// The number of equal messages before it.
    var occurrence = 0

    /// The names of a message.
    init(service: String, chat: String, minute: Int, author: String, content: [String]) {
        (self.service, self.chat, self.author) = (service, chat, author)
        (self.minute, self.content) = (String(minute), content)
    }

    /// The parts of its id that equal messages have in common.
    var parts: [String] { [service, chat, "minute", minute, author] + content }

    /// The id of the message in an export that has these names.
    public var id: ItemID { ItemID(identifying: parts + [String(occurrence)]) }
}

/// An item as read from a source, before it has a thread.
public struct ImportedItem: Sendable {
    /// The item itself.
    public var item: Item
    /// Its attachments that have text, as items whose `parent` is `item.id`.
    public var attachmentItems: [Item]
    /// Attachments that should have text but could not be read. They do not count as failed items.
    public var attachmentFailures: [ImportFailure]
    /// The mails that are attached to it. Each is an item of its own, which other files may hold too.
    public var attachedMails: [ImportedItem] = []
    /// The mail that an event is attached to, which is by the same sender.
    public var invitingMail: ItemID?
    /// The pages whose text was recognised for it since the record before; that takes a second or more for each.
    public var recognisedPages = 0
    /// True if a record before had the same item, with less of its text, or with the text of before an edit.
    public var isContinuation = false

    /// The id that it had in the library that exported it.
    public var exportedID: ItemID?
    /// True if its own file had it no longer in the library that exported it.
    public var isFormer = false
    /// The ids by which libraries of earlier versions may have it, the latest version first.
    public var formerIDs: [ItemID] = []
    /// The parts of which the id of a message is made that another export may have otherwise.
    public var names: MessageNames?
    /// The id that it has where another item has its own: the program gave both one.
    public var otherID: ItemID?
    /// True if an earlier entry of its file has its id, and says something else.
    public var isRepeated = false
    /// True if it has no id, and its file has no other entry of its name: one that the file had before was changed to this.
    public var isOnlyOfName = false
    /// True if its format gives it no id: the same record in another file of the format is this item.
    public var isKnownByContent = false

    /// An item with its attachments.
    public init(_ item: Item, attachmentItems: [Item] = [], attachmentFailures: [ImportFailure] = []) {
        self.item = item.withBoundedNames
        // An edit that is a record of its own has its own time as its date.
        if case .message(let message) = item.details {
            isContinuation = message.edited.map { $0 == item.date } ?? false
        }
        self.attachmentItems = attachmentItems
        self.attachmentFailures = attachmentFailures
    }

    /// This item and all mails that are attached to it, at any depth.
    public var withAttachedMails: [ImportedItem] { [self] + attachedMails.flatMap(\.withAttachedMails) }
}

extension Item {
    /// The item, without the tags, aliases and properties of a note that are over their limit.
    fileprivate var withBoundedNames: Item {
        guard case .note(var note) = details else { return self }
        var room = ImportLimits.noteNameBytes
        /// The first of `values` that there is room for.
        func fitting<Value>(_ values: [Value], size: (Value) -> Int) -> [Value] {
            Array(
                values.prefix {
                    room -= size($0)
                    return room >= 0
                })
        }
        note.tags = fitting(note.tags, size: \.utf8.count)
        note.aliases = fitting(note.aliases, size: \.utf8.count)
        note.properties = fitting(note.properties) { $0.name.utf8.count + $0.value.utf8.count }
        guard room < 0 else { return self }
        var item = self
        item.details = .note(note)
        item.defects.insert(.overLimit)
        return item
    }
}
