import RecallCore
import RecallStore
import Synchronization

/// The counts of the state of a library that was counted last. All items are counted, which takes half a second at a
/// million, and the web app asks again and again.
final class CountsCache: Sendable {
    private let kept = Mutex<(revision: LibraryRevision, counts: LibraryCounts)?>(nil)

    /// The counts of a snapshot, which are counted if the library has changed since. Its size is always that of now:
    /// maintenance and a log change it without changing what there is.
    func counts(of snapshot: LibrarySnapshot) throws -> LibraryCounts {
        let revision = try snapshot.revision()
        if var known = kept.withLock({ $0.flatMap { $0.revision == revision ? $0.counts : nil } }) {
            known.byteCount = try snapshot.byteCount()
            return known
        }
        let counts = try snapshot.counts()
        kept.withLock { $0 = (revision, counts) }
        return counts
    }
}
