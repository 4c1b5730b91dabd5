import GRDB

/// Changes no table. Pages carry checksums from here on, which earlier versions of the program would not keep, so these
/// are to refuse the library. A library of before gets its checksums when it is opened (`PageChecksums.swift`).
enum Migration009 {
    static func migrate(_ db: Database) throws {}
}
