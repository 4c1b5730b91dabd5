import RecallCore
import RecallStore
import Synchronization

/// The people of a library as the last request had them: they are made of all its names, which takes seconds where these are
/// hundreds of thousands.
package final class PeopleCache: Sendable {
    /// The state of a library that people are read from.
    private struct State: Equatable {
        var revision: LibraryRevision
        var statements: [PersonStatement]
        /// The state of names from which people were made.
        var names: String?

        init(_ snapshot: LibrarySnapshot) throws {
            (revision, statements) = (try snapshot.revision(), try snapshot.personStatements())
            names = try snapshot.value(of: .people)
        }

        /// True if only more items came in since, of people who are known.
        func isExtended(by later: State) -> Bool {
            statements == later.statements && names == later.names
                && revision.itemRewrites == later.revision.itemRewrites
        }
    }

    private struct Loaded {
        var listing: PersonListing
        var state: State
        var time: ContinuousClock.Instant
        /// The time that loading it took.
        var cost: Duration
    }

    private let kept = Mutex<(loaded: Loaded?, loads: Int)>((nil, 0))

    /// The number of times that people were read.
    package var loads: Int { kept.withLock(\.loads) }

    /// The people of the snapshot's state; while a large library grows, of a little earlier, so that no more than a twentieth of the
    /// time goes into reading them. What was said or deleted is never missing.
    ///
    /// - Complexity: O(1) if they were read before; else O(*n* log *n*) in names and addresses.
    func listing(_ snapshot: LibrarySnapshot) throws -> PersonListing {
        let (state, began) = (try State(snapshot), ContinuousClock.now)
        return try kept.withLock { kept in
            if let loaded = kept.loaded, loaded.state == state || Self.isRecent(loaded, state, began) {
                return loaded.listing
            }
            // Not both at once in memory.
            kept.loaded = nil
            let listing = try PersonListing(snapshot)
            let now = ContinuousClock.now
            kept = (Loaded(listing: listing, state: state, time: now, cost: now - began), kept.loads + 1)
            return listing
        }
    }

    private static func isRecent(_ loaded: Loaded, _ state: State, _ now: ContinuousClock.Instant) -> Bool {
        loaded.cost >= leastCost && loaded.state.isExtended(by: state) && now - loaded.time < loaded.cost * reluctance
    }

    /// The time of reading below which people are always read anew.
    private static let leastCost = Duration.seconds(1)
    private static let reluctance = 20
}
