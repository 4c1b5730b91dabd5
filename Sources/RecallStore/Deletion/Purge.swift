public import Foundation
import GRDB
public import RecallCore
import RecallFiles

extension LibraryStore {
    /// Removes what deletions left in the indexes: postings of retired passages, vectors of retired passages, and
    /// deleted words in the full-text index. Does nothing if there was no deletion since the last purge.
    ///
    /// Each step is a transaction. If the process is killed, the next call starts over and completes the purge.
    ///
    /// - Parameter kept: indexes of retired passages whose vectors stay in the cache, because their thread will be
    ///   embedded again from mostly unchanged contents.
    /// - Returns: the place of what was deleted: the log has it as long as another process reads it.
    /// - Complexity: rewrites the full-text index, and the segments and vector blocks with retired passages.
    @discardableResult
    public func purge(keepingVectorsOf kept: IndexSet = []) throws -> DeletedText {
        if try read({ try $0.isPurgeDue() }) { try purgeIndexes(keeping: kept) }
        // The log still holds pages from before the purge; emptying it removes them.
        return try checkpointFreeingRoom() ? .gone : .remains
    }

    /// Empties the log, by which the database may grow; on a full disk with the reserve.
    private func checkpointFreeingRoom() throws -> Bool {
        do {
            return try checkpoint()
        } catch let error as StoreError where error.code == .diskFull {
            guard DiskReserve(of: location).give(.max) else { throw error }
            return try checkpoint()
        }
    }

    private func purgeIndexes(keeping kept: IndexSet) throws {
        // Read before the first step, so that a deletion during the purge leaves the next one due.
        let count = try read { try $0.deletionCount() }
        try purgeSegments()
        try purgeVectors(keeping: kept)
        try purgeVectorFile(keeping: kept)
        try purgeFullText()
        try purgeEvaluation()
        try purgeRecentSearches()
        try Folder.remove(location.shownResults)
        try writeFreeingRoom { try $0.notePurge(upTo: count) }
    }

    private func purgeSegments() throws {
        var last: Int? = 0
        while let start = last { last = try writeFreeingRoom { try $0.purgeSegment(after: start) } }
    }

    /// Large enough for few transactions, small enough that other writers get their turn.
    private static let blocksAtATime = 32

    private func purgeVectors(keeping kept: IndexSet) throws {
        var last: Int64? = 0
        while let start = last {
            last = try writeFreeingRoom { transaction in
                // Read in each transaction, since others may retire passages in between.
                let layout = try transaction.snapshot.passageLayout()
                return try transaction.purgeVectorBlocks(after: start, limit: Self.blocksAtATime) { passage in
                    layout.isLive(passage) || kept.contains(passage.index)
                }
            }
        }
    }

    private func purgeVectorFile(keeping kept: IndexSet) throws {
        let layout = try read { try $0.passageLayout() }
        try purgeVectorFile { layout.isLive($0) || kept.contains($0.index) }
    }

    private func purgeFullText() throws {
        try writeFreeingRoom { try $0.beginFullTextMerge() }
        while try writeFreeingRoom({ try $0.continueFullTextMerge() }) {}
    }
}

extension LibraryTransaction {
    /// The number of full-text index pages written per transaction.
    private static let pagesAtATime = 500

    /// Starts merging the full-text index into a single segment, which drops deleted words: "optimize" in steps
    /// (https://www.sqlite.org/fts5.html#the_merge_command).
    func beginFullTextMerge() throws {
        // With a negative number FTS5 first moves all segments to one level, so that the merge includes every one.
        try mergeFullText(pages: -Self.pagesAtATime)
    }

    /// - Returns: true if there may be more to merge.
    func continueFullTextMerge() throws -> Bool {
        let before = db.totalChangesCount
        try mergeFullText(pages: Self.pagesAtATime)
        // The command itself counts as one change.
        return db.totalChangesCount - before > 1
    }

    private func mergeFullText(pages: Int) throws {
        try db.execute(
            sql: "INSERT INTO item_words (item_words, rank) VALUES ('merge', ?)", arguments: [pages])
    }
}
