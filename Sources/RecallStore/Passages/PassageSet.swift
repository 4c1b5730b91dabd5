import RecallText
public import RecallVectorIndex

/// A set of passages, one bit each.
public struct PassageSet: Sendable {
    /// The passages' raw values.
    public private(set) var keys: KeySet

    /// An empty set for passages numbered below `capacity`.
    public init(capacity: Int) {
        keys = KeySet(capacity: capacity)
    }

    /// Makes room for passages numbered below `capacity`.
    mutating func reserve(_ capacity: Int) {
        keys.reserve(capacity)
    }

    mutating func insert(_ passage: PassageID) {
        keys.insert(passage.rawValue)
    }

    /// Adds the passages with these numbers of columns, which count from 1, as far as there is room.
    mutating func insert(storedIn columns: Range<Int>) {
        keys.insert(max(0, columns.lowerBound - 1)..<max(0, columns.upperBound - 1))
    }

    /// The passages of the set with indexes in a span, ascending.
    public func passages(in span: Range<Int>) -> [PassageID] {
        keys.keys(in: span).map { PassageID(rawValue: $0) }
    }

    /// Removes the passages that are not in another set.
    mutating func formIntersection(_ other: PassageSet) {
        keys.formIntersection(other.keys)
    }

    /// Removes a passage.
    public mutating func remove(_ passage: PassageID) {
        keys.remove(passage.rawValue)
    }

    /// Removes the passages with indexes in a span.
    public mutating func remove(_ span: Range<Int>) {
        for passage in passages(in: span) { remove(passage) }
    }

    /// Removes the passages of another set.
    public mutating func subtract(_ other: PassageSet) {
        keys.subtract(other.keys)
    }

    /// True if the passage is in the set.
    @inlinable
    public func contains(_ passage: PassageID) -> Bool {
        keys.contains(passage.rawValue)
    }

    /// The number of passages in the set.
    public var count: Int { keys.count }
}

/// Disjoint runs of consecutive passages, ascending.
public struct PassageRuns: Hashable, Sendable {
    /// The runs.
    public private(set) var runs: [Range<PassageID>] = []

    /// The number of passages.
    public var count: Int { runs.reduce(0) { $0 + $1.count } }

    /// The union of runs in any order.
    public init(_ runs: [Range<PassageID>] = []) {
        for run in runs.sorted(by: { $0.lowerBound < $1.lowerBound }) where !run.isEmpty {
            if let last = self.runs.last, run.lowerBound <= last.upperBound {
                self.runs[self.runs.count - 1] = last.lowerBound..<max(last.upperBound, run.upperBound)
            } else {
                self.runs.append(run)
            }
        }
    }

    /// The passages of an item or a thread, from its columns: the first passage (0 for none) and their number.
    static func run(first: Int64, count: Int) -> Range<PassageID> {
        let first = first > 0 ? PassageID(storedValue: first) : PassageID(index: 0)
        return first..<first.advanced(by: count)
    }

    /// True if the passage is in a run.
    ///
    /// - Complexity: O(log *n*) in the runs.
    public func contains(_ passage: PassageID) -> Bool {
        let position = firstRun(endingAfter: passage)
        return position < runs.count && runs[position].contains(passage)
    }

    /// The intersection of the runs with a span.
    public func clamped(to span: Range<PassageID>) -> some Sequence<Range<PassageID>> {
        runs[firstRun(endingAfter: span.lowerBound)...].lazy.prefix { $0.lowerBound < span.upperBound }
            .map { $0.clamped(to: span) }
    }

    private func firstRun(endingAfter passage: PassageID) -> Int {
        runs.firstIndexInOrder { $0.upperBound > passage }
    }
}
