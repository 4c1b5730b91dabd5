import Foundation
public import RecallCore

/// A thread, without its items.
public struct ThreadPayload: Encodable, Sendable {
    let kind, title: String
    let items: Int
    let from, to: Date?

    /// A thread as sent.
    public init(_ thread: ItemThread) {
        (kind, title, items) = (thread.kind.rawValue, thread.title, thread.itemCount)
        (from, to) = (thread.dates?.lowerBound, thread.dates?.upperBound)
    }
}

/// Some items of a thread, in reading order.
public struct ThreadWindowPayload: Encodable, Sendable {
    let thread: ThreadPayload
    /// The session of a chat that the item is in; `thread` is then the whole chat.
    let session: ThreadPayload?
    let position, offset: Int
    let items: [ItemPayload]

    /// A window of a thread.
    ///
    /// - Parameters:
    ///   - position: the place in the thread of the item that was asked for.
    ///   - offset: the place of the first item here.
    ///   - session: the part of `thread` that the item is in, if that is a whole chat.
    public init(
        _ thread: ItemThread, position: Int, offset: Int, items: [ItemPayload], session: ItemThread? = nil
    ) {
        self.thread = ThreadPayload(thread)
        self.session = session.map { ThreadPayload($0) }
        (self.position, self.offset, self.items) = (position, offset, items)
    }
}
