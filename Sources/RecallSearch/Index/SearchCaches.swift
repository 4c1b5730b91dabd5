import RecallCore
import RecallStore
import RecallText
import Synchronization

/// The caches shared by the searches of a library: its index and item table, loaded on first use and updated when
/// this or another process has changed the library; and texts.
final class SearchCaches: Sendable {
    /// A loaded value, with the state that it was loaded from.
    private struct Loaded<Value: Sendable>: Sendable {
        var value: Value
        var revision: LibraryRevision
        var time: ContinuousClock.Instant
        /// The time that loading it took.
        var cost: Duration
    }

    private let index = Mutex<Loaded<SearchIndex>?>(nil)
    private let table = Mutex<Loaded<ItemTable>?>(nil)
    private let junk = Mutex<(revision: LibraryRevision, capacity: Int, passages: PassageSet?)?>(nil)
    private let likelyOwner = Mutex<(revision: LibraryRevision, person: Participant?)?>(nil)
    private let location: LibraryLocation
    private let generation: Generation?
    /// Passages that were read: some megabytes.
    let passages = PassageCache(capacity: 8_192)
    /// Their items, and those of other passages that were found: a megabyte or two.
    let items = TextCache<PassageID, PassageItem>(capacity: 16_384)
    /// Terms of words that were met: some megabytes.
    let terms = TermCaches()
    /// Sentences that were compared: three megabytes.
    let sentences = SentenceVectors.Cache(capacity: 2_048)
    /// The token vectors of windows that were read: 32 megabytes.
    let tokens = WindowTokens.Cache(capacity: 32 << 20)

    /// Caches of the library at `location`, with the vectors of a generation, or of the serving one.
    init(_ location: LibraryLocation, _ generation: Generation?) {
        (self.location, self.generation) = (location, generation)
    }

    /// The age that a cached value may have.
    enum Freshness {
        /// Equal to the snapshot's.
        case exact
        /// A little older while a library changes all the time, so that no more than a twentieth of the time goes into
        /// keeping up with it. What came in since is found by the next search.
        case recent

        static let reluctance = 20
    }

    /// The index of the snapshot's state.
    func index(
        _ snapshot: LibrarySnapshot, loadingVectors: Bool, _ freshness: Freshness = .exact
    ) throws -> SearchIndex {
        try index.withLock { kept in
            let usable = kept.flatMap { $0.value.isUsable(withVectors: loadingVectors) ? $0 : nil }
            let isDamaged = kept?.value.vectors?.isDamaged ?? false
            return try Self.current(&kept, usable, snapshot, freshness, \.vectorRewrites) { earlier in
                try SearchIndex(
                    snapshot, at: location, loadingVectors: loadingVectors, of: generation, updating: earlier,
                    verifyingVectors: isDamaged)
            }
        }
    }

    /// The items' table of the snapshot's state.
    func table(_ snapshot: LibrarySnapshot, _ freshness: Freshness = .exact) throws -> ItemTable {
        try table.withLock { kept in
            try Self.current(&kept, kept, snapshot, freshness, \.itemRewrites) { earlier in
                try earlier.map { try snapshot.itemTable(updating: $0) } ?? snapshot.itemTable()
            }
        }
    }

    /// The passages of junk at the snapshot's state; `nil` if there are none.
    func junk(_ snapshot: LibrarySnapshot, below capacity: Int) throws -> PassageSet? {
        let revision = try snapshot.revision()
        return try junk.withLock { kept in
            if let kept, kept.revision == revision, kept.capacity == capacity { return kept.passages }
            let passages = try snapshot.junk(below: capacity)
            kept = (revision, capacity, passages)
            return passages
        }
    }

    /// The likely owner at the snapshot's state.
    func likelyOwner(_ snapshot: LibrarySnapshot) throws -> Participant? {
        let revision = try snapshot.revision()
        return try likelyOwner.withLock { kept in
            if let kept, kept.revision == revision { return kept.person }
            let person = try snapshot.likelyOwner()
            kept = (revision, person)
            return person
        }
    }

    /// The cached value if it is valid for the snapshot, otherwise the result of `load`, which gets the cached value
    /// unless `rewrites` tells that it cannot be extended.
    private static func current<Value>(
        _ kept: inout Loaded<Value>?, _ usable: Loaded<Value>?, _ snapshot: LibrarySnapshot, _ freshness: Freshness,
        _ rewrites: KeyPath<LibraryRevision, Int>, load: (Value?) throws -> Value
    ) throws -> Value {
        let revision = try snapshot.revision()
        let began = ContinuousClock.now
        if let usable, usable.revision == revision || (freshness == .recent && isRecent(usable, began)) {
            return usable.value
        }
        let earlier = usable.flatMap { $0.revision[keyPath: rewrites] == revision[keyPath: rewrites] ? $0.value : nil }
        let value = try load(earlier)
        kept = Loaded(value: value, revision: revision, time: .now, cost: .now - began)
        return value
    }

    private static func isRecent(_ kept: Loaded<some Any>, _ now: ContinuousClock.Instant) -> Bool {
        now - kept.time < kept.cost * Freshness.reluctance
    }
}
