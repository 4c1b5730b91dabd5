import Foundation
import GRDB
import RecallText

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
    /// The live passages: those that were not replaced or deleted.
    public private(set) var live = PassageSet(capacity: 0)
    /// True if the passage is live; false also for one stored after the layout was read.
    public func isLive(_ passage: PassageID) -> Bool { live.contains(passage) }

    /// The languages of the library's texts, whose stemmers a query needs.
    var languages: LanguageSet = []

    /// Flags in the high bits of an entry's token count.
    enum Flag {
        static let beginsThread: UInt16 = 0x8000
        static let retired: UInt16 = 0x4000
        static let tokens: UInt16 = 0x3FFF
    }

    init() {}

    mutating func append(segment layout: Data, firstPassage: Int, languages: LanguageSet) {
        self.languages.formUnion(languages)
        padUpTo(firstPassage - 1)
        layout.withUnsafeBytes { bytes in
            for offset in stride(from: 0, to: bytes.count - 3, by: 4) {
                let packed = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
                let terms = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 2, as: UInt16.self))
                append(packed, terms)
            }
        }
    }

    private mutating func append(_ packed: UInt16, _ terms: UInt16) {
        let isRetired = packed & Flag.retired != 0
        tokenCounts.append(isRetired ? 0 : packed & Flag.tokens)
        termCounts.append(terms)
        beginsThread.append(packed & Flag.beginsThread != 0)
        if !isRetired { live.insert(PassageID(index: count)) }
        count += 1
    }

    private mutating func padUpTo(_ index: Int) {
        while count < index { append(Flag.retired | Flag.beginsThread, 0) }
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
    package convenience init(for layout: PassageLayout) {
        self.init(for: layout.languages)
    }
}
