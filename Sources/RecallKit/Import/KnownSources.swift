import RecallCore
import RecallImport
import RecallStore
import Synchronization

/// The formats of files that were imported before and have not changed, for a walk through folders. A walk meets files nearly in
/// the order of their paths, so the next ones are read with the first: a transaction for each took longer than the file system.
final class KnownSources: Sendable {
    private let store: LibraryStore
    private let span = Mutex<SourceFileSpan?>(nil)
    /// Files that are read at a time.
    private static let length = 512

    /// Those of a library as it is when each is asked for, or a little before.
    init(_ store: LibraryStore) { self.store = store }

    /// The format of a file; `nil` if it is not known, or has changed.
    ///
    /// - Complexity: O(1) for files in the order of their paths; O(log *n*) in the library's files for others.
    func format(of path: String, byteCount: Int, modified: Int64) -> SourceFormat? {
        let file = span.withLock { span -> SourceFileState? in
            if span?.holds(path) != true {
                span = try? store.read { try $0.sourceFileSpan(from: path, limit: Self.length) }
            }
            return span?.file(at: path)
        }
        // A file that failed may have been misclassified, so it is detected again.
        guard let file, file.byteCount == byteCount, file.modified == modified, file.failures == 0 else { return nil }
        return ImportFormats.all.format(file.format)
    }
}
