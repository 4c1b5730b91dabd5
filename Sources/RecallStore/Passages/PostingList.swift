import Foundation
import GRDB
import RecallVectorIndex

/// The passages that contain a term, and its frequency in each.
public struct PostingList: Sendable {
    /// The passages, by `PassageID.rawValue`, ascending.
    public private(set) var passages: [UInt32] = []
    /// The frequency of the term in each.
    public private(set) var frequencies: [UInt16] = []

    init() {}

    /// Removes the postings of passages that are not in a set, and those out of order, as damage could make them.
    ///
    /// Common words have hundreds of thousands of postings, so this is a loop over plain memory.
    public func filtered(_ live: PassageSet) -> PostingList {
        PostingList(atMost: passages.count) { kept in
            var next: UInt32 = 0
            live.keys.words.withUnsafeBufferPointer { words in
                for position in passages.indices {
                    let passage = passages[position]
                    let word = Int(passage / 64)
                    guard passage >= next, word < words.count, words[word] & 1 << UInt64(passage % 64) != 0
                    else { continue }
                    next = passage &+ 1
                    kept.append(passage, frequencies[position])
                }
            }
        }
    }

    /// The position of the first posting at or after `passage`, searched from position `start`.
    ///
    /// - Complexity: O(log *d*) in the distance *d* from `start` (galloping search, Bentley and Yao 1976).
    public func firstPosition(of passage: UInt32, from start: Int) -> Int {
        var (low, step) = (start, 1)
        // Doubles the step until it overshoots, then bisects the last step.
        while low + step < passages.count, passages[low + step] < passage {
            low += step
            step *= 2
        }
        var high = min(low + step, passages.count)
        while low < high {
            let middle = (low + high) / 2
            if passages[middle] < passage { low = middle + 1 } else { high = middle }
        }
        return low
    }

    mutating func append(segment bytes: Data, firstPassage: Int) {
        // A posting has a byte at least.
        let segment = PostingList(atMost: bytes.count) { list in
            bytes.withUnsafeBytes { bytes in
                var (position, passage) = (0, firstPassage)
                while let packed = VariableLengthInteger.read(bytes, &position) {
                    passage &+= packed >> 1
                    var frequency = 1
                    if packed & 1 == 1 { frequency = VariableLengthInteger.read(bytes, &position) ?? 1 }
                    // Columns count passages from 1, `PassageID` from 0.
                    list.append(UInt32(truncatingIfNeeded: passage &- 1), UInt16(clamping: frequency))
                }
            }
        }
        if passages.isEmpty { self = segment } else { append(segment) }
    }

    private mutating func append(_ other: PostingList) {
        passages += other.passages
        frequencies += other.frequencies
    }

    /// A list of at most `most` postings, which `body` adds to memory of that size.
    private init(atMost most: Int, _ body: (inout UncheckedPostings) -> Void) {
        var count = 0
        var frequencies: [UInt16] = []
        passages = [UInt32](unsafeUninitializedCapacity: most) { passages, filled in
            frequencies = [UInt16](unsafeUninitializedCapacity: most) { frequencies, alike in
                var list = UncheckedPostings(passages: passages, frequencies: frequencies)
                body(&list)
                count = list.count
                alike = count
            }
            filled = count
        }
        self.frequencies = frequencies
    }
}

/// Memory for postings, of which `PostingList` knows that they fit.
private struct UncheckedPostings {
    let passages: UnsafeMutableBufferPointer<UInt32>
    let frequencies: UnsafeMutableBufferPointer<UInt16>
    private(set) var count = 0

    init(passages: UnsafeMutableBufferPointer<UInt32>, frequencies: UnsafeMutableBufferPointer<UInt16>) {
        (self.passages, self.frequencies) = (passages, frequencies)
    }

    @inline(__always)
    mutating func append(_ passage: UInt32, _ frequency: UInt16) {
        passages.initializeElement(at: count, to: passage)
        frequencies.initializeElement(at: count, to: frequency)
        count += 1
    }
}

extension LibrarySnapshot {
    /// The merged postings of `terms`, retired passages included. Frequencies of several terms in a passage are
    /// added.
    public func postings(of terms: Set<String>) throws -> PostingList {
        var lists: [PostingList] = []
        let segments = try db.rows("SELECT id, first_passage FROM segment ORDER BY first_passage", { _ in }) { row in
            (id: row.integer(0), firstPassage: Int(row.integer(1) ?? 0))
        }
        let sql = "SELECT passages FROM posting WHERE segment_id = ? AND term = ?"
        for term in terms.sorted() {
            var list = PostingList()
            // Segments cover ascending, disjoint spans of passages, so appending keeps the list sorted.
            for segment in segments {
                let bytes = try db.firstRow(sql) {
                    $0.bind(segment.id)
                    $0.bind(term)
                } _: {
                    $0.data(0)
                }
                if let bytes { list.append(segment: bytes, firstPassage: segment.firstPassage) }
            }
            if !list.passages.isEmpty { lists.append(list) }
        }
        return PostingList(merging: lists)
    }
}

extension PostingList {
    /// Merges lists, adding the frequencies of the same passage. Merges in pairs, level by level, so that each
    /// posting is copied O(log *k*) times for *k* lists.
    init(merging lists: [PostingList]) {
        var lists = lists
        while lists.count > 1 {
            lists = stride(from: 0, to: lists.count, by: 2).map { index in
                index + 1 < lists.count ? lists[index].merged(with: lists[index + 1]) : lists[index]
            }
        }
        self = lists.first ?? PostingList()
    }

    /// Merges two lists, adding the frequencies of the same passage.
    ///
    /// - Complexity: O(*n* + *m*) in their lengths.
    private func merged(with other: PostingList) -> PostingList {
        var merged = PostingList()
        merged.passages.reserveCapacity(passages.count + other.passages.count)
        merged.frequencies.reserveCapacity(passages.count + other.passages.count)
        var (mine, theirs) = (0, 0)
        while mine < passages.count || theirs < other.passages.count {
            let next = min(passage(at: mine), other.passage(at: theirs))
            var count = 0
            if passage(at: mine) == next {
                count += Int(frequencies[mine])
                mine += 1
            }
            if other.passage(at: theirs) == next {
                count += Int(other.frequencies[theirs])
                theirs += 1
            }
            merged.passages.append(UInt32(truncatingIfNeeded: next))
            merged.frequencies.append(UInt16(clamping: count))
        }
        return merged
    }

    /// The passage at a position; `Int.max` past the end, as a sentinel for merging.
    private func passage(at position: Int) -> Int {
        position < passages.count ? Int(passages[position]) : .max
    }
}
