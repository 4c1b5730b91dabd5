public import GRDB
public import RecallCore

/// The number of an item's row, valid within one library for as long as the item exists. Use `ItemID` for anything
/// that is kept.
public struct ItemRow: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number.
    public var rawValue: Int64

    /// The row with the number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// Orders items by insertion.
    public static func < (a: ItemRow, b: ItemRow) -> Bool { a.rawValue < b.rawValue }
}

/// The number of a thread's row, valid within one library until the thread is merged into another.
public struct ThreadRow: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number.
    public var rawValue: Int64

    /// The row with the number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// Orders threads by creation.
    public static func < (a: ThreadRow, b: ThreadRow) -> Bool { a.rawValue < b.rawValue }
}

// The store binds and reads rows as they are. A conformance of a public type needs the public import above.
extension ItemRow: DatabaseValueConvertible, StatementColumnConvertible {}
extension ThreadRow: DatabaseValueConvertible, StatementColumnConvertible {}
extension SourceRow: DatabaseValueConvertible, StatementColumnConvertible {}
extension ConversationID: DatabaseValueConvertible, StatementColumnConvertible {}
extension MemoryID: DatabaseValueConvertible, StatementColumnConvertible {}
