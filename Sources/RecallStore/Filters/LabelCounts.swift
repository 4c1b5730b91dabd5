import Foundation
import GRDB
import RecallCore

/// A place and the number of its items.
public struct PlaceCount: Sendable {
    /// Its name as the source gives it.
    public var name: String
    /// The name as folded words.
    public var words: String
    /// The items.
    public var items: Int
}

extension LibrarySnapshot {
    /// The places (folders, container files, chats, notebooks) with most of the items, by descending count. A file or folder
    /// that holds one chat or notebook and nothing else is listed once, by the name of what it holds; one that has the name of a chat
    /// is one place with it, as it is for a query.
    ///
    /// - Complexity: O(*n*) in items.
    public func places(of items: ItemSet, in table: ItemTable, limit: Int) throws -> [PlaceCount] {
        let counts = items == table.all ? try labelCounts() : try labelCounts(of: items, in: table)
        let sorted = counts.sorted { ($1.items, $0.label) < ($0.items, $1.label) }.prefix(2 * limit)
        var places: [PlaceCount] = []
        var known: [String: (position: Int, label: Int64)] = [:]
        for count in try withoutContainers(sorted) {
            guard let place = try place(count) else { continue }
            if let other = known[place.words] {
                places[other.position].items = try itemCount(ofLabels: other.label, count.label, items, table)
            } else {
                known[place.words] = (places.count, count.label)
                places.append(place)
            }
        }
        return Array(places.prefix(limit))
    }

    /// The number of items that have one of two labels, or both.
    private func itemCount(
        ofLabels first: Int64, _ second: Int64, _ items: ItemSet, _ table: ItemTable
    ) throws -> Int {
        let select = try db.cachedStatement(sql: "SELECT DISTINCT item_id FROM item_label WHERE label_id IN (?, ?)")
        return try ItemRow.fetchAll(select, arguments: [first, second]).count { row in
            table.position(ofRow: row).map(items.contains) ?? false
        }
    }

    /// The counts without those of sources that have exactly the items of a group.
    private func withoutContainers(_ counts: ArraySlice<LabelCount>) throws -> [LabelCount] {
        let alike = Dictionary(grouping: counts, by: \.items)
        return try counts.filter { count in
            let others = alike[count.items, default: []].filter { $0.isAlike(count) }
            guard !others.isEmpty, try field(of: count.label) == .source else { return true }
            return try !others.contains { try field(of: $0.label) == .group }
        }
    }

    private func field(of label: Int64) throws -> LabelField? {
        try Int.fetchOne(db.cachedStatement(sql: "SELECT field FROM label WHERE id = ?"), arguments: [label])
            .flatMap(LabelField.init)
    }

    private struct LabelCount {
        var label: Int64
        /// One item with the label.
        var item: ItemRow
        var items: Int
        /// A sum over the items' numbers: if it, the counts and the first items are equal, two labels are taken to be on the
        /// same items.
        var checksum: Int64

        func isAlike(_ other: LabelCount) -> Bool {
            label != other.label && item == other.item && items == other.items && checksum == other.checksum
        }

        mutating func add(_ item: ItemRow) {
            items += 1
            checksum &+= item.rawValue &* item.rawValue % LibrarySnapshot.checksumModulus
        }
    }

    /// A prime: squares modulo it do not add up equally by chance.
    private static let checksumModulus: Int64 = 1_000_003

    private static let placeLabels =
        "SELECT id FROM label WHERE field IN (\(LabelField.source.rawValue), \(LabelField.group.rawValue))"

    private func labelCounts() throws -> [LabelCount] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT label_id, MIN(item_id), COUNT(*), SUM(item_id * item_id % \(Self.checksumModulus))
                FROM item_label WHERE label_id IN (\(Self.placeLabels))
                GROUP BY label_id
                """
        ).map { LabelCount(label: $0[0], item: $0[1], items: $0[2], checksum: $0[3]) }
    }

    /// Reads the labels item by item for few items, otherwise all labels in one pass.
    private func labelCounts(of items: ItemSet, in table: ItemTable) throws -> [LabelCount] {
        let positions = items.positions
        guard positions.count > table.count / 16 else { return try labelCounts(rows: positions.map(table.row(at:))) }
        var counts: [LabelCount] = []
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT label_id, item_id FROM item_label WHERE label_id IN (\(Self.placeLabels)) ORDER BY label_id")
        while let row = try rows.next() {
            let label: Int64 = row[0], item: ItemRow = row[1]
            guard let position = table.position(ofRow: item), items.contains(position) else { continue }
            if counts.last?.label != label {
                counts.append(LabelCount(label: label, item: item, items: 0, checksum: 0))
            }
            counts[counts.count - 1].add(item)
        }
        return counts
    }

    private func labelCounts(rows: [ItemRow]) throws -> [LabelCount] {
        let places = try Int64.fetchSet(db, sql: Self.placeLabels)
        let labels = try db.cachedStatement(sql: "SELECT label_id FROM item_label WHERE item_id = ?")
        var counts: [Int64: LabelCount] = [:]
        for row in rows {
            for label in try Int64.fetchAll(labels, arguments: [row]) where places.contains(label) {
                counts[label, default: LabelCount(label: label, item: row, items: 0, checksum: 0)].add(row)
            }
        }
        return Array(counts.values)
    }

    private func place(_ count: LabelCount) throws -> PlaceCount? {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT field, words FROM label WHERE id = ?"), arguments: [count.label])
        guard let row, let field = LabelField(rawValue: row[0]) else { return nil }
        let folded: String = row[1]
        let words = folded.trimmingCharacters(in: .whitespaces)
        guard !words.isEmpty else { return nil }
        let names = field == .source ? try sourcePlaces(of: count.item) : try groups(of: count.item)
        let name = names.first { Label(field, $0).words == folded }
        return PlaceCount(name: name ?? words, words: words, items: count.items)
    }

    private func sourcePlaces(of item: ItemRow) throws -> [String] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT path, is_container FROM item_source JOIN source_file ON source_file.id = source_file_id
                    WHERE item_id = ?
                    """), arguments: [item]
        ).map { String(Label.place(ofFile: $0[0], isContainer: $0[1])) }
    }

    private func groups(of item: ItemRow) throws -> [String] {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT conversation_title, conversation, details FROM item_content JOIN item ON item.id = item_id
                    WHERE item_id = ?
                    """), arguments: [item])
        guard let row else { return [] }
        guard case .note(let note) = try JSONColumns.details(row[2]) else { return [row[0], row[1] ?? ""] }
        return [row[0], row[1] ?? "", note.notebook]
    }
}
