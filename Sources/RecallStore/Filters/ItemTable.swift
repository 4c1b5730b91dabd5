public import Foundation
import GRDB
public import RecallCore

/// The properties of every item that filters need, in columns ordered by row.
///
/// About fifty bytes an item. Cached between searches, so that filters by kind, date, sender and size read nothing
/// from disk.
public struct ItemTable: Sendable {
    /// Tells one loading of the table from another.
    public final class Identity: Sendable {}

    /// The same for copies of one table only.
    public internal(set) var identity = Identity()
    private(set) var rows: [ItemRow] = []
    private(set) var kinds: [UInt8] = []
    /// Milliseconds since 1970; `undated` where there is no date.
    private(set) var dates: [Int64] = []
    private(set) var threads: [ThreadRow] = []
    /// 0 where there is no sender.
    private(set) var senders: [Int64] = []
    private(set) var byteCounts: [Int] = []
    private(set) var languages: [UInt8] = []
    /// The ids of the items' passages; empty where there are none.
    private var passageIDs: [Range<Int>] = []
    /// The highest id of a passage.
    private(set) var lastPassage = 0

    static let undated = Int64.min
    /// Larger ids are damage.
    private static let mostPassages = 1 << 40

    /// The number of items.
    public var count: Int { rows.count }

    /// All items.
    public var all: ItemSet { ItemSet(capacity: count, containsAll: true) }

    mutating func append(_ row: Row) {
        rows.append(ItemRow(rawValue: 0))
        kinds.append(0)
        dates.append(Self.undated)
        threads.append(ThreadRow(rawValue: 0))
        senders.append(0)
        byteCounts.append(0)
        languages.append(0)
        passageIDs.append(0..<0)
        set(row, at: count - 1)
    }

    /// Takes over an item that changed.
    mutating func replace(_ row: Row) {
        if let position = position(ofRow: row[0]) { set(row, at: position) }
    }

    private mutating func set(_ row: Row, at position: Int) {
        rows[position] = row[0]
        kinds[position] = UInt8(truncatingIfNeeded: row[1] as Int)
        dates[position] = row[2] ?? Self.undated
        threads[position] = row[3]
        senders[position] = row[4] ?? 0
        byteCounts[position] = row[5]
        languages[position] = UInt8(truncatingIfNeeded: row[6] as Int)
        let first: Int = row[7]
        let hasPassages = (1..<Self.mostPassages).contains(first)
        passageIDs[position] = hasPassages ? first..<first + StoredRanges.count(row[8]) : 0..<0
        lastPassage = max(lastPassage, passageIDs[position].upperBound - 1)
    }

    /// The items for which `isIncluded` says so.
    func items(where isIncluded: (Int) -> Bool) -> ItemSet {
        var set = ItemSet(capacity: count)
        for position in 0..<count where isIncluded(position) { set.insert(position) }
        return set
    }

    /// The position of a row, which is nearly always as far from the first as its number is.
    func position(ofRow row: ItemRow) -> Int? {
        guard let first = rows.first, row >= first else { return nil }
        let guess = UInt64(bitPattern: row.rawValue &- first.rawValue)
        if guess < count, rows[Int(guess)] == row { return Int(guess) }
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle] < row { low = middle + 1 } else { high = middle }
        }
        return low < count && rows[low] == row ? low : nil
    }

    /// The live passages of the items.
    ///
    /// - Complexity: O(*m*) in the items and their passages; one bit for each passage of the library.
    public func passages(of items: ItemSet, in layout: PassageLayout) -> PassageSet {
        var set = PassageSet(capacity: layout.count)
        items.forEachPosition { position in
            for passage in passages(at: position) where layout.isLive(passage) { set.insert(passage) }
        }
        return set
    }

    /// The number of passages of the items.
    public func passageCount(of items: ItemSet) -> Int {
        var count = 0
        items.forEachPosition { count += passageIDs[$0].count }
        return count
    }

    /// The number of threads with at least one of the items.
    public func threadCount(of items: ItemSet) -> Int {
        Set(items.positions.lazy.map { threads[$0] }).count
    }

    /// The items' positions, newest first; those without a date last.
    public func newestFirst(_ items: ItemSet) -> [Int] {
        items.positions.sorted { (dates[$0], rows[$0]) > (dates[$1], rows[$1]) }
    }

    /// The positions of all items, newest first; those without a date last.
    ///
    /// - Complexity: O(*n* log *n*), O(*n*) where items came in the order of their dates.
    public func newestFirst() -> [UInt32] {
        let ascending = (0..<UInt32(count)).sorted { dates[Int($0)] < dates[Int($1)] }
        return ascending.reversed()
    }

    /// The passages of the item at `position`.
    public func passages(at position: Int) -> Range<PassageID> {
        let ids = passageIDs[position]
        return PassageRuns.run(first: Int64(ids.lowerBound), count: ids.count)
    }

    /// The row of the thread of the item at `position`.
    public func thread(at position: Int) -> ThreadRow { threads[position] }

    /// The kind of the item at `position`.
    public func kind(at position: Int) -> ItemKind? { ItemKind(storedValue: Int(kinds[position])) }

    /// The language of the item at `position`, if it could be told.
    public func language(at position: Int) -> Language? { Language(storedValue: languages[position]) }

    /// The date of the item at `position`.
    public func date(at position: Int) -> Date? {
        dates[position] == Self.undated ? nil : Date(storedValue: dates[position])
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

    /// The table of all items, from that of an earlier state since which no item was rewritten: what came in is appended,
    /// and the items of threads that grew or were joined, whose passages have new ids, are read again.
    ///
    /// - Complexity: O(*m*) in the items that are read, and a copy of the table.
    public func itemTable(updating table: ItemTable) throws -> ItemTable {
        var table = table
        table.identity = ItemTable.Identity()
        let (last, lastPassage) = (table.rows.last?.rawValue ?? 0, table.lastPassage)
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

    /// The summary of the item at a position of the table, or `nil` if it is gone.
    public func summary(at position: Int, of table: ItemTable) throws -> ItemSummary? {
        try Row.fetchOne(db.cachedStatement(sql: Self.summaryByRowQuery), arguments: [table.rows[position]])
            .flatMap(Self.summary)
    }
}
