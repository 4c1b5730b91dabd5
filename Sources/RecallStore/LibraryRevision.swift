import GRDB

/// A version stamp of a library's state. Caches stay valid as long as it does not change.
public struct LibraryRevision: Hashable, Sendable {
    /// The number of transactions that changed anything.
    public var changes: Int
    /// The number of those that changed or removed items instead of only adding some.
    public var itemRewrites: Int
    /// The number of those that changed or removed stored vectors.
    public var vectorRewrites: Int
}

extension LibrarySnapshot {
    /// The revision of this state.
    ///
    /// - Complexity: O(1).
    public func revision() throws -> LibraryRevision {
        let statement = try db.cachedStatement(sql: "SELECT CAST(value AS INTEGER) FROM setting WHERE name = ?")
        func count(_ counter: RevisionCounter) throws -> Int {
            try Int.fetchOne(statement, arguments: [counter.rawValue]) ?? 0
        }
        return LibraryRevision(
            changes: try count(.changes), itemRewrites: try count(.itemRewrites),
            vectorRewrites: try count(.vectorRewrites))
    }
}

extension LibraryTransaction {
    /// Records that this transaction changes or removes items, so that caches of items are rebuilt instead of
    /// extended.
    func noteItemRewrite() throws {
        try advance(.itemRewrites)
    }

    /// Records that this transaction changes or removes blocks of vectors.
    func noteVectorRewrite() throws {
        try advance(.vectorRewrites)
    }

    /// Records that this transaction changes something.
    func noteChange() throws {
        try advance(.changes)
    }

    private func advance(_ counter: RevisionCounter) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO setting (name, value) VALUES (?, '1') ON CONFLICT (name) DO UPDATE SET value = value + 1
                """
        ).execute(arguments: [counter.rawValue])
    }
}

/// Counters that are kept beside the settings.
private enum RevisionCounter: String {
    case changes = "revision.changes"
    case itemRewrites = "revision.item-rewrites"
    case vectorRewrites = "revision.vector-rewrites"
}
