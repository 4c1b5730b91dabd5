import GRDB

/// Which state of a library was read: what is kept in memory of one is good as long as the revision is the same.
public struct LibraryRevision: Hashable, Sendable {
    /// Counts the transactions that changed anything.
    public var changes: Int
    /// Counts those that changed items or took some away, and did not only add to them.
    public var itemRewrites: Int
    /// Counts those that changed stored vectors or took some away.
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
    /// Notes that this transaction changes items in place or removes some: who keeps them reads all of them anew.
    func noteItemRewrite() throws {
        try advance(.itemRewrites)
    }

    /// Notes that this transaction changes blocks of vectors in place or removes some.
    func noteVectorRewrite() throws {
        try advance(.vectorRewrites)
    }

    /// Notes that this transaction changes anything.
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
