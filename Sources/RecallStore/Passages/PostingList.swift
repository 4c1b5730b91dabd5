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
