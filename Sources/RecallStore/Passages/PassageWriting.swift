import Foundation
import GRDB
import RecallText

extension LibraryTransaction {
    /// Replaces the passages of `threads`: they are split, counted and lexically searchable with this transaction,
    /// and embedded later.
    ///
    /// The passages of one thread get consecutive ids, so that a passage's context window is a range of ids.
    public func write(_ threads: [ThreadDraft]) throws {
        var segment = SegmentBuilder(firstPassage: Int(try snapshot.nextPassage().storedValue))
        for draft in threads {
            try retirePassages(thread: draft.thread)
            try write(draft, to: &segment)
        }
        try insert(segment)
    }

    private func write(_ draft: ThreadDraft, to segment: inout SegmentBuilder) throws {
        let first = segment.nextPassage
        segment.beginThread()
        for item in draft.items {
            let firstOfItem = item.passages.isEmpty ? 0 : segment.nextPassage
            segment.append(item, caches.terms(of: item))
            let quotedTexts = try JSONColumns.encode(item.text.quotedTexts)
            try db.run("UPDATE item SET first_passage = ?, passages = ?, quoted = ? WHERE id = ?") {
                $0.bind(firstOfItem)
                $0.bind(StoredRanges.encode(item.passages.map(\.range)))
                $0.bind(quotedTexts)
                $0.bind(item.text.row.rawValue)
            }
        }
        try db.cachedStatement(
            sql: """
                UPDATE thread SET title = ?, item_count = ?, first_date = ?, last_date = ?, first_passage = ?,
                    passage_count = ?, generation = NULL, spare_generation = NULL
                WHERE id = ?
                """
        ).execute(arguments: [
            draft.title, draft.items.count, draft.dates?.lowerBound.storedValue, draft.dates?.upperBound.storedValue,
            first, segment.nextPassage - first, draft.thread,
        ])
    }

    /// Marks a thread's passages as retired. Their ids are never reused.
    func retirePassages(thread: ThreadRow) throws {
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO retired_run (first_passage, passage_count)
                SELECT first_passage, passage_count FROM thread WHERE id = ? AND passage_count > 0
                """
        ).execute(arguments: [thread])
        try db.cachedStatement(sql: "UPDATE thread SET passage_count = 0 WHERE id = ?").execute(arguments: [thread])
    }

    private func insert(_ segment: SegmentBuilder) throws {
        guard segment.nextPassage > segment.firstPassage else { return }
        try insertSegment(
            level: 0, firstPassage: segment.firstPassage, passageCount: segment.nextPassage - segment.firstPassage,
            layout: segment.layout, languages: segment.languages)
        try insertPostings(of: segment, segment: db.lastInsertedRowID)
    }

    func insertPostings(of segment: SegmentBuilder, segment id: Int64) throws {
        for (term, postings) in segment.postingsByTerm() { try insert(postings, of: term, segment: id) }
    }

    func insert(_ postings: Data, of term: String, segment id: Int64) throws {
        try db.run("INSERT INTO posting (segment_id, term, passages) VALUES (?, ?, ?)") {
            $0.bind(id)
            $0.bind(term)
            $0.bind(postings)
        }
    }

    func insertSegment(level: Int, firstPassage: Int, passageCount: Int, layout: Data, languages: LanguageSet) throws {
        try db.execute(
            sql: """
                INSERT INTO segment (level, first_passage, passage_count, layout, languages) VALUES (?, ?, ?, ?, ?)
                """,
            arguments: [level, firstPassage, passageCount, layout, languages.rawValue])
    }
}

extension LibrarySnapshot {
    /// The number that the next passage gets.
    func nextPassage() throws -> PassageID {
        // The last segment ends with the greatest id ever assigned: merging and purging keep the span of a segment.
        let next = try Int64.fetchOne(
            db, sql: "SELECT first_passage + passage_count FROM segment ORDER BY first_passage DESC LIMIT 1")
        return PassageID(storedValue: next ?? 1)
    }
}
