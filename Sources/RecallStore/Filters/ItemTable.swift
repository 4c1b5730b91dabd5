public import Foundation
import GRDB
public import RecallCore
import Synchronization

/// The properties of every item that filters need, in columns ordered by row.
///
/// 30 bytes an item: sizes, passage ids and rows of others in four bytes each, since greater ones mean a damaged library.
/// Cached between searches, so that filters by kind, date, sender and size read nothing from disk.
public struct ItemTable: Sendable {
    /// Distinguishes tables that were loaded at different times, and keeps what few filters need of one.
    public final class Identity: Sendable {
        private let chats = Mutex<ChatSenders?>(nil)
        private let contacts = Mutex<[StoredContact]?>(nil)

        /// The chats of the table's messages, as `make` returns them the first time.
        func chatSenders(_ make: () throws -> ChatSenders) rethrows -> ChatSenders {
            try Self.kept(chats, make)
        }

        /// The contacts with nicknames, as `make` returns them the first time.
        func nicknamed(_ make: () throws -> [StoredContact]) rethrows -> [StoredContact] {
            try Self.kept(contacts, make)
        }

        private static func kept<Value: Sendable>(
            _ value: borrowing Mutex<Value?>, _ make: () throws -> Value
        ) rethrows -> Value {
            try value.withLock { value in
                if let value { return value }
                let made = try make()
                value = made
                return made
            }
        }
    }

    /// Shared by the copies of one table only.
    public internal(set) var identity = Identity()
    fileprivate var rows = AscendingRows()
    private(set) var kinds: [UInt8] = []
    /// Milliseconds since 1970; `undated` for items without a date.
    private(set) var dates: [Int64] = []
    /// Rows of threads.
    private(set) var threads: [UInt32] = []
    /// Rows of participants; 0 for items without a sender.
    private(set) var senders: [UInt32] = []
    private(set) var byteCounts: [UInt32] = []
    private(set) var languages: [UInt8] = []
    /// The first passage id of each item, and the number of its passages, which is 0 for an item without any.
    private var (firstPassages, passageCounts): ([UInt32], [UInt32]) = ([], [])
    /// The greatest passage id.
    private(set) var lastPassage = 0

    static let undated = Int64.min
    /// Greater ids mean a damaged library.
    private static let mostPassages = Int(UInt32.max)

    /// The number of items.
    public var count: Int { rows.count }

    /// All items.
    public var all: ItemSet { ItemSet(capacity: count, containsAll: true) }

    mutating func append(_ row: Row) {
        rows.append(UInt32(clamping: row[0] as Int64))
        kinds.append(0)
        dates.append(Self.undated)
        threads.append(0)
        senders.append(0)
        byteCounts.append(0)
        languages.append(0)
        firstPassages.append(0)
        passageCounts.append(0)
        set(row, at: count - 1)
    }

    /// Replaces the columns of an item that changed.
    mutating func replace(_ row: Row) {
        if let position = position(ofRow: row[0]) { set(row, at: position) }
    }

    private mutating func set(_ row: Row, at position: Int) {
        kinds[position] = UInt8(truncatingIfNeeded: row[1] as Int)
        dates[position] = row[2] ?? Self.undated
        threads[position] = UInt32(clamping: row[3] as Int64)
        senders[position] = UInt32(clamping: row[4] as Int64? ?? 0)
        byteCounts[position] = UInt32(clamping: row[5] as Int)
        languages[position] = UInt8(truncatingIfNeeded: row[6] as Int)
        let first: Int = row[7]
        let hasPassages = (1..<Self.mostPassages).contains(first)
        firstPassages[position] = hasPassages ? UInt32(first) : 0
        passageCounts[position] = hasPassages ? UInt32(clamping: StoredRanges.count(row[8])) : 0
        lastPassage = max(lastPassage, passageIDs(at: position).upperBound - 1)
    }

    /// The passage ids of an item; empty if it has none.
    private func passageIDs(at position: Int) -> Range<Int> {
        let first = Int(firstPassages[position])
        return first..<first + Int(passageCounts[position])
    }

    /// The items for whose value in a column `isIncluded` returns true.
    ///
    /// - Complexity: O(*n*) in items, over plain memory.
    @inline(__always)
    func items<Value>(
        _ column: KeyPath<ItemTable, [Value]>, where isIncluded: (Value) -> Bool
    ) -> ItemSet {
        self[keyPath: column].withUnsafeBufferPointer { values in
            ItemSet(capacity: count) { isIncluded(values[$0]) }
        }
    }

    /// The position of a row.
    func position(ofRow row: ItemRow) -> Int? { UInt32(exactly: row.rawValue).flatMap(rows.position) }

    /// The live passages of the items.
    ///
    /// - Complexity: O(*m*) in the items and their passages; one bit for each passage of the library.
    public func passages(of items: ItemSet, in layout: PassageLayout) -> PassageSet {
        var set = PassageSet(capacity: layout.count)
        // Items that were stored together have passages in a row.
        var run = 0..<0
        firstPassages.withUnsafeBufferPointer { firstPassages in
            items.forEachPosition { position in
                let first = Int(firstPassages[position])
                let next = first..<first + Int(passageCounts[position])
                if next.lowerBound == run.upperBound {
                    run = run.lowerBound..<next.upperBound
                } else if !next.isEmpty {
                    set.insert(storedIn: run)
                    run = next
                }
            }
        }
        set.insert(storedIn: run)
        set.formIntersection(layout.live)
        return set
    }

    /// The number of passages of the items.
    public func passageCount(of items: ItemSet) -> Int {
        var count = 0
        items.forEachPosition { count += Int(passageCounts[$0]) }
        return count
    }

    /// The number of threads with at least one of the items.
    public func threadCount(of items: ItemSet) -> Int {
        Set(items.positions.lazy.map { threads[$0] }).count
    }

    /// The positions of the items, newest first, undated ones last.
    public func newestFirst(_ items: ItemSet) -> [Int] {
        items.positions.sorted { (dates[$0], $0) > (dates[$1], $1) }
    }

    /// The positions of all items, newest first, undated ones last.
    ///
    /// - Complexity: O(*n* log *n*); O(*n*) if items were inserted in the order of their dates.
    public func newestFirst() -> [UInt32] {
        let ascending = (0..<UInt32(count)).sorted { dates[Int($0)] < dates[Int($1)] }
        return ascending.reversed()
    }

    /// The passages of the item at `position`.
    public func passages(at position: Int) -> Range<PassageID> {
        let ids = passageIDs(at: position)
        return PassageRuns.run(first: Int64(ids.lowerBound), count: ids.count)
    }

    /// The row of the item at `position`.
    func row(at position: Int) -> ItemRow { ItemRow(rawValue: Int64(rows[position])) }

    /// The row of the thread of the item at `position`.
    public func thread(at position: Int) -> ThreadRow { ThreadRow(rawValue: Int64(threads[position])) }

    /// The kind of the item at `position`.
    public func kind(at position: Int) -> ItemKind? { ItemKind(storedValue: Int(kinds[position])) }

    /// The language of the item at `position`; `nil` if it could not be detected.
    public func language(at position: Int) -> Language? { Language(storedValue: languages[position]) }

    /// The date of the item at `position`.
    public func date(at position: Int) -> Date? {
        dates[position] == Self.undated ? nil : Date(storedValue: dates[position])
    }

    /// The place of the item at `position` in lists.
    public func listPosition(at position: Int) -> ItemListPosition {
        ItemListPosition(
            date: dates[position] == Self.undated ? nil : dates[position], row: row(at: position).rawValue)
    }

    /// True if the item at `position` comes after a place in lists, which are newest first.
    public func isListed(_ position: Int, after place: ItemListPosition) -> Bool {
        (dates[position], row(at: position).rawValue) < (place.date ?? Self.undated, place.row)
    }
}

extension LibrarySnapshot {
    /// The table of all items.
    ///
    /// - Complexity: O(*n*) in items; reads no text.
    public func itemTable() throws -> ItemTable {
        var table = ItemTable()
        try forEachRow("ORDER BY id") { table.append($0) }
        return table
    }

    /// The table of all items, updated from an earlier one, provided that no item was rewritten since. New items are
    /// appended. The items of threads that grew or were merged are read again, because their passages have new ids.
    ///
    /// - Complexity: O(*m*) in the items that are read, and a copy of the table.
    public func itemTable(updating table: ItemTable) throws -> ItemTable {
        var table = table
        table.identity = ItemTable.Identity()
        let (last, lastPassage) = (Int64(table.rows.last ?? 0), table.lastPassage)
        try forEachRow("WHERE first_passage > 0 AND first_passage > ? AND id <= ?", [lastPassage, last]) {
            table.replace($0)
        }
        try forEachRow("WHERE id > ? ORDER BY id", [last]) { table.append($0) }
        return table
    }

    private func forEachRow(
        _ condition: String, _ arguments: StatementArguments = [], _ body: (Row) -> Void
    ) throws {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT id, kind, date, thread_id, sender_id, byte_count, language, first_passage, passages
                    FROM item \(condition)
                    """), arguments: arguments)
        while let row = try rows.next() { body(row) }
    }

    /// The summary of the item at a position of the table; `nil` if it was deleted.
    public func summary(at position: Int, of table: ItemTable) throws -> ItemSummary? {
        try db.firstRow(Self.summaryByRowQuery, { $0.bind(table.row(at: position).rawValue) }, Self.summary)
    }
}
