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
    let position, offset: Int
    let items: [ItemPayload]

    /// A window of a thread.
    ///
    /// - Parameters:
    ///   - position: the place in the thread of the item that was asked for.
    ///   - offset: the place of the first item here.
    public init(_ thread: ItemThread, position: Int, offset: Int, items: [ItemPayload]) {
        self.thread = ThreadPayload(thread)
        (self.position, self.offset, self.items) = (position, offset, items)
    }
}
