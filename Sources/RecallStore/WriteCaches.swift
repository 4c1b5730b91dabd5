import RecallCore
import Synchronization

/// Rows that the writer would otherwise query repeatedly. Cleared when a transaction is rolled back, because its rows
/// are gone.
final class WriteCaches: Sendable {
    struct ParticipantKey: Hashable {
        var name: String
        var address: String
        var isByMail: Bool
    }

    private let participants = Mutex<[ParticipantKey: Int64]>([:])
    private let labels = Mutex<[Label: Int64]>([:])
    private let sourceLabels = Mutex<[SourceRow: Int64]>([:])
    private let messageDetails = Mutex<[MessageDetails: String]>([:])
    private let counter = Mutex(TermCounter())
    private let garbage = Mutex(0)
    private static let capacity = 100_000

    func participant(_ key: ParticipantKey) -> Int64? {
        participants.withLock { $0[key] }
    }

    func remember(_ key: ParticipantKey, id: Int64) {
        participants.withLock {
            if $0.count >= Self.capacity { $0.removeAll(keepingCapacity: true) }
            $0[key] = id
        }
    }

    func label(_ label: Label) -> Int64? {
        labels.withLock { $0[label] }
    }

    func remember(_ label: Label, id: Int64) {
        labels.withLock {
            if $0.count >= Self.capacity { $0.removeAll(keepingCapacity: true) }
            $0[label] = id
        }
    }

    /// The label of a file's items.
    func sourceLabel(_ file: SourceRow) -> Int64? {
        sourceLabels.withLock { $0[file] }
    }

    /// Keeps the label of a file's items; `nil` where it may have changed.
    func remember(sourceLabel id: Int64?, of file: SourceRow) {
        sourceLabels.withLock {
            if $0.count >= Self.capacity { $0.removeAll(keepingCapacity: true) }
            $0[file] = id
        }
    }

    /// The details of a message as they are stored, which are those of all messages of a platform.
    func stored(_ details: MessageDetails, encoding encode: () throws -> String) rethrows -> String {
        if let known = messageDetails.withLock({ $0[details] }) { return known }
        let text = try encode()
        messageDetails.withLock {
            if $0.count >= Self.capacity { $0.removeAll(keepingCapacity: true) }
            $0[details] = text
        }
        return text
    }

    /// The least retired passages with which postings are worth to be written again; 0 if that is not known.
    var leastGarbage: Int {
        get { garbage.withLock { $0 } }
        set { garbage.withLock { $0 = newValue } }
    }

    /// The terms of an item's passages, with the stems that were met before.
    func terms(of item: ItemDraft) -> ItemTerms { counter.withLock { $0.terms(of: item) } }

    func removeAll() {
        participants.withLock { $0.removeAll() }
        labels.withLock { $0.removeAll() }
        sourceLabels.withLock { $0.removeAll() }
    }
}
