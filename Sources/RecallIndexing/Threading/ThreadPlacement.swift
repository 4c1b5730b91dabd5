import Foundation
import RecallCore
import RecallStore

/// Assigns items to threads, creating and joining threads as needed. `ThreadRegrouping` completes it for whole batches.
struct ThreadPlacement {
    let transaction: LibraryTransaction
    private var sessions: [String: NearbySessions] = [:]

    init(transaction: LibraryTransaction) {
        self.transaction = transaction
    }

    /// Writes what is kept in memory until a batch is complete: the dates of the sessions of chats.
    mutating func finish() throws {
        for chat in sessions.keys.sorted() { try sessions[chat]?.write(to: transaction) }
        sessions.removeAll()
    }

    /// The row of the item's thread.
    mutating func place(_ item: Item) throws -> ThreadRow {
        switch item.details {
        case .email(let details):
            if let conversation = item.conversation { return try named(conversation, item) }
            return try place(mail: item, details)
        case .message: return try place(message: item)
        case .document(let details):
            if let conversation = item.conversation { return try named(conversation, item) }
            let grouping = item.parent == nil ? DocumentVersions.grouping(path: details.path) : nil
            guard let grouping else { return try make(item) }
            return try existingOrNew(grouping: grouping, item)
        case .note:
            if let conversation = item.conversation { return try named(conversation, item) }
            return try make(item)
        }
    }

    /// The thread of an item that changed, in the thread `row`, which may have to be regrouped.
    mutating func replace(_ item: Item, in row: ThreadRow) throws -> ThreadRow {
        switch item.details {
        case .email(let details):
            guard item.conversation == nil else { return row }
            return try join(details, to: row) { row }
        case .message: return try place(message: item)
        case .document, .note: return row
        }
    }

    // MARK: Mail

    /// Joins all threads that know any of the mail's ids, as notmuch does. References connect mails in both
    /// directions, so a reply may be imported before the mail it answers.
    private func place(mail item: Item, _ details: EmailDetails) throws -> ThreadRow {
        try join(details, to: nil) { try make(item, grouping: Self.grouping(subject: item)) }
    }

    /// Joins the thread of a mail, or a new one, with all threads that know any of its ids.
    private func join(
        _ details: EmailDetails, to thread: ThreadRow?, orNew new: () throws -> ThreadRow
    ) throws -> ThreadRow {
        let ids = Self.ids(of: details)
        let known = try transaction.snapshot.threads(withMessageIDs: ids)
        let thread = try thread ?? known.first ?? new()
        try transaction.merge(threads: known.filter { $0 != thread }, into: thread)
        // Claims ids of mails that are not imported yet too, so that a parent or reply that comes later finds the
        // thread.
        try transaction.claim(messageIDs: ids, for: thread)
        return thread
    }

    private static func ids(of details: EmailDetails) -> [String] {
        var seen: Set<String> = []
        let all = [details.messageID].compactMap(\.self) + details.inReplyTo + details.references
        return all.filter { seen.insert($0).inserted }
    }

    private static func grouping(subject item: Item) -> String? {
        grouping(subject: item.title)
    }

    /// The grouping key of mails with a subject; `nil` if the base subject is empty.
    static func grouping(subject: String) -> String? { grouping(BaseSubject(subject)) }

    static func grouping(_ subject: BaseSubject) -> String? {
        subject.text.isEmpty ? nil : subjectPrefix + subject.text
    }

    static let subjectPrefix = "subject:"

    // MARK: Chats

    /// The pause after which a new session certainly begins.
    private static let longestPause: TimeInterval = 86_400

    static let chatPrefix = "chat:"

    /// Joins the nearest session of the chat within a day; `ChatSessions` divides and joins them when the batch is complete.
    /// Messages without a date are a session of their own.
    private mutating func place(message item: Item) throws -> ThreadRow {
        let conversation = item.conversation ?? ""
        let grouping = Self.chatPrefix + conversation
        guard let date = item.date else { return try existingOrNew(grouping: "undated-chat:" + conversation, item) }
        var near = sessions.removeValue(forKey: grouping) ?? NearbySessions()
        try near.load(grouping, within: Self.longestPause, of: date, from: transaction)
        let isNew = near.endsSession(before: date) && !near.holds(date)
        let nearest = isNew ? nil : near.nearest(to: date, within: Self.longestPause)
        let thread = try nearest ?? make(item, grouping: grouping)
        near.extend(thread, to: date)
        sessions[grouping] = near
        return thread
    }

    // MARK: Others

    private func named(_ conversation: String, _ item: Item) throws -> ThreadRow {
        try existingOrNew(grouping: Self.prefix(of: item.kind) + conversation, item)
    }

    /// Stored as part of the grouping key, so it must not change.
    private static func prefix(of kind: ItemKind) -> String {
        switch kind {
        case .email: "email:"
        case .message: "message:"
        case .document: "document:"
        case .note: "note:"
        }
    }

    private func existingOrNew(grouping: String, _ item: Item) throws -> ThreadRow {
        try transaction.snapshot.threads(grouping: grouping).first ?? make(item, grouping: grouping)
    }

    private func make(_ item: Item, grouping: String? = nil) throws -> ThreadRow {
        try transaction.makeThread(kind: item.kind, grouping: grouping, title: Self.title(of: item))
    }

    private static func title(of item: Item) -> String {
        item.kind == .message && !item.conversationTitle.isEmpty ? item.conversationTitle : item.title
    }
}
