import GRDB

/// One consistent state of the library, for reading. What can be read is in extensions, one file for each concept.
public struct LibrarySnapshot {
    let db: Database
}

/// One transaction, for writing. What can be written is in extensions, one file for each concept.
public struct LibraryTransaction {
    let db: Database
    let caches: WriteCaches

    /// The state that this transaction sees, its own changes included.
    public var snapshot: LibrarySnapshot { LibrarySnapshot(db: db) }
}
