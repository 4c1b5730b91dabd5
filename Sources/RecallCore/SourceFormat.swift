/// A format of imported files: its stored name and its nouns for people.
///
/// A struct, not an enum: the table `ImportFormats` in RecallImport lists all formats.
public struct SourceFormat: Hashable, Sendable {
    /// The name that libraries store and `--as` takes: lower-case letters, digits and hyphens.
    public let identifier: String
    /// One file of the format, for people to read: "PDF document".
    public let singular: String
    /// Several files of the format, for people to read: "PDF documents".
    public let plural: String
    /// True if a file holds many items, so that `in:` can select it.
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
