public import GRDB
public import RecallCore

/// The number of an item's row: a handle within one library, for as long as the item is in it. What to keep is its `ItemID`.
public struct ItemRow: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number.
    public var rawValue: Int64

    /// The row of that number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The order in which items came in.
    public static func < (a: ItemRow, b: ItemRow) -> Bool { a.rawValue < b.rawValue }
}

/// The number of a thread's row: a handle within one library, for as long as the thread is not merged into another.
public struct ThreadRow: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number.
    public var rawValue: Int64

    /// The row of that number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The order in which threads began.
    public static func < (a: ThreadRow, b: ThreadRow) -> Bool { a.rawValue < b.rawValue }
}

// The store binds and reads rows as they are. A conformance of a public type needs the public import above.
extension ItemRow: DatabaseValueConvertible, StatementColumnConvertible {}
extension ThreadRow: DatabaseValueConvertible, StatementColumnConvertible {}
extension SourceRow: DatabaseValueConvertible, StatementColumnConvertible {}
