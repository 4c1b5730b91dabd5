public import Foundation
import GRDB

extension LibraryStore {
    /// Removes from the file what deletions left behind in its indexes: words of retired passages, vectors of passages that
    /// are gone, and deleted words of the full text. Does nothing when there was no deletion since the last time.
    ///
    /// Each step is a transaction of its own; after a kill the next call begins anew and completes.
    ///
    /// - Parameter kept: indexes of passages that are gone whose vectors stay, because their thread will be embedded anew
    ///   from contents of which most are the same.
    /// - Complexity: rewrites the full-text index, and the segments and blocks that hold what is gone.
    public func purge(keepingVectorsOf kept: IndexSet = []) throws {
        guard try read({ try $0.isPurgeDue() }) else { return }
        let count = try read { try $0.deletionCount() }
        try purgeSegments()
        try purgeVectors(keeping: kept)
        try purgeVectorFile(keeping: kept)
        try purgeFullText()
        try write { try $0.notePurge(upTo: count) }
        try checkpoint()
    }

    private func purgeSegments() throws {
        var last: Int? = 0
        while let start = last { last = try write { try $0.purgeSegment(after: start) } }
    }

    /// Enough for few transactions, little enough for others to write in between.
    private static let blocksAtATime = 32

    private func purgeVectors(keeping kept: IndexSet) throws {
        var last: Int64? = 0
        while let start = last {
            last = try write { transaction in
                let isLive = try transaction.snapshot.passageLayout().isLive
                return try transaction.purgeVectorBlocks(after: start, limit: Self.blocksAtATime) { passage in
                    isLive.indices.contains(passage.index) && isLive[passage.index] || kept.contains(passage.index)
                }
            }
        }
    }

    private func purgeVectorFile(keeping kept: IndexSet) throws {
        let isLive = try read { try $0.passageLayout().isLive }
        try purgeVectorFile { passage in
            isLive.indices.contains(Int(passage)) && isLive[Int(passage)] || kept.contains(Int(passage))
        }
    }

    private func purgeFullText() throws {
        try write { try $0.beginFullTextMerge() }
        while try write({ try $0.continueFullTextMerge() }) {}
    }
}

extension LibraryTransaction {
    /// Pages of the full-text index that are written at a time.
    private static let pagesAtATime = 500

    /// Marks the whole full-text index to be merged into one segment, in which no deleted word is left ("optimize", step by
    /// step: https://www.sqlite.org/fts5.html#the_merge_command).
    func beginFullTextMerge() throws {
        try mergeFullText(pages: -Self.pagesAtATime)
    }

    /// - Returns: whether there may be more to do.
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
