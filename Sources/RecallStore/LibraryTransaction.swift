import GRDB

/// One consistent snapshot of the library, for reading. Extensions hold the queries, one file per concept.
public struct LibrarySnapshot {
    let db: Database
    /// The work that may be done on it for one search.
    public var budget = WorkBudget()
}

/// One transaction, for writing. Extensions hold the statements, one file per concept.
public struct LibraryTransaction {
    let db: Database
    let caches: WriteCaches

    /// The snapshot that includes this transaction's own changes.
    public var snapshot: LibrarySnapshot { LibrarySnapshot(db: db) }
}
