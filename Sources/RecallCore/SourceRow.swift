/// The row number of an imported file, by which clients identify it.
public struct SourceRow: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number.
    public var rawValue: Int64

    /// The row of that number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// Orders files by their first import.
    public static func < (a: SourceRow, b: SourceRow) -> Bool { a.rawValue < b.rawValue }
}
