import Foundation
import GRDB

/// The passages that contain a term, and how often.
public struct PostingList: Sendable {
    /// Indexes (id - 1) of the passages, ascending.
    public private(set) var passages: [UInt32] = []
    /// How often the term occurs in each.
    public private(set) var frequencies: [UInt16] = []

    mutating func append(segment bytes: Data, firstPassage: Int) {
        bytes.withUnsafeBytes { bytes in
            var (position, passage) = (0, firstPassage)
            while let packed = VariableLengthInteger.read(bytes, &position) {
                passage += packed >> 1
                var frequency = 1
                if packed & 1 == 1 { frequency = VariableLengthInteger.read(bytes, &position) ?? 1 }
                passages.append(UInt32(truncatingIfNeeded: passage - 1))
                frequencies.append(UInt16(clamping: frequency))
            }
        }
    }
}

extension LibrarySnapshot {
    /// The terms that begin with `beginning` and are in most passages, at most 32: what a word may be that somebody is
    /// still typing. None for less than two characters, which begin too much.
    public func terms(beginningWith beginning: String) throws -> [String] {
        guard beginning.count >= 2 else { return [] }
        // The bytes of a list are as many as its passages, or a little more; asking for their number reads none of them.
        let statement = try db.cachedStatement(
            sql: """
                SELECT posting.term FROM segment JOIN posting ON posting.segment_id = segment.id
                WHERE posting.term >= ?1 AND posting.term < ?1 || char(0x10FFFF)
                GROUP BY posting.term ORDER BY SUM(length(posting.passages)) DESC, posting.term LIMIT 32
                """)
        return try String.fetchAll(statement, arguments: [beginning])
    }

    /// The passages that contain any of `terms`, retired ones included; of several terms in a passage the counts are added.
    public func postings(of terms: Set<String>) throws -> PostingList {
        var lists: [PostingList] = []
        let segments = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT id, first_passage FROM segment ORDER BY first_passage"))
        let statement = try db.cachedStatement(sql: "SELECT passages FROM posting WHERE segment_id = ? AND term = ?")
        for term in terms.sorted() {
            var list = PostingList()
            for segment in segments {
                guard let bytes = try Data.fetchOne(statement, arguments: [segment[0] as Int64, term]) else { continue }
                list.append(segment: bytes, firstPassage: segment[1])
            }
            if !list.passages.isEmpty { lists.append(list) }
        }
        return lists.dropFirst().reduce(lists.first ?? PostingList()) { $0.merged(with: $1) }
    }
}

extension PostingList {
    /// Both lists in one, counts of the same passage added.
    func merged(with other: PostingList) -> PostingList {
        var counts: [UInt32: UInt16] = [:]
        for (passage, count) in zip(passages, frequencies) { counts[passage] = count }
        for (passage, count) in zip(other.passages, other.frequencies) {
            counts[passage] = UInt16(clamping: Int(counts[passage] ?? 0) + Int(count))
        }
        var merged = PostingList()
        for (passage, count) in counts.sorted(by: { $0.key < $1.key }) {
            merged.passages.append(passage)
            merged.frequencies.append(count)
        }
        return merged
    }
}
