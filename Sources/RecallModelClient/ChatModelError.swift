public import RecallCore

/// An error of a model's server. It never holds text of a conversation.
public struct ChatModelError: Error, Hashable, Sendable {
    /// The kind of failure: a stable name for programs.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// Lower-case words joined by hyphens.
        public var rawValue: String

        /// The code of that name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Nothing listens there.
        public static let unreachable = Code(rawValue: "model-unreachable")
        /// The server did not answer in time.
        public static let timedOut = Code(rawValue: "model-timed-out")
        /// The server answered with an error.
        public static let refused = Code(rawValue: "model-refused")
        /// The request has more tokens than the model's window.
        public static let contextTooLong = Code(rawValue: "model-context-too-long")
        /// The server's answer is not what the protocol says.
        public static let malformed = Code(rawValue: "model-reply-malformed")
        /// The reply ended before it was complete.
        public static let endedEarly = Code(rawValue: "model-reply-cut-off")
        /// The reply is longer than any reply may be.
        public static let tooLong = Code(rawValue: "model-reply-too-long")
        /// The address is none that is asked.
        public static let unusableAddress = Code(rawValue: "model-address-unusable")
        /// No server has the model.
        public static let notFound = Code(rawValue: "model-not-found")
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
}

extension ChatModelError: ReportedError, CustomStringConvertible {
    /// The message.
    public var description: String { message }

    /// The code and the message.
    public var report: ErrorReport { ErrorReport(code: code.rawValue, message: message) }
}
