/// The number of a passage within its library. Passages are numbered from 0 in the order in which they were stored;
/// those of one thread are consecutive, and numbers are never reused.
///
/// The schema's columns count from 1 (0 for none). Only `storedValue` and `init(column:)` convert.
public struct PassageID: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number, from 0.
    public var rawValue: UInt32

    /// The passage with the number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The passage at an index of arrays ordered by passage.
    public init(index: Int) {
        rawValue = UInt32(truncatingIfNeeded: index)
    }

    /// The index in arrays ordered by passage.
    public var index: Int { Int(rawValue) }

    /// The value of the schema's columns.
    var storedValue: Int64 { Int64(rawValue) + 1 }

    init(storedValue: Int64) {
        rawValue = UInt32(truncatingIfNeeded: storedValue - 1)
    }

    /// The passage of a column; `nil` for 0.
    init?(column: Int64) {
        guard column > 0 else { return nil }
        self.init(storedValue: column)
    }

    /// Orders passages by the time they were stored.
    public static func < (a: PassageID, b: PassageID) -> Bool { a.rawValue < b.rawValue }
}

extension PassageID: Strideable {
    /// The number of passages from this one to `other`.
    public func distance(to other: PassageID) -> Int { other.index - index }

    /// The passage `count` positions later.
    public func advanced(by count: Int) -> PassageID { PassageID(index: index + count) }
}
