public import Foundation
public import RecallCore
public import RecallStore

/// All that a library holds, without the numbers that depend on the order in which it came: two libraries with equal
/// contents answer alike.
public struct LibraryContents: Equatable {
    /// A thread without its row.
    public struct Thread: Hashable {
        /// Its items, by date.
        public var items: [ItemID]
        /// Their kind.
        public var kind: ItemKind
        /// The title.
        public var title: String
        /// The dates of its first and last item.
        public var dates: ClosedRange<Date>?
    }

    /// A passage's vector and length.
    public struct PassageState: Equatable {
        /// The estimated tokens.
        public var tokenCount: UInt16
        /// The terms.
        public var termCount: UInt16
        /// The vector's half floats, if it has one.
        public var vector: Data?
    }

    /// The items, by id.
    public var items: [Item] = []
    /// The threads.
    public var threads: Set<Thread> = []
    /// The passages.
    public var passages: [Passage: PassageState] = [:]
    /// The failures listed.
    public var failures: Set<StoredFailure> = []
    /// The counts of items, threads, passages and failures.
    public var counts: [Int] = []

    /// Reads all of a library.
    public init(of store: LibraryStore) throws {
        items = try store.allItems()
        let rows = try store.allThreads()
        try store.read { snapshot in
            threads = Set(try rows.compactMap { try Self.thread($0, snapshot) })
            passages = try Self.passages(snapshot)
            failures = Set(try snapshot.failures())
            let counts = try snapshot.counts()
            self.counts = ItemKind.allCases.map { counts.items[$0] ?? 0 }
            self.counts += [
                counts.attachmentItems, counts.threads, counts.passages, counts.embeddedPassages, counts.failures,
            ]
        }
    }

    /// The differences from `other`, in words.
    public func differences(from other: LibraryContents) -> [String] {
        var differences: [String] = []
        let others = Dictionary(uniqueKeysWithValues: other.items.map { ($0.id, $0) })
        let mine = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0) })
        let changed = Set(mine.keys).union(others.keys).filter { mine[$0] != others[$0] }
        if !changed.isEmpty {
            differences.append("\(changed.count) items, such as \(changed.first.map { "\($0)" } ?? "")")
        }
        let unlike = threads.symmetricDifference(other.threads)
        if !unlike.isEmpty { differences.append("\(unlike.count) threads, such as \(unlike.prefix(2))") }
        let places = Set(passages.keys).union(other.passages.keys).filter { passages[$0] != other.passages[$0] }
        if let first = places.first {
            let states = [passages[first], other.passages[first]].map { $0.map { "\($0)" } ?? "nothing" }
            differences.append("\(places.count) passages, such as \(states)")
        }
        if failures != other.failures { differences.append("failures \(failures.symmetricDifference(other.failures))") }
        if counts != other.counts { differences.append("counts \(counts), not \(other.counts)") }
        return differences
    }

    private static func thread(_ row: ThreadRow, _ snapshot: LibrarySnapshot) throws -> Thread? {
        guard let thread = try snapshot.thread(row) else { return nil }
        let items = try snapshot.items(thread: row)
        // Items of the same moment may stand in either order.
        let sorted = items.sorted { ($0.date ?? .distantFuture, $0.id) < ($1.date ?? .distantFuture, $1.id) }
        return Thread(items: sorted.map(\.id), kind: thread.kind, title: thread.title, dates: thread.dates)
    }

    private static func passages(_ snapshot: LibrarySnapshot) throws -> [Passage: PassageState] {
        let layout = try snapshot.passageLayout()
        let vectors = try vectors(snapshot)
        var passages: [Passage: PassageState] = [:]
        for index in 0..<layout.count where layout.isLive(PassageID(index: index)) {
            guard let stored = try snapshot.passage(PassageID(index: index)) else { continue }
            passages[stored.passage] = PassageState(
                tokenCount: layout.tokenCounts[index], termCount: layout.termCounts[index], vector: vectors[index])
        }
        return passages
    }

    private static func vectors(_ snapshot: LibrarySnapshot) throws -> [Int: Data] {
        var vectors: [Int: Data] = [:]
        guard let generation = try snapshot.servingGeneration() else { return [:] }
        let size = generation.dimension + 4
        try snapshot.forEachVectorBlock(of: generation) { block in
            for (row, passage) in block.passages.enumerated() {
                let start = block.rows.startIndex + row * size
                vectors[Int(passage)] = Data(block.rows[start..<start + size])
            }
        }
        return vectors
    }
}
