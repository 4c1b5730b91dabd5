import RecallStore
import Synchronization

/// What an import is writing, for the embedding that runs beside it.
///
/// A thread of mails or messages that has just got one will often get the next one soon, so it is left alone for some
/// batches: embedding it at once would read its end again and again. Documents and notes are embedded at once.
final class ImportActivity: Sendable {
    /// Yields when there may be new threads to embed; ends with the import.
    let changes: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let recent = Mutex<[Set<ThreadRow>]>([])
    private let hasNews = Atomic(false)

    /// Batches for which a thread is left alone.
    private static let quietBatches = 12

    init() {
        (changes, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// A batch was written that changed these threads, which may get more.
    func wrote(openThreads threads: Set<ThreadRow>) {
        recent.withLock { recent in
            recent.append(threads)
            if recent.count > Self.quietBatches { recent.removeFirst() }
        }
        hasNews.store(true, ordering: .releasing)
        signal.yield()
    }

    /// Whether batches were written since this was last asked.
    func takeNews() -> Bool {
        hasNews.exchange(false, ordering: .acquiringAndReleasing)
    }

    /// The import has ended: nothing is left alone any more.
    func finish() {
        recent.withLock { $0 = [] }
        signal.finish()
    }

    /// Whether a thread changed a short while ago.
    func isBusy(_ thread: ThreadRow) -> Bool {
        recent.withLock { $0.contains { $0.contains(thread) } }
    }
}
