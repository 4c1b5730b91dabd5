/// The number of the row of a file that was imported: what clients know a source by.
public struct SourceRow: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number.
    public var rawValue: Int64

    /// The row of that number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The order in which files were first imported.
    public static func < (a: SourceRow, b: SourceRow) -> Bool { a.rawValue < b.rawValue }
}
