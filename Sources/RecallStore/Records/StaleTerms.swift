import Foundation
import GRDB
import RecallCore
import RecallText

// Terms are stored, so a change of the rules by which text is cut into words makes those of existing items stale. Only
// items with characters whose rules changed are read again, and passages keep their ids, so that vectors stay.

extension LibraryTransaction {
    /// Makes the terms again that a migration marked.
    ///
    /// - Returns: true if there were any.
    /// - Complexity: O(*n*) in the text of all items.
    func refreshStaleTerms() throws -> Bool {
        guard try snapshot.has(.terms), try hasClusters() else { return false }
        try noteItemRewrite()
        try deriveNames(like: Self.clusters)
        try db.execute(sql: "INSERT INTO item_words (item_words) VALUES ('rebuild')")
        for segment in try staleSegments() { try rebuildPostings(segment: segment) }
        return true
    }

    /// Makes the terms of documents and notes again, which other names than the title count for since, and the words of
    /// people's names in other scripts.
    func refreshStaleNames() throws {
        guard try snapshot.has(.names) else { return }
        try deriveNames(like: Self.greekAndCyrillic)
        let passages = try Int.fetchAll(
            db, sql: "SELECT first_passage FROM item WHERE first_passage > 0 AND kind IN (3, 4) ORDER BY first_passage")
        for segment in try segments(holding: passages) { try rebuildPostings(segment: segment) }
    }

    /// A pattern of text with a Greek or Cyrillic letter.
    private static let greekAndCyrillic = "*[\u{370}-\u{52F}]*"

    /// A pattern of text with a character of Thai, Lao, Burmese or Khmer.
    private static let clusters = "*[\u{E01}-\u{EFF}\u{1000}-\u{109F}\u{1780}-\u{17FF}]*"

    private func hasClusters() throws -> Bool {
        let tables = [
            ("item_content", ["title", "text", "details", "attachments", "conversation_title"]),
            ("participant", ["name"]), ("source_file", ["path"]), ("item", ["conversation"]),
        ]
        return try tables.contains { table, columns in
            let condition = columns.map { "\($0) GLOB ?1" }.joined(separator: " OR ")
            return try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE \(condition))", arguments: [Self.clusters])
                ?? false
        }
    }

    /// Makes the words of names again that match a pattern, and what filters compare.
    private func deriveNames(like pattern: String) throws {
        let people = try Row.fetchAll(
            db, sql: "SELECT id, name, address FROM participant WHERE name GLOB ?", arguments: [pattern])
        for row in people {
            let (id, person): (Int64, Participant) = (row[0], Participant(name: row[1], address: row[2]))
            try db.execute(sql: "DELETE FROM participant_word WHERE participant_id = ?", arguments: [id])
            try insertWords(ofName: person.name, row: id)
            try db.execute(sql: "UPDATE participant SET folded = ? WHERE id = ?", arguments: [person.folded, id])
        }
    }

    /// The segments with passages of items whose terms changed.
    private func staleSegments() throws -> [Int64] {
        let passages = try Int.fetchAll(
            db,
            sql: """
                SELECT first_passage FROM item JOIN item_content ON item_id = id
                WHERE first_passage > 0 AND (title GLOB ?1 OR text GLOB ?1) ORDER BY first_passage
                """, arguments: [Self.clusters])
        return try segments(holding: passages)
    }

    private func segments(holding passages: [Int]) throws -> [Int64] {
        let spans = try Row.fetchAll(db, sql: "SELECT id, first_passage, passage_count FROM segment")
        return spans.filter { row in
            let first: Int = row[1], count: Int = row[2]
            return passages.contains { $0 >= first && $0 - first < count }
        }.map { $0[0] }
    }

    /// Makes the terms of all segments again.
    ///
    /// - Complexity: O(*n*) in the text of all items.
    func rebuildPostings() throws {
        try db.execute(sql: "DELETE FROM posting")
        for segment in try Int64.fetchAll(db, sql: "SELECT id FROM segment ORDER BY id") {
            try rebuildPostings(segment: segment)
        }
    }

    /// Makes all terms of a segment again. Its retired passages get none.
    private func rebuildPostings(segment id: Int64) throws {
        let row = try Row.fetchOne(
            db, sql: "SELECT first_passage, passage_count, layout FROM segment WHERE id = ?", arguments: [id])
        guard let row else { return }
        let first: Int = row[0], count: Int = row[1]
        var builder = SegmentBuilder(firstPassage: first)
        var layout: Data = row[2]
        for item in try items(holding: first..<first + count) {
            builder.append(item, caches.terms(of: item), termCountsIn: &layout)
        }
        try db.execute(sql: "DELETE FROM posting WHERE segment_id = ?", arguments: [id])
        try insertPostings(of: builder, segment: id)
        try db.execute(
            sql: "UPDATE segment SET layout = ?, languages = ? WHERE id = ?",
            arguments: [layout, builder.languages.rawValue, id])
    }

    private func items(holding passages: Range<Int>) throws -> [ItemDraft] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT item.id, title, text, first_passage, passages, \(LibrarySnapshot.otherNameColumns)
                FROM item JOIN item_content AS content ON item_id = item.id
                WHERE first_passage >= ? AND first_passage < ? ORDER BY first_passage
                """, arguments: [passages.lowerBound, passages.upperBound]
        ).map(ItemDraft.init(indexed:))
    }
}

extension ItemDraft {
    /// An item with the passages that it has.
    fileprivate init(indexed row: Row) {
        let ranges = StoredRanges.decode(row[4])
        let text = ThreadItemText(
            row: row[0], kind: .document, title: row[1], sender: "", text: row[2], authoredRanges: [],
            firstPassage: PassageID(column: row[3]), passages: ranges,
            otherNames: LibrarySnapshot.otherNames(
                uid: row["uid"], hasParent: row["parent_id"] != nil, details: row["file_details"]))
        self.init(text: text, passages: ranges.map { PassageSpan(range: $0, tokenCount: 0) })
    }
}

extension SegmentBuilder {
    /// Adds an item's passages at the ids that they have, and writes the numbers of their terms into the segment's
    /// layout.
    fileprivate mutating func append(_ item: ItemDraft, _ terms: ItemTerms, termCountsIn layout: inout Data) {
        guard let first = item.text.firstPassage.map({ Int($0.storedValue) }), first >= nextPassage,
            (first - firstPassage + item.passages.count) * 4 <= layout.count
        else { return }
        skip(to: first)
        let written = self.layout.count
        append(item, terms)
        for index in item.passages.indices {
            let (source, target) = (written + index * 4 + 2, (first - firstPassage + index) * 4 + 2)
            layout[layout.startIndex + target] = self.layout[source]
            layout[layout.startIndex + target + 1] = self.layout[source + 1]
        }
    }
}
