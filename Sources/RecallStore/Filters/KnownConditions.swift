import RecallCore
import Synchronization

/// The items of conditions that were evaluated: parts of a long query repeat, and the search, the counts and the lists of one
/// query ask for the same filter, as does each letter that is typed beside it.
final class KnownConditions: Sendable {
    /// An evaluated condition.
    struct Known {
        let items: ItemSet
        /// The units of work that it took. They are spent again, so that a query's result does not depend on earlier ones.
        let units: Int
    }

    private let conditions = Mutex<[SearchFilter: Known]>([:])

    /// The bytes of kept sets at most.
    private static let capacity = 16 << 20

    subscript(condition: SearchFilter) -> Known? { conditions.withLock { $0[condition] } }

    /// Keeps the items of a condition. When there is no more room, all others are forgotten.
    func keep(_ items: ItemSet, units: Int, of condition: SearchFilter) {
        let size = items.capacity / 8 + 1
        conditions.withLock { conditions in
            if (conditions.count + 1) * size > Self.capacity { conditions = [:] }
            if size <= Self.capacity { conditions[condition] = Known(items: items, units: units) }
        }
    }
}
