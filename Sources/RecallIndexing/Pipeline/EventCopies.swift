import RecallCore
import RecallStore

/// Events that several files have under one id. Everybody who is invited knows it, and can write an event with it.
struct EventCopies {
    private let transaction: LibraryTransaction
    /// The events that this batch wrote from each file: what a file says of one twice are no two versions of the file.
    private var written: [SourceRow: Set<ItemRow>] = [:]

    init(transaction: LibraryTransaction) {
        self.transaction = transaction
    }

    /// Notes an event as written by this batch.
    mutating func note(_ row: ItemRow, in file: SourceRow) { written[file, default: []].insert(row) }

    private func isWritten(_ row: ItemRow, from file: SourceRow) -> Bool { written[file]?.contains(row) ?? false }

    /// The item, an event under the id that it has in the library: one of another organizer than the event with its id
    /// there is an event of its own, whichever came first. Unless no other file holds that: then `isOfOther` is true,
    /// and it is the same event with a new organizer.
    func identified(_ item: Item, in file: BatchWriter.File) throws -> (item: Item, isOfOther: Bool) {
        // Those of mails are each of one sender.
        guard item.isEvent, file.isCalendar else { return (item, false) }
        let own = item.ofItsSender
        let hasOwn = try transaction.snapshot.hasItem(own.id)
        guard let known = try transaction.snapshot.key(of: item.id) else { return (hasOwn ? own : item, false) }
        let organizer = try transaction.snapshot.item(item.id)?.sender
        guard organizer?.mailAddress != item.sender?.mailAddress else { return (item, false) }
        guard !isWritten(known.row, from: file.row) else { return (own, false) }
        let others = try transaction.snapshot.files(with: known.row, except: file.row)
        if !hasOwn, others.isEmpty || BatchWriter.areExports(others) { return (item, true) }
        // In a library of an earlier version the file may be said to hold it.
        if !others.isEmpty { _ = try transaction.unlink(item: known.row, file: file.row) }
        return (own, false)
    }

    /// True if what a file says of a known event is to be kept instead of what the library has; `nil` for other items,
    /// and if their versions do not tell. A calendar changes what came from it, whatever version that had. Of mails, which stay as they
    /// were sent, their versions tell, and of equal ones their texts: the order of imports does not count.
    func isLater(_ item: Item, than known: StoredItemKey, in file: BatchWriter.File) throws -> Bool? {
        guard let version = item.details.event, let stored = try transaction.snapshot.item(known.id) else { return nil }
        guard file.isCalendar else {
            return stored.details.event.flatMap { version.isLater(than: $0) } ?? (item.text > stored.text)
        }
        if !isWritten(known.row, from: file.row) {
            let isOwn = stored.details.path == item.details.path
            if try isOwn || transaction.snapshot.files(with: known.row, except: file.row).isEmpty { return true }
        }
        return stored.details.event.flatMap { version.isLater(than: $0) }
    }

    /// Stores a later version of an event of which nothing else changed, so that none before it replaces it.
    func noteVersion(of item: Item, _ known: StoredItemKey) throws {
        guard let version = item.details.event, let stored = try transaction.snapshot.item(known.id),
            stored.details.event.map({ version.isLater(than: $0) ?? false }) ?? true
        else { return }
        try transaction.update(item.details, row: known.row)
    }
}

extension Item {
    /// True for an event, a task or a journal entry of a calendar.
    var isEvent: Bool { details.event != nil }
}
