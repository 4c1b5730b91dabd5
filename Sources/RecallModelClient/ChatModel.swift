/// A language model that continues a conversation and may call tools: the port of all model backends.
public protocol ChatModel: Sendable {
    /// The model's name, as its server calls it.
    var name: String { get }
    /// The machine that it runs on; `nil` if it is this one.
    var machine: String? { get }
    /// The tokens of its window, those of its reply included.
    var contextWindow: Int { get }
    /// True if it can call tools. Without, what it should read is put before it.
    var callsTools: Bool { get }

    /// The reply to a request, as it is written. Ends with `.end`, or throws a `ChatModelError`. Cancelling the task that
    /// reads the stream ends the request.
    func reply(to request: ChatRequest) -> AsyncThrowingStream<ChatEvent, any Error>
}

/// A request to a model.
public struct ChatRequest: Hashable, Sendable {
    /// The conversation, oldest first.
    public var messages: [ChatMessage]
    /// The tools that the model may call; none: it must answer.
    public var tools: [ToolDefinition]
    /// The most tokens of the reply.
    public var replyTokens: Int

    /// A request.
    public init(messages: [ChatMessage], tools: [ToolDefinition] = [], replyTokens: Int) {
        self.messages = messages
        self.tools = tools
        self.replyTokens = replyTokens
    }
}

/// A message of a conversation with a model.
public enum ChatMessage: Hashable, Sendable {
    /// Instructions of the program.
    case system(String)
    /// The person's words.
    case user(String)
    /// The words of the model, with the tools that it called.
    case assistant(String, calls: [ToolCall])
    /// The result of the tool call with that id.
    case tool(String, callID: String)
}

/// A call of a tool by a model.
public struct ToolCall: Hashable, Sendable {
    /// The id that the result refers to.
    public var id: String
    /// The tool's name, as the model wrote it.
    public var name: String
    /// The arguments, as the model wrote them: JSON, if the model keeps to it.
    public var arguments: String

    /// A call.
    public init(id: String, name: String, arguments: String) {
        self.id = id
        self.name = name
        self.arguments = arguments
    }
}

/// A tool, as a model is told of it.
public struct ToolDefinition: Hashable, Sendable {
    /// The name: lower-case letters and underscores.
    public var name: String
    /// The purpose and the use, for the model.
    public var description: String
    /// The JSON schema of the arguments, an object.
    public var parameters: String

    /// A tool.
    public init(name: String, description: String, parameters: String) {
        self.name = name
        self.description = description
        self.parameters = parameters
    }
}

/// A part of a reply.
public enum ChatEvent: Hashable, Sendable {
    /// More of the text.
    case text(String)
    /// A complete tool call.
    case toolCall(ToolCall)
    /// The end of the reply.
    case end(ChatEnd)
}

/// The reason why a reply ended.
public enum ChatEnd: String, Hashable, Sendable {
    /// The model had said all.
    case complete
    /// The reply was as long as it may be.
    case length
}
