import RecallStore
import Synchronization

/// The threads that an import is writing, for the embedding that runs at the same time.
///
/// A thread of mails or messages often grows several times in a row, so embedding it waits until it has not changed
/// for some batches; embedding it at once would encode its end again and again. Documents and notes are embedded at
/// once.
final class ImportActivity: Sendable {
    /// Yields when there may be new threads to embed; ends with the import.
    let changes: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let recent = Mutex<[Set<ThreadRow>]>([])
    private let hasNews = Atomic(false)

    /// The number of batches for which a changed thread is postponed.
    private static let quietBatches = 12

    init() {
        // One pending signal is enough: each pass looks at all threads.
        (changes, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Records that a batch changed these threads, which may grow further.
    func wrote(openThreads threads: Set<ThreadRow>) {
        recent.withLock { recent in
            recent.append(threads)
            if recent.count > Self.quietBatches { recent.removeFirst() }
        }
        hasNews.store(true, ordering: .releasing)
        signal.yield()
    }

    /// True if batches were written since the last call.
    func takeChanges() -> Bool {
        hasNews.exchange(false, ordering: .acquiringAndReleasing)
    }

    /// Ends the import: no thread is postponed any more.
    func finish() {
        recent.withLock { $0 = [] }
        signal.finish()
    }

    /// True if the thread changed within the last batches.
    func isBusy(_ thread: ThreadRow) -> Bool {
        recent.withLock { $0.contains { $0.contains(thread) } }
    }
}
