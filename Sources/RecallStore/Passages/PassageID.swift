/// The number of a passage within its library: passages are numbered from 0 in the order in which they were stored, those of
/// one thread consecutively, and a number is never given twice.
///
/// Columns of the schema count from 1 (0 stands for none), which only `storedValue` knows.
public struct PassageID: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number, from 0.
    public var rawValue: UInt32

    /// The passage of that number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The passage at a position of arrays in the order of passages.
    public init(index: Int) {
        rawValue = UInt32(truncatingIfNeeded: index)
    }

    /// Its position in arrays in the order of passages.
    public var index: Int { Int(rawValue) }

    /// The number in a column.
    var storedValue: Int64 { Int64(rawValue) + 1 }

    init(storedValue: Int64) {
        rawValue = UInt32(truncatingIfNeeded: storedValue - 1)
    }

    /// The passage in a column that may hold none.
    init?(column: Int64) {
        guard column > 0 else { return nil }
        self.init(storedValue: column)
    }

    /// The order in which passages were stored.
    public static func < (a: PassageID, b: PassageID) -> Bool { a.rawValue < b.rawValue }
}

extension PassageID: Strideable {
    /// How many passages lie between.
    public func distance(to other: PassageID) -> Int { other.index - index }

    /// The passage `count` behind.
    public func advanced(by count: Int) -> PassageID { PassageID(index: index + count) }
}
