/// A position in a unit. Only the reader that made it interprets its text; a library stores it as it is.
public struct SourceCursor: Hashable, Sendable {
    /// The reader's notation of the position; empty at the start.
    public let text: String
    /// The bytes of the unit that are done, for showing progress alone.
    public let bytesRead: Int

    /// The start of a unit.
    public static let start = SourceCursor("", bytesRead: 0)

    /// A cursor as its reader made it, or as a library stored it.
    public init(_ text: String, bytesRead: Int) {
        self.text = text
        self.bytesRead = bytesRead
    }

    /// The cursor of a reader that counts in bytes of one file.
    public init(byteOffset: Int) {
        self.init(byteOffset == 0 ? "" : String(byteOffset), bytesRead: byteOffset)
    }

    /// The place after the only item of `unit`, as a reader of that revision reached it.
    public static func end(of unit: SourceUnit, revision: Int = 1) -> SourceCursor {
        SourceCursor(String(revision), bytesRead: unit.byteCount)
    }

    /// The number in a cursor that is one; 0 at the start, and for a text that is no number.
    public var number: Int { max(0, Int(text) ?? 0) }
}
