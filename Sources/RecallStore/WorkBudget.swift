import GRDB
import GRDBSQLite
import RecallCore
import Synchronization

/// The work that one search may do, and the signs that its result is no longer needed.
///
/// Work is counted instead of timed, so that the same query of the same library always does the same. A unit is about
/// one row that is read, one posting, or one item that is compared: some tens of nanoseconds.
public final class WorkBudget: Sendable {
    /// The units of a search after which conditions of its filter are left out.
    public static let ofSearch = 12_000_000

    /// The units after which conditions are left out.
    public let limit: Int
    private let deadline: ContinuousClock.Instant?
    private let isCancelled: @Sendable () -> Bool
    private let units = Atomic(0)
    private let leftOut = Atomic(0)

    /// A budget of `limit` units.
    ///
    /// - Parameters:
    ///   - deadline: the time at which the evaluation of a filter ends without a result.
    ///   - leastTime: the time that a filter has even where the deadline is earlier, since without it there are no
    ///     results at all.
    ///   - isCancelled: returns true once the result is no longer needed; by default once the work that makes this budget
    ///     is cancelled.
    public init(
        _ limit: Int = WorkBudget.ofSearch, deadline: ContinuousClock.Instant? = nil,
        leastTime: Duration = .milliseconds(100), isCancelled: (@Sendable () -> Bool)? = nil
    ) {
        self.limit = limit
        self.deadline = deadline.map { max($0, .now + leastTime) }
        let work = WorkCancellation.current
        self.isCancelled = isCancelled ?? { work?.isCancelled == true }
    }

    /// The units spent so far.
    public var spent: Int { units.load(ordering: .relaxed) }

    /// The conditions of the filter that were left out because no unit was left.
    public var conditionsLeftOut: Int { leftOut.load(ordering: .relaxed) }

    /// True if no unit is left.
    public var isSpent: Bool { spent >= limit }

    /// Counts work.
    func spend(_ units: Int) {
        self.units.add(units, ordering: .relaxed)
    }

    /// Counts a condition on `items` items.
    func spend(conditionOn items: Int) {
        spend(Self.unitsPerCondition + items / Self.itemsPerUnit)
    }

    private static let unitsPerCondition = 3_000
    private static let itemsPerUnit = 4

    /// Counts a condition that is left out.
    func leaveOut() {
        leftOut.add(1, ordering: .relaxed)
    }

    /// Throws `CancellationError` if the result is no longer needed.
    func check() throws {
        if isCancelled() { throw CancellationError() }
    }
}

/// The deadline of a search passed before its filter was evaluated, so there is no result.
public struct DeadlinePassed: Error {}

extension WorkBudget {
    /// The units of a page of the database: the rows on it, or its share of an index of words.
    private static let unitsPerPage = 1_500
    /// The instructions of SQLite's virtual machine between two looks at the budget. FTS5 executes some for each page
    /// that it reads, so its merging of long lists is interrupted too.
    private static let instructions: CInt = 200

    /// Evaluates a condition in `body`: counts the pages that it reads, and interrupts its statements once the result is
    /// no longer needed or the deadline has passed.
    ///
    /// - Throws: `CancellationError` or `DeadlinePassed` in place of SQLite's interruption.
    func metering<Value>(_ db: Database, _ body: () throws -> Value) throws -> Value {
        try check()
        let connection = db.sqliteConnection
        let before = Self.pages(connection)
        sqlite3_progress_handler(
            connection, Self.instructions,
            { budget in
                budget.map { Unmanaged<WorkBudget>.fromOpaque($0).takeUnretainedValue().isOver } == true ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
        defer {
            sqlite3_progress_handler(connection, 0, nil, nil)
            spend((Self.pages(connection) - before) * Self.unitsPerPage)
        }
        do {
            return try body()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
            try check()
            throw DeadlinePassed()
        }
    }

    private var isOver: Bool { isCancelled() || deadline.map { .now >= $0 } ?? false }

    /// The pages that a connection has asked for so far, cached or not.
    private static func pages(_ connection: SQLiteConnection?) -> Int {
        [SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS].reduce(0) { sum, counter in
            var (count, highest): (CInt, CInt) = (0, 0)
            sqlite3_db_status(connection, counter, &count, &highest, 0)
            return sum + Int(count)
        }
    }
}
