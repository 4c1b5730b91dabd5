public import Foundation

/// Items that belong together, in the order they are read: a mail thread, a chat's session (messages no more than a day
/// apart), the versions of a document, a note.
public struct ItemThread: Hashable, Sendable {
    /// The id within its library. Threads merge and split as items come in, so ids of items are what to keep.
    public var id: Int64
    /// The kind of its items.
    public var kind: ItemKind
    /// The title: that of the first item, or the name of the conversation.
    public var title: String
    /// The number of its items.
    public var itemCount: Int
    /// The dates of its first and last items; `nil` if none has a date.
    public var dates: ClosedRange<Date>?

    /// A thread as stored.
    public init(id: Int64, kind: ItemKind, title: String, itemCount: Int, dates: ClosedRange<Date>?) {
        self.id = id
        self.kind = kind
        self.title = title
        self.itemCount = itemCount
        self.dates = dates
    }
}
