import Foundation
import GRDB
package import RecallText
import RecallVectorIndex

/// The properties of every passage that ranking needs, four bytes each, ordered by id: its length in tokens and in
/// terms, and flags for the beginning of a thread and for live passages.
public struct PassageLayout: Sendable {
    /// The number of ids assigned so far, retired passages included.
    public private(set) var count = 0
    /// The lengths in tokens; 0 for retired passages.
    public private(set) var tokenCounts: [UInt16] = []
    /// The lengths in terms, for BM25.
    public private(set) var termCounts: [UInt16] = []
    /// True for the first passage of each thread. The passages of a thread have consecutive ids.
    public private(set) var beginsThread: [Bool] = []
    /// The same as a set, in which the beginning of a long thread is near.
    private var threadBeginnings = KeySet()
    /// The live passages: those that were not replaced or deleted.
    public private(set) var live = PassageSet(capacity: 0)
    /// True if the passage is live; false also for one stored after the layout was read.
    public func isLive(_ passage: PassageID) -> Bool { live.contains(passage) }

    /// The index of the first passage of a passage's thread, which identifies the thread.
    ///
    /// - Complexity: O(*d* / 64) in the passages *d* of the thread before it.
    public func threadStart(of passage: PassageID) -> Int {
        Int(threadBeginnings.last(upTo: passage.rawValue) ?? 0)
    }

    /// The languages of the library's texts, whose stemmers a query needs.
    var languages: LanguageSet = []

    /// Flags in the high bits of an entry's token count.
    enum Flag {
        static let beginsThread: UInt16 = 0x8000
        static let retired: UInt16 = 0x4000
        static let tokens: UInt16 = 0x3FFF
    }

    init() {}

    /// Each search that begins a process reads a million of these first, so they are decoded into plain memory.
    mutating func append(segment layout: Data, firstPassage: Int, languages: LanguageSet) {
        self.languages.formUnion(languages)
        let (gap, entries) = (max(0, firstPassage - 1 - count), layout.count / 4)
        tokenCounts += [UInt16](repeating: 0, count: gap)
        termCounts += [UInt16](repeating: 0, count: gap)
        beginsThread += [Bool](repeating: true, count: gap)
        count += gap
        live.reserve(count + entries)
        threadBeginnings.reserve(count + entries)
        layout.withUnsafeBytes { bytes in
            func field(_ index: Int) -> UInt16 {
                UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self))
            }
            for entry in 0..<entries where field(entry * 2) & Flag.retired == 0 {
                live.insert(PassageID(index: count + entry))
            }
            tokenCounts += Self.column(entries) { entry in
                let packed = field(entry * 2)
                return packed & Flag.retired != 0 ? 0 : packed & Flag.tokens
            }
            termCounts += Self.column(entries) { field($0 * 2 + 1) }
            beginsThread += Self.column(entries) { field($0 * 2) & Flag.beginsThread != 0 }
        }
        threadBeginnings.insert(count - gap..<count)
        for index in count..<beginsThread.count where beginsThread[index] {
            threadBeginnings.insert(UInt32(truncatingIfNeeded: index))
        }
        count += entries
    }

    @inline(__always)
    private static func column<Value>(_ count: Int, _ value: (Int) -> Value) -> [Value] {
        [Value](unsafeUninitializedCapacity: count) { values, filled in
            for index in 0..<count { values.initializeElement(at: index, to: value(index)) }
            filled = count
        }
    }

    mutating func retire(_ run: Range<Int>) {
        for index in run.clamped(to: 0..<count) {
            live.remove(PassageID(index: index))
            tokenCounts[index] = 0
        }
    }
}

extension LibrarySnapshot {
    /// Reads the layout of all passages.
    ///
    /// - Complexity: O(*n*) in the number of passage ids; reads four bytes each.
    public func passageLayout() throws -> PassageLayout {
        var layout = PassageLayout()
        let segments = try Row.fetchCursor(
            db, sql: "SELECT first_passage, layout, languages FROM segment ORDER BY first_passage")
        while let row = try segments.next() {
            layout.append(segment: row[1], firstPassage: row[0], languages: LanguageSet(rawValue: row[2]))
        }
        let runs = try Row.fetchCursor(db, sql: "SELECT first_passage, passage_count FROM retired_run")
        while let row = try runs.next() {
            let first: Int = row[0], count: Int = row[1]
            layout.retire(first - 1..<first - 1 + count)
        }
        return layout
    }
}

extension QueryAnalyzer {
    /// An analyzer for a library with the languages of `layout`.
    package convenience init(for layout: PassageLayout, in caches: TermCaches? = nil) {
        self.init(for: layout.languages, in: caches)
    }
}
