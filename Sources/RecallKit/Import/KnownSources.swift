import RecallCore
import RecallImport
import RecallStore
import Synchronization

/// The formats of files that were imported before and have not changed, for a walk through folders. A walk meets files nearly in
/// the order of their paths, so the next ones are read with the first: a transaction for each took longer than the file system.
final class KnownSources: Sendable {
    /// The files from one path to another, in the order of their bytes: two names that look alike may be two files.
    private struct Span {
        let lower: String
        let files: [SourceFileState]
        /// True if there are no files behind the last one.
        let isLast: Bool

        func holds(_ path: String) -> Bool {
            guard !path.utf8.lexicographicallyPrecedes(lower.utf8) else { return false }
            return isLast || !(files.last?.path.utf8.lexicographicallyPrecedes(path.utf8) ?? true)
        }

        func file(at path: String) -> SourceFileState? {
            var (low, high) = (0, files.count)
            while low < high {
                let middle = (low + high) / 2
                if files[middle].path.utf8.lexicographicallyPrecedes(path.utf8) {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            return low < files.count && files[low].path.utf8.elementsEqual(path.utf8) ? files[low] : nil
        }
    }

    private let store: LibraryStore
    private let span = Mutex<Span?>(nil)
    /// Files that are read at a time.
    private static let length = 512

    /// Those of a library as it is when each is asked for, or a little before.
    init(_ store: LibraryStore) { self.store = store }

    /// The format of a file; `nil` if it is not known, or has changed.
    ///
    /// - Complexity: O(1) for files in the order of their paths; O(log *n*) in the library's files for others.
    func format(of path: String, byteCount: Int, modified: Int64) -> SourceFormat? {
        let file = span.withLock { span -> SourceFileState? in
            if span?.holds(path) != true { span = try? read(from: path) }
            return span?.file(at: path)
        }
        // A file that failed may have been misclassified, so it is detected again.
        guard let file, file.byteCount == byteCount, file.modified == modified, file.failures == 0 else { return nil }
        return ImportFormats.all.format(file.format)
    }

    private func read(from path: String) throws -> Span {
        let files = try store.read { try $0.sourceFiles(from: path, limit: Self.length) }
        return Span(lower: path, files: files, isLast: files.count < Self.length)
    }
}
