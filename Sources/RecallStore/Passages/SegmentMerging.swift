import Foundation
import GRDB
import RecallText

extension LibraryTransaction {
    /// Merges segments as a log-structured merge tree does: when a level has `fanOut` segments, they become one
    /// segment of the next level. A search then reads O(log *n*) segments, and each posting is rewritten O(log *n*)
    /// times. Segments with much garbage are written without it, so that under a quarter of all postings is garbage.
    ///
    /// - Returns: true if anything was merged.
    public func mergeSegments() throws -> Bool {
        var merged = false
        while let level = try levelToMerge() {
            try merge(level: level)
            merged = true
        }
        while let segment = try segmentToClean() {
            try write([segment], level: segment.level)
            merged = true
        }
        return merged
    }

    /// Merges adjacent segments, which count as one of the highest of their levels.
    func mergeSegments(withIDs ids: [Int64]) throws {
        let merged = try segments("id IN (\(ids.map(String.init).joined(separator: ", ")))", [])
        guard merged.count > 1, let level = merged.map(\.level).max() else { return }
        try write(merged, level: level)
    }

    /// Merges all segments into one, so that a search reads one list for each term.
    ///
    /// - Complexity: reads and writes all postings.
    func mergeAllSegments() throws {
        let all = try segments("TRUE", [])
        let hasGarbage = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM retired_run") ?? 0 > 0
        guard all.count > 1 || hasGarbage, let level = all.map(\.level).max() else { return }
        try write(all, level: level)
    }

    /// The segment with the greatest share of garbage, postings of retired passages, if a quarter of all postings are garbage.
    private func segmentToClean() throws -> Segment? {
        guard try isGarbageDue() else { return nil }
        let first = try Int.fetchOne(
            db,
            sql: """
                SELECT segment.first_passage FROM retired_run AS run JOIN segment
                    ON run.first_passage >= segment.first_passage
                    AND run.first_passage < segment.first_passage + segment.passage_count
                GROUP BY segment.id ORDER BY SUM(run.passage_count) * 1.0 / segment.passage_count DESC LIMIT 1
                """)
        return try first.flatMap { try segments("first_passage = ?", [$0]).first }
    }

    private func isGarbageDue() throws -> Bool {
        let garbage = try Int.fetchOne(db, sql: "SELECT SUM(passage_count) FROM retired_run") ?? 0
        guard garbage > 0, garbage >= caches.leastGarbage else { return false }
        let live = try Int.fetchOne(db, sql: "SELECT SUM(passage_count) FROM thread") ?? 0
        let isDue = garbage * 3 >= live
        // All threads are asked for that. What is garbage later is live now, so it is not due before there is that much.
        caches.leastGarbage = isDue ? 0 : (live + garbage + 3) / 4
        return isDue
    }

    private static let fanOut = 8

    private func levelToMerge() throws -> Int? {
        try Int.fetchOne(
            db, sql: "SELECT level FROM segment GROUP BY level HAVING COUNT(*) >= ? ORDER BY level LIMIT 1",
            arguments: [Self.fanOut])
    }

    private struct Segment {
        var id: Int64
        var level: Int
        var firstPassage: Int
        var passageCount: Int
        var layout: Data
        var languages: LanguageSet
    }

    private func merge(level: Int) throws {
        try write(segments("level = ?", [level]), level: level + 1)
    }

    /// Rewrites the first segment after `last` that has retired passages, without their postings.
    ///
    /// - Returns: the first passage of that segment, from which to continue; `nil` if there is no such segment.
    func purgeSegment(after last: Int) throws -> Int? {
        let next = try segments(
            """
            first_passage > ? AND EXISTS (
                SELECT 1 FROM retired_run AS run
                WHERE run.first_passage >= segment.first_passage
                    AND run.first_passage < segment.first_passage + segment.passage_count)
            """, [last]
        ).first
        guard let next else { return nil }
        try write([next], level: next.level)
        return next.firstPassage
    }

    private func segments(_ condition: String, _ arguments: StatementArguments) throws -> [Segment] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT id, level, first_passage, passage_count, layout, languages FROM segment
                WHERE \(condition) ORDER BY first_passage
                """, arguments: arguments
        ).map {
            Segment(
                id: $0[0], level: $0[1], firstPassage: $0[2], passageCount: $0[3], layout: $0[4],
                languages: LanguageSet(rawValue: $0[5]))
        }
    }

    /// Merges adjacent segments into one, without retired passages.
    private func write(_ segments: [Segment], level: Int) throws {
        guard let first = segments.first, let last = segments.last else { return }
        let span = first.firstPassage..<last.firstPassage + last.passageCount
        // A run never crosses segments, because a thread's passages are stored in one transaction.
        let retired = try retiredRuns(in: span)
        try insertSegment(
            level: level, firstPassage: span.lowerBound, passageCount: span.count,
            layout: Self.layout(of: segments, span, retired),
            languages: segments.reduce(into: LanguageSet()) { $0.formUnion($1.languages) })
        try mergePostings(of: segments, into: db.lastInsertedRowID, firstPassage: span.lowerBound, retired)
        try delete(segments, retired)
    }

    private func retiredRuns(in span: Range<Int>) throws -> [Range<Int>] {
        try Row.fetchAll(
            db,
            sql: "SELECT first_passage, passage_count FROM retired_run WHERE first_passage >= ? AND first_passage < ?",
            arguments: [span.lowerBound, span.upperBound]
        ).map { row in
            let first: Int = row[0], count: Int = row[1]
            return first..<first + count
        }
    }

    private static func layout(of segments: [Segment], _ span: Range<Int>, _ retired: [Range<Int>]) -> Data {
        var layout = Data(capacity: span.count * 4)
        let gone = [PassageLayout.Flag.retired | PassageLayout.Flag.beginsThread, 0].map(\.littleEndian)
            .withUnsafeBytes { Data($0) }
        for segment in segments {
            // Passages between two segments, if there are any, count as retired.
            while layout.count < (segment.firstPassage - span.lowerBound) * 4 { layout.append(gone) }
            layout.append(segment.layout)
        }
        for passage in retired.joined() {
            let offset = (passage - span.lowerBound) * 4
            layout.replaceSubrange(offset..<offset + 4, with: gone)
        }
        return layout
    }

    /// Merges the postings of several segments in one pass over their sorted terms.
    private func mergePostings(
        of segments: [Segment], into id: Int64, firstPassage: Int, _ retired: [Range<Int>]
    ) throws {
        let retired = IndexSet(retired.reduce(into: IndexSet()) { $0.insert(integersIn: $1) })
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT posting.term, posting.passages, segment.first_passage
                FROM posting JOIN segment ON segment.id = posting.segment_id
                WHERE segment.id IN (\(segments.map { String($0.id) }.joined(separator: ", ")))
                ORDER BY posting.term, segment.first_passage
                """)
        // Rows are sorted by term, then by passage, so a term is complete when the next one begins. Only one term is
        // in memory at a time.
        var merging = TermMerge(firstPassage: firstPassage, retired: retired)
        while let row = try rows.next() {
            if let done = merging.add(term: row[0], postings: row[1], firstPassage: row[2]) {
                try insert(done.postings, of: done.term, segment: id)
            }
        }
        if let done = merging.finish() { try insert(done.postings, of: done.term, segment: id) }
    }

    private func delete(_ segments: [Segment], _ retired: [Range<Int>]) throws {
        for segment in segments {
            try db.execute(sql: "DELETE FROM posting WHERE segment_id = ?", arguments: [segment.id])
            try db.execute(sql: "DELETE FROM segment WHERE id = ?", arguments: [segment.id])
        }
        for run in retired {
            try db.execute(sql: "DELETE FROM retired_run WHERE first_passage = ?", arguments: [run.lowerBound])
        }
    }
}

/// Merges the postings of one term from several segments, added in order of their passages.
private struct TermMerge {
    let firstPassage: Int
    let retired: IndexSet
    private var term: String?
    private var builder: SegmentBuilder.PostingBuilder

    init(firstPassage: Int, retired: IndexSet) {
        self.firstPassage = firstPassage
        self.retired = retired
        builder = SegmentBuilder.PostingBuilder(last: firstPassage)
    }

    /// Adds a segment's postings. If `term` is a new one, returns the previous term with its merged postings.
    mutating func add(term: String, postings: Data, firstPassage: Int) -> (term: String, postings: Data)? {
        let done = term == self.term ? nil : finish()
        self.term = term
        var list = PostingList()
        list.append(segment: postings, firstPassage: firstPassage)
        for (index, frequency) in zip(list.passages, list.frequencies) where !retired.contains(Int(index) + 1) {
            builder.append(Int(index) + 1, Int(frequency))
        }
        return done
    }

    /// The current term with its merged postings; `nil` if all its passages are retired.
    mutating func finish() -> (term: String, postings: Data)? {
        defer { builder = SegmentBuilder.PostingBuilder(last: firstPassage) }
        guard let term, !builder.bytes.isEmpty else { return nil }
        return (term, Data(builder.bytes))
    }
}
