import Foundation
import GRDB
package import RecallCore
import RecallFiles
import RecallVectorIndex

/// A step of maintenance: one short transaction, or an addition to the vector file. None changes what the library holds.
public enum MaintenanceStep: Sendable {
    /// The youngest segments of postings become one.
    case postings
    /// Some pages of the full-text index are merged.
    case words
    /// The vectors that the vector file lacks are added to it.
    case vectors
}

extension LibraryStore {
    /// The step of maintenance that is due; `nil` if there is none.
    ///
    /// - Complexity: O(*p*) in the pages of the full-text index; takes no lock.
    public func dueMaintenance() throws -> MaintenanceStep? {
        try read { try $0.dueMaintenance(at: location) }
    }

    /// Does the step of maintenance that is due in a library that this process has not open for writing. Writers that come
    /// meanwhile wait for its end.
    ///
    /// - Returns: true if something was done; false also while another one is at work.
    /// - Throws: `StoreError` with the code `busy` if another process writes.
    package static func maintain(at location: LibraryLocation) throws -> Bool {
        do {
            let turn = try FileLock(location.maintenanceLock, waiting: false)
            return try turn.whileHeld { try LibraryStore(at: location, for: .write, isMaintenance: true).maintain() }
        } catch let error as FileError where error.reason == .locked {
            return false
        }
    }

    /// Does the step of maintenance that is due. A process that is killed meanwhile loses nothing.
    ///
    /// - Returns: true if something was done, so that there may be more.
    public func maintain() throws -> Bool {
        switch try dueMaintenance() {
        case .postings:
            try rearrange { try $0.mergeYoungSegments() }
            return true
        case .words: return try rearrange { try $0.mergeSomeWords() }
        case .vectors:
            refreshVectorFile(lacking: LibrarySnapshot.leastMissing)
            return try dueMaintenance() != .vectors
        case nil: return false
        }
    }
}

extension LibrarySnapshot {
    /// The vectors that a file must lack to be extended: each search that begins a process reads them from the database.
    fileprivate static let leastMissing = 256
    /// The segments of the full-text index from which on some are merged.
    private static let mostWordSegments = 8

    fileprivate func dueMaintenance(at location: LibraryLocation) throws -> MaintenanceStep? {
        if try youngSegments().count >= Self.fewestMerged { return .postings }
        if try wordSegmentCount() >= Self.mostWordSegments { return .words }
        return try lacksVectors(location, atLeast: Self.leastMissing) ? .vectors : nil
    }

    private func wordSegmentCount() throws -> Int {
        try Int.fetchOne(db, sql: "SELECT COUNT(DISTINCT segid) FROM item_words_idx") ?? 0
    }

    /// The fewest segments of postings that are worth being written anew.
    private static let fewestMerged = 4
    /// The passages that are written anew at most: a third of a second.
    private static let mostYoung = 65_536

    /// The segments at the end, of some ten thousand passages together.
    fileprivate func youngSegments() throws -> [Int64] {
        let segments = try Row.fetchAll(
            db, sql: "SELECT id, passage_count FROM segment ORDER BY first_passage DESC LIMIT 64")
        var (young, passages): ([Int64], Int) = ([], 0)
        for row in segments {
            passages += row[1] as Int
            guard passages <= Self.mostYoung else { break }
            young.append(row[0])
        }
        return young
    }
}

extension LibraryTransaction {
    fileprivate func mergeYoungSegments() throws {
        try mergeSegments(withIDs: snapshot.youngSegments())
    }

    /// Merges segments of one level each, as FTS5 does by itself from four on, from two on.
    fileprivate func mergeSomeWords() throws -> Bool {
        try db.execute(sql: "INSERT INTO item_words (item_words, rank) VALUES ('usermerge', 2)")
        defer { try? db.execute(sql: "INSERT INTO item_words (item_words, rank) VALUES ('usermerge', 4)") }
        return try continueFullTextMerge()
    }
}
