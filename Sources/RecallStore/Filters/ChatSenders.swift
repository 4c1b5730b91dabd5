import GRDB

/// The chats of a library's messages, and who wrote in those of few.
struct ChatSenders: Sendable {
    /// The number of the chat of each item; `none` for what is in no chat.
    private let chats: [UInt32]
    /// The rows of participants who sent a chat's messages; none if there are too many for two people.
    private let senders: [[UInt32]]

    private static let none = UInt32.max
    /// The names and addresses that two people may have in one chat.
    private static let mostSenders = 8

    /// The chats of a table's items.
    ///
    /// - Parameter numbers: the number of each thread's chat, from 0 without a gap.
    /// - Complexity: O(*n*) in items.
    init(_ table: ItemTable, numbers: [ThreadRow: UInt32]) {
        let chats = (0..<table.count).map { numbers[table.thread(at: $0)] ?? Self.none }
        var senders: [[UInt32]] = Array(repeating: [], count: numbers.values.max().map { Int($0) + 1 } ?? 0)
        for (chat, sender) in zip(chats, table.senders) where chat != Self.none && sender > 0 {
            let known = senders[Int(chat)]
            if known.count <= Self.mostSenders, !known.contains(sender) { senders[Int(chat)].append(sender) }
        }
        for chat in senders.indices where senders[chat].count > Self.mostSenders { senders[chat] = [] }
        (self.chats, self.senders) = (chats, senders)
    }

    /// The senders of the chats of few in which one of the people wrote, by the numbers of the chats.
    func chats(of people: Set<Int64>) -> [UInt32: [Int64]] {
        senders.indices.reduce(into: [:]) { found, chat in
            let senders = senders[chat].map(Int64.init)
            if senders.contains(where: people.contains) { found[UInt32(chat)] = senders }
        }
    }

    /// The messages of chats that others than the people sent.
    func items(of chosen: Set<UInt32>, notSentBy people: Set<Int64>, in table: ItemTable) -> ItemSet {
        guard !chosen.isEmpty else { return ItemSet(capacity: table.count) }
        var isChosen = [Bool](repeating: false, count: senders.count)
        for chat in chosen { isChosen[Int(chat)] = true }
        return ItemSet(capacity: table.count) { position in
            let chat = chats[position]
            guard chat != Self.none, isChosen[Int(chat)] else { return false }
            let sender = table.senders[position]
            return sender > 0 && !people.contains(Int64(sender))
        }
    }
}

extension LibrarySnapshot {
    /// The chats of a table's items: those of threads with one grouping are one chat.
    ///
    /// - Complexity: O(*n*) in items and threads; reads no item.
    func chatSenders(of table: ItemTable) throws -> ChatSenders {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: "SELECT id, grouping FROM thread WHERE grouping > 'chat:' AND grouping < 'chat;' ORDER BY grouping"
            ))
        var (numbers, last, number): ([ThreadRow: UInt32], String?, UInt32) = ([:], nil, 0)
        while let row = try rows.next() {
            let chat: String = row[1]
            if let last, last != chat { number += 1 }
            (last, numbers[row[0]]) = (chat, number)
        }
        return ChatSenders(table, numbers: numbers)
    }
}
