import Synchronization

/// Rows that the writer would otherwise query repeatedly. Cleared when a transaction is rolled back, because its rows
/// are gone.
final class WriteCaches: Sendable {
    struct ParticipantKey: Hashable {
        var name: String
        var address: String
    }

    private let participants = Mutex<[ParticipantKey: Int64]>([:])
    private let labels = Mutex<[Label: Int64]>([:])
    private let counter = Mutex(TermCounter())
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

    /// The terms of an item's passages, with the stems that were met before.
    func terms(of item: ItemDraft) -> ItemTerms { counter.withLock { $0.terms(of: item) } }

    func removeAll() {
        participants.withLock { $0.removeAll() }
        labels.withLock { $0.removeAll() }
    }
}
