/// A format of files that are imported: its stored name, and what people call such files.
///
/// A value and no enumeration: which formats there are is said in one table, `ImportFormats` of RecallImport.
public struct SourceFormat: Hashable, Sendable {
    /// The name that libraries store and `--as` takes: lower-case letters, digits and hyphens.
    public let identifier: String
    /// One file of the format, for people to read: "PDF document".
    public let singular: String
    /// Several files of the format, for people to read: "PDF documents".
    public let plural: String
    /// True if a file holds many items, so that it is itself a place to look in.
    public let isContainer: Bool

    /// A format with its names.
    public init(_ identifier: String, singular: String, plural: String, isContainer: Bool = false) {
        self.identifier = identifier
        self.singular = singular
        self.plural = plural
        self.isContainer = isContainer
    }

    /// The noun for `count` files of the format.
    public func noun(count: Int) -> String {
        count == 1 ? singular : plural
    }
}
