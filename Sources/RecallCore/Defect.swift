/// Something that was wrong with an item as it was read, which did not keep it from being read.
public struct Defect: Hashable, Sendable, Codable, RawRepresentable {
    /// A short stable name in lower-case words joined by hyphens.
    public var rawValue: String

    /// The defect of that name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Text longer than the limit was truncated.
    public static let truncatedText = Defect(rawValue: "truncated-text")
    /// More header lines, addresses, parts or nesting than the limit; the rest was dropped.
    public static let overLimit = Defect(rawValue: "over-limit")
    /// Bytes that are not valid in the declared charset were replaced or read in another one.
    public static let badCharset = Defect(rawValue: "bad-charset")
    /// A NUL or another control character was replaced.
    public static let controlCharacters = Defect(rawValue: "control-characters")
    /// The MIME structure is broken (no boundary, never closed, clashing, …).
    public static let badStructure = Defect(rawValue: "bad-structure")
    /// A header violates its RFC; its raw text is kept.
    public static let badHeader = Defect(rawValue: "bad-header")
    /// The date is missing, nonsense or in the far future; another source of the date was used, or none.
    public static let badDate = Defect(rawValue: "bad-date")
    /// The content is encrypted, so only its headers could be read.
    public static let encrypted = Defect(rawValue: "encrypted")
    /// Some of the text is hidden from a reader (display:none, …).
    public static let hiddenText = Defect(rawValue: "hidden-text")
    /// The file has no text, only pictures of it.
    public static let noText = Defect(rawValue: "no-text")
    /// Some of the text was recognised in pictures (OCR), and may have errors.
    public static let recognisedText = Defect(rawValue: "recognised-text")
}
