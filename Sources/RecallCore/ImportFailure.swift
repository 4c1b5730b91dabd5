/// The reason why something could not be imported, and its place. Holds no text of the item.
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
    /// The place in the file: a byte offset, a line (from 1), an entry or attachment number; `nil` if all of it.
    public var place: String?
    /// The reason and what to do, in a sentence or two, without any of the item's text.
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
