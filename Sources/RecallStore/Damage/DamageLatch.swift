import GRDB
import Synchronization

/// Remembers that damage was read, so that nothing is written afterwards but by a repair.
final class DamageLatch: Sendable {
    private let isClosed = Mutex(false)

    /// True once damage was read.
    var hasSeenDamage: Bool { isClosed.withLock { $0 } }

    /// Closes if the error is that of a damaged page.
    func note(_ error: any Error) {
        guard let error = error as? DatabaseError, PageChecksums.isDamage(error) else { return }
        isClosed.withLock { $0 = true }
    }
}
