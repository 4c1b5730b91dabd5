public import Foundation
public import RecallCore

/// The text that was read out of a document.
public struct ExtractedText: Hashable, Sendable, Codable {
    /// The text: valid UTF-8 without NUL, LF line ends, paragraphs apart by an empty line.
    public var text: String
    /// The document's own title, or empty.
    public var title: String
    /// The number of pages, if the document declares it.
    public var pageCount: Int?
    /// The dates of creation and of the last change that the document itself states.
    public var created: Date?, modified: Date?
    /// The UTF-8 offsets in `text` at which its pages begin; empty if it has none.
    public var pageStarts: [Int]
    /// UTF-8 byte ranges of `text` that a reader of the document would not see.
    public var hiddenRanges: [Range<Int>]
    /// The defects of the document.
    public var defects: Set<Defect>

    /// Text as extracted.
    public init(
        text: String, title: String = "", pageCount: Int? = nil, created: Date? = nil, modified: Date? = nil,
        pageStarts: [Int] = [], hiddenRanges: [Range<Int>] = [], defects: Set<Defect> = []
    ) {
        self.text = text
        self.title = title
        self.pageCount = pageCount
        self.created = created
        self.modified = modified
        self.pageStarts = pageStarts
        self.hiddenRanges = hiddenRanges
        self.defects = defects
    }
}
