import Foundation
import RecallCore
import RecallFiles

extension LibraryStore {
    /// Makes the library as small and as quick to search as it can be: completes deletions, merges all segments of postings and
    /// of the full-text index into one each, and rewrites the file without unused pages.
    ///
    /// Each step is a transaction; a process that is killed loses nothing. Others may search meanwhile.
    ///
    /// - Returns: the sizes of the database before and after, in bytes.
    /// - Throws: `StoreError` with the code `diskFull`, before anything is done, if there is no room for the second copy.
    /// - Complexity: reads and writes the whole library.
    public func compact() throws -> (before: Int, after: Int) {
        let before = size
        if let missing = bytesMissingForRewriting {
            throw StoreError(
                .diskFull,
                "Compacting writes the library anew, which needs \(missing >> 20) MB more on its disk. Free some space first."
            )
        }
        try purge()
        try write { try $0.mergeAllSegments() }
        try write { try $0.beginFullTextMerge() }
        while try write({ try $0.continueFullTextMerge() }) {}
        try rewrite()
        try checkpoint()
        return (before, size)
    }

    private var size: Int { FileState(location.database)?.size ?? 0 }
}
