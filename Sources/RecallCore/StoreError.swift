/// An error in opening, reading or writing a library.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure: a stable name for programs.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// Lower-case words joined by hyphens.
        public var rawValue: String

        /// The code of that name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// There is no library at the path.
        public static let notFound = Code(rawValue: "library-not-found")
        /// The path cannot be created, opened or written.
        public static let unavailable = Code(rawValue: "library-unavailable")
        /// Another process is writing to the library.
        public static let busy = Code(rawValue: "library-busy")
        /// The file is damaged or is not a library.
        public static let damaged = Code(rawValue: "library-damaged")
        /// The library was written by an older version of Recall and is not migrated yet.
        public static let outdated = Code(rawValue: "library-outdated")
        /// The library was written by a newer version of Recall.
        public static let tooNew = Code(rawValue: "library-too-new")
        /// A write to a library that is open for reading only.
        public static let readOnly = Code(rawValue: "library-read-only")
        /// The disk is full.
        public static let diskFull = Code(rawValue: "disk-full")
        /// Other users can access the library.
        public static let exposed = Code(rawValue: "library-exposed")
    }

    /// The kind of failure.
    public var code: Code
    /// The cause, the place and a remedy.
    public var message: String

    /// A failure.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}

extension StoreError: ReportedError {
    /// The code and the message.
    public var report: ErrorReport { ErrorReport(code: code.rawValue, message: message) }
}
