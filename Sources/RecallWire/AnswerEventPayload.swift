public import RecallCore

/// The data of the event `toolStarted`.
public struct ToolStartedPayload: Encodable, Sendable {
    let tool, arguments: String

    /// A tool that is being used.
    public init(tool: String, arguments: String) {
        (self.tool, self.arguments) = (tool, arguments)
    }
}

/// The data of the event `toolEnded`.
public struct ToolEndedPayload: Encodable, Sendable {
    let tool, arguments: String
    let results: Int
    let found: [CitationPayload]

    /// A use of a tool, and what it found.
    public init(_ use: Answer.ToolUse, found: [Answer.Citation]) {
        (tool, arguments, results) = (use.tool, use.arguments, use.results)
        self.found = found.map { CitationPayload($0, state: .there) }
    }
}

/// The data of the event `text`: more of a model's text, not checked yet.
public struct AnswerTextPayload: Encodable, Sendable {
    let text: String

    /// More text.
    public init(_ text: String) {
        self.text = text
    }
}

/// The data of the event `textWithdrawn`: none.
public struct TextWithdrawnPayload: Encodable, Sendable {
    /// Empty.
    public init() {}
}

/// The data of the event `modelIsSilent`: none.
public struct ModelIsSilentPayload: Encodable, Sendable {
    /// Empty.
    public init() {}
}
