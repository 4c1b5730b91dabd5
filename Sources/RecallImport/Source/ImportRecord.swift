public import RecallCore

/// One thing that a reader found in a file: an item with what was attached to it, or why there is none.
public enum ImportRecord: Sendable {
    case item(ImportedItem)
    case failure(ImportFailure)
}

/// An item as read from a source, before it has a thread.
public struct ImportedItem: Sendable {
    /// The item itself.
    public var item: Item
    /// Its attachments that have text, as items whose `parent` is `item.id`.
    public var attachmentItems: [Item]
    /// Attachments that should have text but could not be read. They do not count as failed items.
    public var attachmentFailures: [ImportFailure]

    /// An item with its attachments.
    public init(_ item: Item, attachmentItems: [Item] = [], attachmentFailures: [ImportFailure] = []) {
        self.item = item
        self.attachmentItems = attachmentItems
        self.attachmentFailures = attachmentFailures
    }
}

/// Why something could not be imported, and where it is. Holds no text of the item.
public struct ImportFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure: a stable name for programs.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// Lower-case words joined by hyphens.
        public var rawValue: String

        /// The code of that name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The file or folder is not there.
        public static let notFound = Code(rawValue: "not-found")
        /// The file cannot be opened or read.
        public static let unreadable = Code(rawValue: "unreadable")
        /// The file is not of the format it should be, or of none that Recall reads.
        public static let wrongFormat = Code(rawValue: "wrong-format")
        /// The file is empty.
        public static let empty = Code(rawValue: "empty")
        /// The content breaks the rules of its format.
        public static let malformed = Code(rawValue: "malformed")
        /// The content needs a password.
        public static let encrypted = Code(rawValue: "encrypted")
        /// Larger, deeper or longer than Recall's limits.
        public static let overLimit = Code(rawValue: "over-limit")
        /// The parser's process crashed, ran out of time or of memory.
        public static let parserFailed = Code(rawValue: "parser-failed")
        /// A pipe, socket or device, which is never opened.
        public static let notAFile = Code(rawValue: "not-a-file")
    }

    /// The kind of failure.
    public var code: Code
    /// The file.
    public var path: String
    /// Where in the file: a byte offset, a line (from 1), an entry or attachment number; `nil` if all of it.
    public var place: String?
    /// What happened and what to do, in a sentence or two, without any of the item's text.
    public var reason: String

    /// A failure at `place` in the file at `path`.
    public init(_ code: Code, path: String, place: String? = nil, reason: String) {
        self.code = code
        self.path = path
        self.place = place
        self.reason = reason
    }

    /// The place, what happened and what to do, and the code.
    public var description: String {
        "\(path)\(place.map { ", \($0)" } ?? ""): \(reason) (\(code.rawValue))"
    }
}
