public import Foundation

/// A folder whose changes a library's server imports.
public struct WatchedFolder: Hashable, Sendable {
    /// A look at a folder.
    public struct Look: Codable, Hashable, Sendable {
        /// The time when it ended.
        public var date: Date
        /// Items that were new or had changed.
        public var items: Int
        /// Items that could not be read.
        public var failures: Int
        /// The reason why it could not be looked at; `nil` if it could.
        public var problem: String?

        /// A look.
        public init(date: Date, items: Int, failures: Int, problem: String? = nil) {
            (self.date, self.items, self.failures, self.problem) = (date, items, failures, problem)
        }
    }

    /// The absolute path.
    public var path: String
    /// The last look at it; `nil` if there was none yet.
    public var look: Look?
    /// The time since which a change waits to be imported; `nil` if none does.
    public var waiting: Date?
    /// True if nothing is there any more.
    public var isMissing: Bool
    /// True if the text of scanned pages and images in it is recognised.
    public var recognisesText: Bool

    /// A folder.
    public init(
        path: String, look: Look? = nil, waiting: Date? = nil, isMissing: Bool = false, recognisesText: Bool = false
    ) {
        (self.path, self.look, self.waiting, self.isMissing) = (path, look, waiting, isMissing)
        self.recognisesText = recognisesText
    }
}
