import Foundation
import RecallCore
import RecallFiles
import RecallImport
import RecallStore

/// Writes the records of one batch within its transaction: items into threads, then the passages of the changed
/// threads.
struct BatchWriter {
    let transaction: LibraryTransaction
    private var placement: ThreadPlacement
    private var events: EventCopies
    private var cards: ChangedCards
    /// Of a chat whose service says of an edit only that there was one.
    private var export: LaterExport?
    /// The contacts and events of the part of a file that is imported.
    private var entries: ExportedEntries?
    /// True to restore deleted items.
    let restoresDeleted: Bool
    /// True if any item was ever deleted: nothing else has to be looked up among the deleted ones.
    private let hasDeletedItems: Bool
    var outcome = ImportBatch.Outcome()
    /// Items that were known, and share their moment with others.
    private var linked: Set<ItemRow> = []
    /// The analyses of the items that were stored.
    private var analyses: [ItemRow: ItemAnalysis] = [:]

    /// The file that records come from.
    struct File {
        var row: SourceRow
        var path: String
        /// The identifier of its format.
        var format: String
        /// True if it has many items.
        var isContainer: Bool
        /// The path that items of whole files are identified by; `nil` for a file of many items.
        var wholePath: String? { isContainer ? nil : path }
        /// The time of its latest change, in nanoseconds since 1970.
        var modified: Int64
        /// True if its format tells items apart by their content, so that another file may hold a copy with other headers.
        /// Other formats have names for items, and the file that was changed last holds the latest version.
        var holdsCopies: Bool { !isExport }
        /// True for a calendar, which says what its events are now.
        var isCalendar: Bool { format == SourceFormat.calendar.identifier }
        /// True for a calendar or an address book: what it has no longer holds no more.
        var saysWhatHolds: Bool { Self.sayingWhatHolds.contains(format) }
        static let sayingWhatHolds = Set(
            [SourceFormat.calendar, .contacts, .contactsTable].map(\.identifier))
        /// True for Recall JSONL, whose lines say their ids.
        var isExport: Bool { format == SourceFormat.jsonl.identifier }
    }

    init(transaction: LibraryTransaction, restoresDeleted: Bool) throws {
        self.transaction = transaction
        self.restoresDeleted = restoresDeleted
        hasDeletedItems = try transaction.snapshot.hasDeletedItems()
        placement = ThreadPlacement(transaction: transaction)
        events = EventCopies(transaction: transaction)
        cards = ChangedCards(transaction: transaction)
    }

    /// Adds the record at `cursor` of a file.
    ///
    /// - Parameter analyses: by item, as far as they were made.
    mutating func add(
        _ record: ImportRecord, _ analyses: [ItemID: ItemAnalysis], file: File, cursor: String
    ) throws {
        switch record {
        case .failure(let failure):
            outcome.failures += 1
            try list(failure, file: file.row, isAttachment: false)
        case .item(let imported): try add(imported, analyses, file: file, cursor: cursor)
        case .skipped: break
        }
    }

    /// The records of a part of a file; messages that the library has under other names, or with the text of before an edit, as those.
    mutating func recognised(
        _ records: [ImportRecord], file: File, isStart: Bool, isEnd: Bool
    ) throws -> [ImportRecord] {
        let places = records.indices.filter { records[$0].imported?.names != nil }
        export = nil
        entries = try ExportedEntries(records, in: file, transaction.snapshot)
        guard !places.isEmpty else { return records }
        var imported = places.compactMap { records[$0].imported }
        if let chat = try RenamedChat(imported, file: file.row, isStart: isStart, transaction.snapshot) {
            imported = try imported.map(chat.renamed)
        }
        export = LaterExport(imported, file: file, isStart: isStart, isEnd: isEnd, transaction)
        let edited = EditedMessages(
            snapshot: transaction.snapshot, identity: knownIdentity(in: file), imported: imported, isStart: isStart,
            isEnd: isEnd)
        for (place, id) in try edited.knownIDs() { imported[place].item.id = id }
        var records = records
        for (place, imported) in zip(places, imported) { records[place] = .item(imported) }
        return records
    }

    private func knownIdentity(in file: File) -> KnownIdentity {
        KnownIdentity(
            snapshot: transaction.snapshot, file: file, hasDeletedItems: hasDeletedItems, entries: entries)
    }

    /// Adds a failure of a path that is not a readable file.
    mutating func add(_ failure: ImportFailure) throws {
        outcome.failures += 1
        try transaction.forgetFailures(path: failure.path)
        try list(failure, file: nil, isAttachment: false)
    }

    private mutating func add(
        _ imported: ImportedItem, _ analyses: [ItemID: ItemAnalysis], file: File, cursor: String
    ) throws {
        if try isOfDeletedMail(imported) {
            outcome.deletedBefore += 1
            return
        }
        let isRecord = imported.isKnownByContent
        if isRecord || file.isContainer && imported.otherID != nil, try !mayStore(imported.item, copyNamed: nil) {
            outcome.deletedBefore += 1
            return
        }
        guard var item = try identified(imported, file: file, cursor: cursor) else {
            outcome.duplicates += 1
            return
        }
        if imported.isOnlyOfName, try mayStore(item) { try cards.replace(by: item, in: file.row) }
        let parentRow = try parentRow(of: item, in: file)
        if parentRow == nil { item.parent = nil }
        guard let stored = try store(item, parentRow: parentRow, file: file, cursor: cursor, isRecord: isRecord) else {
            return
        }
        if imported.isFormer { try transaction.markFormer(item: stored.row, file: file.row) }
        if stored.change == .new { self.analyses[stored.row] = analyses[imported.item.id] }
        switch stored.change {
        case .new: outcome.new += 1
        case _ where imported.isContinuation: break
        case .updated: outcome.updated += 1
        case .none: outcome.duplicates += 1
        }
        for attachment in imported.attachmentItems {
            let child = try store(attachment, parentRow: stored.row, file: file, cursor: cursor)
            if child != nil { outcome.attachments += 1 }
            if let child, child.change == .new { self.analyses[child.row] = analyses[attachment.id] }
        }
        for failure in imported.attachmentFailures {
            outcome.attachmentFailures += 1
            try list(failure, file: file.row, isAttachment: true)
        }
    }

    /// The item of an exported line, under the id that it had: so an export that is imported where it came from doubles nothing.
    /// Under its own where that is another item here, whose place a line cannot take. `nil` if the library has just that item;
    /// then it is linked to the file.
    private mutating func identified(_ imported: ImportedItem, file: File, cursor: String) throws -> Item? {
        var item = imported.item
        guard let id = imported.exportedID else {
            item.id = try knownIdentity(in: file).id(of: imported)
            guard imported.isKnownByContent, let copy = try copy(ofRecord: item, in: file) else { return item }
            try transaction.link(item: copy, file: file.row, cursor: cursor)
            return nil
        }
        if let known = try transaction.snapshot.key(of: id) {
            guard known.contentHash != item.contentHash else {
                try transaction.link(item: known.row, file: file.row, cursor: cursor)
                if imported.isFormer { try transaction.markFormer(item: known.row, file: file.row) }
                return nil
            }
            // What this file alone gave changes with it.
            guard try transaction.snapshot.files(with: known.row, except: file.row).isEmpty,
                try transaction.snapshot.item(id)?.externalID == item.externalID
            else { return item }
        } else if try transaction.snapshot.hasItem(item.id) {
            return item
        }
        item.id = id
        return item
    }

    /// The item that a line of an export says a document was attached to. It has to be of the same file: no line adds to what is from
    /// elsewhere, and mails and messages stand by themselves.
    private func parentRow(of item: Item, in file: File) throws -> ItemRow? {
        guard let parent = item.parent, parent != item.id, item.kind == .document,
            let known = try transaction.snapshot.key(of: parent),
            try transaction.snapshot.isHeld(item: known.row, by: file.row)
        else { return nil }
        return known.row
    }

    /// The item that a record without an id of its own is already.
    private func copy(ofRecord item: Item, in file: File) throws -> ItemRow? {
        guard !item.text.isEmpty, try !transaction.snapshot.hasItem(item.id) else { return nil }
        return try transaction.snapshot.copy(ofRecord: item, format: file.format)
    }

    private enum Change {
        case new, updated, none
    }

    /// Stores an item; returns `nil` if it was deleted from the library.
    private mutating func store(
        _ item: Item, parentRow: ItemRow?, file: File, cursor: String, isRecord: Bool = false
    ) throws -> (row: ItemRow, change: Change)? {
        guard let stored = try change(item, parentRow: parentRow, file: file, isRecord: isRecord) else { return nil }
        try transaction.link(item: stored.row, file: file.row, cursor: cursor)
        // What is a file by itself is no attachment, whatever a line of an export said before.
        if stored.change != .new, parentRow == nil, item.kind == .document,
            file.format != SourceFormat.jsonl.identifier
        {
            try transaction.detach(item: stored.row)
        }
        if item.isEvent { events.note(stored.row, in: file.row) }
        if stored.change == .none, try transaction.snapshot.sharesMoment(item: stored.row) { linked.insert(stored.row) }
        return stored
    }

    /// True for an event whose mail was deleted: it comes back with a mail that is there, as a later version of it does.
    private func isOfDeletedMail(_ imported: ImportedItem) throws -> Bool {
        guard hasDeletedItems, let id = imported.invitingMail else { return false }
        var mail = imported.item
        mail.id = id
        return try transaction.snapshot.isDeleted(mail) || transaction.snapshot.isDeleted(mail.ofItsSender)
    }

    private func mayStore(_ item: Item) throws -> Bool {
        guard hasDeletedItems, try transaction.snapshot.isDeleted(item) else { return true }
        if restoresDeleted { try transaction.removeTombstone(of: item) }
        return restoresDeleted
    }

    /// True unless what says the same was deleted: the record of another export, or a file of that name in another folder.
    private func mayStore(_ item: Item, copyNamed name: String?) throws -> Bool {
        guard hasDeletedItems, !item.text.isEmpty, try transaction.snapshot.isDeleted(copyOf: item, named: name) else {
            return true
        }
        if restoresDeleted { try transaction.removeTombstone(ofCopiesOf: item, named: name) }
        return restoresDeleted
    }

    /// Stores an item, or what it changes of the one that is there; returns `nil` if it was deleted.
    ///
    /// - Parameter isRecord: true for a record without an id of its own, which other exports may hold as it was.
    private mutating func change(
        _ item: Item, parentRow: ItemRow?, file: File, isRecord: Bool = false
    ) throws -> (row: ItemRow, change: Change)? {
        guard try mayStore(item), try !item.isEvent || mayStore(item.ofItsSender) else {
            outcome.deletedBefore += 1
            return nil
        }
        let (item, isOfOther) = try events.identified(
            item.withoutEmbeddedNotice.labelled(at: file.modified), in: file)
        guard let known = try transaction.snapshot.key(of: item.id) ?? copy(of: item, in: file) else {
            return try insert(item, parentRow: parentRow, file: file)
        }
        if file.holdsCopies, item.kind.isSent { return try changeSent(item, known, parentRow: parentRow, file: file) }
        let hasOtherText = isOfOther || known.contentHash != item.contentHash
        let isOther = try hasOtherText || saysOtherwise(item, than: known)
        let hasOtherFiles = try hasOtherFiles(item, than: known)
        guard isOther || hasOtherFiles else {
            try events.noteVersion(of: item, known)
            return (known.row, .none)
        }
        let isWhole = file.wholePath != nil && item.isWholeFile
        guard try isWhole || (isRecord ? isLatestVersion(of: known, file) : isLatest(item, known, file)) else {
            return (known.row, .none)
        }
        if isOther, isWhole || isRecord { try keepCopies(of: known, besides: file) }
        let isChange = try hasOtherText || hasOtherFiles || saysOtherwise(item, than: known, ignoringPath: true)
        try replace(known, by: item)
        return (known.row, isChange ? .updated : .none)
    }

    /// Stores an item that the library does not have; returns `nil` if a copy of it was deleted.
    private mutating func insert(
        _ item: Item, parentRow: ItemRow?, file: File
    ) throws -> (row: ItemRow, change: Change)? {
        if item.isFile, let path = file.wholePath, try !mayStore(item, copyNamed: Self.name(path)) {
            outcome.deletedBefore += 1
            return nil
        }
        let thread = try placement.place(item)
        outcome.touch(thread, of: item.kind)
        return (try transaction.insert(item, thread: thread, parentRow: parentRow), .new)
    }

    /// Stores what a copy changes of a mail or a message. What it says of the same mail is no change. The same copy is kept, in
    /// whatever order they come.
    private mutating func changeSent(
        _ item: Item, _ known: StoredItemKey, parentRow: ItemRow?, file: File
    ) throws -> (row: ItemRow, change: Change)? {
        guard let stored = try transaction.snapshot.item(item.id) else { return (known.row, .none) }
        let (isForged, saysOther) = (item.isForged(copyOf: stored), item.text != stored.text)
        let isOther = saysOther || !file.isExport && !item.isRecord(of: stored)
        let others = isForged || isOther ? try transaction.snapshot.files(with: known.row, except: file.row) : []
        // In a line of an export of Recall anything may stand under an id.
        if isOther, Self.areExports(others) {
            var item = item
            item.keepEarlierTexts(of: stored)
            try replace(known, by: item)
            return (known.row, .updated)
        }
        if item.isAnotherMessage(than: stored, isElsewhere: !others.isEmpty) {
            return try change(item.ofItself, parentRow: parentRow, file: file)
        }
        if isForged { return try change(item.ofItsSender, parentRow: parentRow, file: file) }
        let item = item.labelledAfter(stored, file.path, among: isOther ? others.map(\.path) : [])
        // The file that a message is from may be read anew by a better reader.
        let isEditedAgain = export != nil && item.isAnotherEdit(of: stored)
        let updated: Item? =
            if isEditedAgain {
                try isLater(item, than: stored, known) ? stored.edited(as: item) : stored.withEarlierText(of: item)
            } else if item.mayReplace(stored) || others.isEmpty {
                stored.updated(by: item)
            } else {
                item.hasWords(of: stored) ? nil : stored.withEarlierText(of: item)
            }
        guard let better = try moved(updated ?? stored, known, to: item, in: file) ?? updated else {
            return (known.row, .none)
        }
        try replace(known, by: better)
        let isEdit = isEditedAgain ? better.text != stored.text : better.isEdit(of: stored)
        let isChange = try isEdit || changesLabels(better, of: stored, known, file)
        return (known.row, isChange ? .updated : .none)
    }

    /// True if a file that had a mail before, or a later export of Gmail, labels it otherwise. That a mail is in several mailboxes is
    /// no change.
    private func changesLabels(_ better: Item, of stored: Item, _ known: StoredItemKey, _ file: File) throws -> Bool {
        guard case .email(let new) = better.details, case .email(let old) = stored.details, new.labels != old.labels
        else { return false }
        return try old.exportedLabels != nil && new.exportedLabels != old.exportedLabels
            || transaction.snapshot.isHeld(item: known.row, by: file.row)
    }

    /// True if the text of an edited message is of a later export than the one that the library has. Nothing says when it was edited.
    private mutating func isLater(_ item: Item, than stored: Item, _ known: StoredItemKey) throws -> Bool {
        let isLater = try export?.isLater(thanOthersWith: known, of: stored.conversation ?? "")
        return isLater ?? item.isPreferred(to: stored)
    }

    /// A mail that was moved to the junk, or out of it: it lies where this file is alone, since no other that held it is there now.
    /// A mailbox that is not there may be one that was renamed.
    private func moved(_ stored: Item, _ known: StoredItemKey, to copy: Item, in file: File) throws -> Item? {
        guard !file.isContainer, case .email(let own) = copy.details, case .email(var mail) = stored.details,
            own.isInJunkFolder != nil, own.isInJunkFolder != mail.isInJunkFolder
        else { return nil }
        let others = try transaction.snapshot.files(with: known.row, except: file.row)
        guard others.allSatisfy({ $0.format == file.format && Folder.isGone($0.path) }) else { return nil }
        // Moved back, they are as they were.
        for other in others { try transaction.readAgain(source: other.path) }
        mail.isInJunkFolder = own.isInJunkFolder
        var item = stored
        item.details = .email(mail)
        return item
    }

    /// True if no later file holds an item whose program gave it its id. An old export that is imported after a new one changes
    /// nothing. But a line of an export of Recall, in which anything may stand under an id, gives way to what the item comes from.
    private func isLatest(_ item: Item, _ known: StoredItemKey, _ file: File) throws -> Bool {
        let other = try transaction.latestChange(ofFilesWith: known.row, except: file.row)
        let isLater = try events.isLater(item, than: known, in: file)
        if isLater ?? other.map({ $0 <= file.modified }) ?? true { return true }
        return try !file.isExport && Self.areExports(transaction.snapshot.files(with: known.row, except: file.row))
    }

    /// True if no later version of an export holds a record: another file whose records have the same ids.
    private func isLatestVersion(of known: StoredItemKey, _ file: File) throws -> Bool {
        try transaction.snapshot.files(with: known.row, except: file.row).allSatisfy { other in
            guard file.isVersion(other.path) else { return true }
            return try transaction.snapshot.sourceFile(path: other.path)?.lastChange ?? 0 <= file.modified
        }
    }

    /// Keeps what other files hold of an item that changes in this one: copies of a file by its name, those of a record in exports
    /// that are no versions of this one.
    private mutating func keepCopies(of known: StoredItemKey, besides file: File) throws {
        let others = try transaction.snapshot.files(with: known.row, except: file.row)
        if let path = file.wholePath {
            try keep(known, in: others.filter { Self.name($0.path) == Self.name(path) }) { ItemID(file: $0) }
        } else {
            try keep(known, in: others.filter { !file.isVersion($0.path) }) {
                ItemID(identifying: ["kept-record", known.id.description, $0])
            }
        }
    }

    /// True if files that hold an item are exports of Recall, all of them.
    static func areExports(_ files: [(file: SourceRow, path: String, format: String)]) -> Bool {
        !files.isEmpty && files.allSatisfy { $0.format == SourceFormat.jsonl.identifier }
    }

    /// True if a document or a note has another date or other properties, which are not in the hash.
    ///
    /// - Parameter ignoringPath: false to count that it is from another file.
    private func saysOtherwise(
        _ item: Item, than known: StoredItemKey, ignoringPath: Bool = false
    ) throws -> Bool {
        guard item.isFile else { return false }
        return try !known.isDated(item.date)
            || transaction.snapshot.hasOtherDetails(item, than: known, ignoringPath: ignoringPath)
    }

    /// True if a note has other attachments. Those of a note that is a file follow from its text, also in its copies, and differ
    /// only if an earlier version of the reader read it.
    private func hasOtherFiles(_ item: Item, than known: StoredItemKey) throws -> Bool {
        try item.kind == .note && known.id == item.id
            && transaction.snapshot.hasOtherAttachments(item, than: known.row)
    }

    /// The item that a whole file is already under the path of another one: of a copy, or of one that is no source any more.
    private func copy(of item: Item, in file: File) throws -> StoredItemKey? {
        // Events in a mail have ids of their own, and there may be thousands.
        guard let path = file.wholePath, item.isFile, !item.isEvent, !item.text.isEmpty else { return nil }
        // A note with an id of its own may be held under another one: it was a copy of a note that is no more.
        let (isWhole, hash) = (item.isWholeFile, item.contentHash)
        let held = try transaction.snapshot.copies(in: file.row, at: path).first {
            isWhole ? !$0.isElsewhere : $0.item.contentHash == hash
        }
        if let held { return held.item }
        return try transaction.snapshot.copy(of: item, named: Self.name(path), notIn: file.row)
    }

    private static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

    /// Forgets which items of other files a whole file held, before it is read again.
    mutating func forgetCopies(in file: File) throws {
        guard let path = file.wholePath else { return }
        for copy in try transaction.snapshot.copies(in: file.row, at: path) where copy.isElsewhere {
            _ = try transaction.unlink(item: copy.item.row, file: file.row)
        }
    }

    /// Keeps what other files still hold of an item that changes in this one, as the item of the first of them.
    private mutating func keep(
        _ known: StoredItemKey, in others: [(file: SourceRow, path: String, format: String)],
        as id: (_ path: String) -> ItemID
    ) throws {
        guard var item = try transaction.snapshot.item(known.id) else { return }
        // What was deleted at its own path, or is another item there, is not this one any more.
        let holders = try others.filter {
            var other = item
            other.id = id($0.path)
            return try mayStore(other) && !transaction.snapshot.hasItem(other.id)
        }
        for other in others { _ = try transaction.unlink(item: known.row, file: other.file) }
        guard let first = holders.first else { return }
        (item.id, item.details) = (id(first.path), item.details.moved(to: first.path))
        let thread = try placement.place(item)
        outcome.touch(thread, of: item.kind)
        let row = try transaction.insert(item, thread: thread, parentRow: nil)
        for holder in holders { try transaction.link(item: row, file: holder.file, cursor: "") }
    }

    private mutating func replace(_ known: StoredItemKey, by item: Item) throws {
        analyses[known.row] = nil
        try transaction.update(item, row: known.row)
        outcome.touch(known.thread, of: item.kind)
        let thread = try placement.replace(item, in: known.thread)
        guard thread != known.thread else { return }
        if let row = try transaction.snapshot.thread(ofItem: known.row), row != thread {
            try transaction.move(items: [known.row], from: row, to: thread)
        }
        outcome.touch(thread, of: item.kind)
    }

    private func list(_ failure: ImportFailure, file: SourceRow?, isAttachment: Bool) throws {
        try transaction.add(
            StoredFailure(
                path: failure.path, place: failure.place, code: failure.code.rawValue, reason: failure.reason,
                isAttachment: isAttachment),
            file: file)
    }

    /// Groups the items of the changed threads again, and splits these threads into passages.
    mutating func writePassages() throws {
        try placement.finish()
        let altered = try ThreadRegrouping(transaction: transaction).regroup(outcome.threads)
        outcome.threads.formUnion(altered)
        outcome.openThreads.formUnion(altered)
        outcome.itemsSplit = try splitter.split(outcome.threads.union(try misplaced()))
    }

    private var splitter: ThreadSplitter { ThreadSplitter(transaction: transaction, analyses: analyses) }

    /// The threads of known items whose new file places them elsewhere among items of the same moment.
    private func misplaced() throws -> Set<ThreadRow> {
        let threads = try Set(linked.compactMap { try transaction.snapshot.thread(ofItem: $0) })
        return try threads.subtracting(outcome.threads).filter {
            try !transaction.snapshot.isInReadingOrder(thread: $0)
        }
    }
}

extension ImportRecord {
    var imported: ImportedItem? {
        if case .item(let imported) = self { imported } else { nil }
    }
}

extension ImportBatch.Outcome {
    fileprivate mutating func touch(_ thread: ThreadRow, of kind: ItemKind) {
        threads.insert(thread)
        if kind.isSent { openThreads.insert(thread) }
    }
}

extension Item {
    /// The item, with the time of the export that gave it labels.
    fileprivate func labelled(at time: Int64) -> Item {
        guard case .email(var mail) = details, mail.exportedLabels != nil else { return self }
        mail.exportedLabels?.exported = time
        var item = self
        item.details = .email(mail)
        return item
    }

    /// The item, with labels that are later than those that are known if its export is: an archive that was made after the others with
    /// the mail, where the mailboxes in them have one time, that of their newest mail.
    fileprivate func labelledAfter(_ known: Item, _ path: String, among others: [String]) -> Item {
        guard case .email(var mail) = details, case .email(let stored) = known.details,
            let own = mail.exportedLabels, let theirs = stored.exportedLabels, own.names != theirs.names,
            own.areJunk == theirs.areJunk, 0...1_000 ~= theirs.exported &- own.exported,
            let made = ExportArchive.modified(holding: path),
            let latest = others.compactMap(ExportArchive.modified).max(), made != latest
        else { return self }
        mail.exportedLabels?.exported = theirs.exported + (made > latest ? 1 : -1)
        var item = self
        item.details = .email(mail)
        return item
    }

    /// True for what is a file of its own.
    fileprivate var isFile: Bool { !kind.isSent && parent == nil }
}
